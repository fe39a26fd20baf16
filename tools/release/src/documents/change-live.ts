import { type LivePayload, liveFormat, nothingSeen, type Root, verifyLive } from '@linkspan/trust';
import { createPayload, type Signer, signEnvelope, toEnvelopeBytes } from '@linkspan/trust/sign';
import { isOfStore, Refusal } from '../errors.ts';
import { command } from '../output.ts';
import { createOrSame, type Store, StoreConflict, writeOver } from '../store/store.ts';
import { toInstant } from '../time.ts';
import { listPrevious } from './history.ts';
import {
  type CurrentState,
  describeLive,
  findRefused,
  isSignedLive,
  type LiveReleases,
  manifestIdOf,
  manifestOf,
  parseLive,
  readCurrentState,
  readStoredLive,
} from './live.ts';
import { historyPath, livePath } from './paths.ts';
import { withPublishedSignatures } from './published.ts';
import { announceRoot } from './root.ts';

/** One change of what is live. */
export interface LiveChange {
  readonly store: Store;
  readonly remote: string;
  /** The root that those of the store must follow from; without one, the store's first is trusted. */
  readonly trusted?: Root | undefined;
  readonly signers: readonly Signer[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long the document is good. */
  readonly days: number;
  readonly isDry: boolean;
  /** Whether to sign though what is live was signed at a later time than `now`. */
  readonly trustsClock?: boolean;
  /** The releases that are to be live. Equal ones keep the instant since when they are. */
  toReleases(before: CurrentState): Promise<LiveReleases>;
}

/** Whether the same releases are live for the same shares. */
export function isSameLive(one: LiveReleases, other: LiveReleases): boolean {
  const toText = (releases: LiveReleases) =>
    JSON.stringify(releases.map(({ share, path, manifest }) => [share, path, [...manifest.payload]]));
  return toText(one) === toText(other);
}

/**
 * Replaces a remote's live document, if it is still the one that was read, by one that every page would trust.
 * Rejects with `command/live-refused` if a release that was live and is to stay is refused by the root, with
 * `command/lost-race` if someone else was first, with `command/clock` if this machine's clock is behind, with what
 * `verifyLive` rejects with, and with `release/below-floor` or `release/revoked`.
 */
export async function changeLive(change: LiveChange): Promise<LivePayload> {
  const { store, remote, signers, days } = change;
  const before = await readCurrentState(store, remote, change.trusted);
  const releases = await withPublishedSignatures(store, before.root, await change.toReleases(before));
  const now = change.trustsClock ? change.now : await findInstant(before, releases, change.now);
  await assertCarriedOver(before, releases);
  const isSame = before.now !== undefined && isSameLive(before.now.live.releases, releases);
  const next: LivePayload = {
    remote,
    version: await findNextVersion(before),
    root: before.root.version,
    issuedAt: toInstant(now),
    expiresAt: toInstant(now, days),
    since: (isSame ? before.now?.live.since : undefined) ?? toInstant(now),
    releases,
  };
  const bytes = toEnvelopeBytes(await signEnvelope(createPayload(liveFormat, next), signers));
  const { refused } = await verifyLive({ root: before.root, seen: nothingSeen, envelope: bytes, now });
  if (refused[0] !== undefined) throw refused[0].refusal;
  if (change.isDry) return next;
  await write(before, remote, bytes);
  // A key to the store may be allowed to write the live document alone, which names the root too.
  await announceRoot(store, remote, before.root.version).catch((error: unknown) => {
    if (!isOfStore(error)) throw error;
  });
  return next;
}

/** Clocks of machines that sign may differ by this much. */
const clockToleranceMs = 5 * 60_000;

/**
 * The instant at which a document is signed: not before the one that it replaces, nor before its releases were built, so
 * that a clock that is a little slow shortens nothing. Rejects with `command/clock` if it is behind by more.
 */
async function findInstant(
  { root, now: live }: CurrentState,
  next: LiveReleases,
  now: number,
): Promise<number> {
  const isOurs = live !== undefined && (await isSignedLive(root, new Uint8Array(live.bytes)));
  const known = [
    ...(isOurs ? [live.live.issuedAt] : []),
    ...next.map((release) => manifestOf(release, root.remote).builtAt),
  ].map((instant) => Date.parse(instant));
  const earliest = Math.max(now, ...known);
  if (earliest - now <= clockToleranceMs) return earliest;
  throw new Refusal(
    'command/clock',
    `This machine’s clock says ${toInstant(now)}, but what is live of ${root.remote}, or its release, was signed or built at ${toInstant(earliest)}. Set the clock: pages would refuse the document earlier than meant. If the other clock was ahead, give --trust-clock.`,
  );
}

/** Refuses to take over what is live and the root refuses, with the ways out. Throws `command/live-refused`. */
async function assertCarriedOver({ root, now }: CurrentState, next: LiveReleases): Promise<void> {
  const live = (now?.live.releases ?? []).map(({ manifest }) => manifestIdOf(manifest));
  const refused = await findRefused(
    root,
    next.filter(({ manifest }) => live.includes(manifestIdOf(manifest))),
  );
  if (refused === undefined) return;
  const { version, why } = refused;
  throw new Refusal(
    'command/live-refused',
    `${root.remote} ${version} is live, and root ${root.version} refuses it: ${why} Pages that know this root have stopped it, so what is live was not signed again. Go back with “${command} rollback ${root.remote}”, make another one live with “${command} promote ${root.remote} VERSION”, or take all off with “${command} withdraw ${root.remote}”.`,
  );
}

/** That somebody else has changed what is live, with what there is instead: `command/lost-race`. */
function toLostRace(remote: string, now: LivePayload | undefined, options?: { readonly cause: unknown }) {
  const told = now
    ? `${describeLive(now.releases, remote)} (version ${now.version})`
    : 'nothing, the document is gone';
  return new Refusal(
    'command/lost-race',
    `Someone else changed what is live of ${remote} in the meantime. Nothing of yours was written. Live now: ${told}.`,
    options,
  );
}

async function write({ store, now }: CurrentState, remote: string, bytes: Uint8Array): Promise<void> {
  const path = livePath(remote);
  // Kept before it is replaced: `rollback` and `status --history` read it.
  if (now !== undefined) await createOrSame(store, historyPath(remote, now.live.version), now.bytes);
  try {
    await writeOver(store, path, bytes, now);
  } catch (cause) {
    if (!(cause instanceof StoreConflict)) throw cause;
    throw toLostRace(remote, cause.now && parseLive(cause.now.bytes, remote), { cause });
  }
}

/**
 * Refuses to take over what is live where the team's online keys have not said so last: whoever can write the store
 * could else have an old release signed again by the next refresh. What a person names is taken over from nothing.
 * Rejects with `command/live-strange`, or with `command/lost-race` if it was replaced in the meantime.
 */
export async function assertSignedByTeam(before: CurrentState): Promise<void> {
  const { store, root, now } = before;
  const { remote } = root;
  if (now === undefined) return;
  const isOwn = now.live.remote === remote && (await isSignedLive(root, new Uint8Array(now.bytes)));
  const previous = await listPrevious(store, remote);
  // Whether a document that came after it was replaced already. The versions of a thief are no one's.
  const isPutBack = previous.some(
    ({ version }) => version <= maxVersionByChanges && version > now.live.version,
  );
  if (isOwn && !isPutBack) return;
  const again = await readStoredLive(store, remote);
  if (again?.tag !== now.tag) throw toLostRace(remote, again?.live);
  throw new Refusal(
    'command/live-strange',
    `What ${store.address} has as live of ${remote} is not what the team’s online keys have signed last, so nothing of it was taken over. If that key was replaced, or a copy was put back, say what is to be live: “${command} promote ${remote} VERSION”. Else find out who wrote it.`,
  );
}

/** The highest version that a team comes to, and far above it: a change a second for 34 years. */
const maxVersionByChanges = 2 ** 30;

/**
 * The version of a remote's next live document: one that no page can have seen, also if the document was lost, or an
 * old one was put back. What replaced keys have signed counts as far as a team can come: whoever stole one may have
 * counted up to the end, and pages forget its versions (TUF 5.3.11).
 */
async function findNextVersion(before: CurrentState): Promise<number> {
  const { store, root, now } = before;
  const isCounted =
    now !== undefined &&
    (now.live.version <= maxVersionByChanges || (await isSignedLive(root, new Uint8Array(now.bytes))));
  const version = isCounted ? now.live.version : 0;
  const previous = (await listPrevious(store, root.remote)).map((one) => one.version);
  const newest = Math.max(0, ...previous.filter((one) => one <= maxVersionByChanges));
  // Where previous ones go on beyond what is there, the last one is lost: its version was the next after them.
  return newest > version ? newest + 2 : version + 1;
}
