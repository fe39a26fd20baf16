import { hasCode } from '@linkspan/contract';
import {
  type Blocked,
  type Blocklist,
  type Bytes,
  blocklistFormat,
  type HostKeys,
  parsePayload,
  readEnvelope,
  verifyBlocklist,
} from '@linkspan/trust';
import type { Signer } from '@linkspan/trust/sign';
import { CommandError, UsageError } from '../errors.ts';
import { toTable } from '../output.ts';
import { probeStore } from '../store/open-store.ts';
import { liveHeaders, type Store, type Tag } from '../store/store.ts';
import { toInstant } from '../time.ts';
import type { Args } from '../verb.ts';
import { blocklistPath } from './paths.ts';
import { signForHost, toHostVersion } from './sign-for-host.ts';

/** What stands for a remote where the host team's own list is refused. */
const hostTeam = 'the host team';

/** The block list of a store, and the tag to replace it under. Nothing is verified. */
export interface StoredBlocklist {
  readonly blocklist: Blocklist;
  readonly bytes: Bytes;
  readonly tag: Tag;
}

/** The block list that is in the store, or undefined. Rejects with `release/malformed`. */
export async function readStoredBlocklist(store: Store): Promise<StoredBlocklist | undefined> {
  const file = await store.read(blocklistPath);
  if (file === undefined) return undefined;
  const bytes = new Uint8Array(file.bytes);
  const { payload } = readEnvelope(blocklistFormat, bytes, hostTeam);
  return { blocklist: parsePayload(blocklistFormat, payload, hostTeam), bytes, tag: file.tag };
}

/** One change of the host team's block list. */
export interface BlocklistChange {
  readonly store: Store;
  /** Whose signatures the pages trust. */
  readonly hostKeys: HostKeys;
  /** Whose they trusted, if the keys were replaced. */
  readonly previousKeys: HostKeys;
  readonly signers: readonly Signer[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long the list is good. */
  readonly days: number;
  readonly isDry: boolean;
  toBlocked(before: readonly Blocked[]): readonly Blocked[];
}

/**
 * Replaces the block list, if it is still the one that was read, by one that every page would trust.
 * Rejects with `command/blocklist-strange` if the one before is not the team's own, with
 * `command/blocklist-unsigned`, and with a `StoreConflict` if somebody else was first. Throws `UsageError` for what
 * cannot be in a list.
 */
export async function changeBlocklist(change: BlocklistChange): Promise<Blocklist> {
  const { store, hostKeys, signers, now, days } = change;
  const before = await readStoredBlocklist(store);
  if (before !== undefined) await assertOwn(before, change);
  const next: Blocklist = {
    version: toHostVersion(before?.blocklist.version ?? 0, now),
    expiresAt: toInstant(now, days),
    blocked: change.toBlocked(before?.blocklist.blocked ?? []),
  };
  const { bytes } = await signForHost({
    format: blocklistFormat,
    value: next,
    signers,
    verb: 'blocked',
    unsigned: 'command/blocklist-unsigned',
    verify: (envelope) => verifyBlocklist({ hostKeys, envelope, seen: 0, now }),
  });
  if (!change.isDry) await write(store, before, bytes);
  return next;
}

/** What others wrote must not get the team's signature, so what is carried over was signed by it before. */
async function assertOwn(
  { bytes }: StoredBlocklist,
  { store, previousKeys }: BlocklistChange,
): Promise<void> {
  try {
    // At the beginning of time nothing has expired: a list that was forgotten is still the team's own.
    await verifyBlocklist({ hostKeys: previousKeys, envelope: bytes, seen: 0, now: 0 });
  } catch (cause) {
    if (!hasCode(cause, 'release/unsigned')) throw cause;
    throw new CommandError('command/blocklist-strange', { store: store.address }, { cause });
  }
}

async function write(store: Store, before: StoredBlocklist | undefined, bytes: Uint8Array): Promise<void> {
  const headers = liveHeaders(blocklistPath);
  if (before !== undefined)
    return void (await store.replaceIfUnchanged(blocklistPath, bytes, before.tag, headers));
  await probeStore(store);
  await store.createIfAbsent(blocklistPath, bytes, headers);
}

/** A release as a block list names it: by its version, or by the id of its manifest. */
export type NamedRelease =
  | { readonly remote: string; readonly version: string }
  | { readonly remote: string; readonly manifest: string };

/** The release that is asked for. Throws `UsageError`. */
export function toNamedRelease(args: Args): NamedRelease {
  const remote = args.word(0, 'REMOTE');
  const manifest = args.one('manifest');
  if (manifest === undefined) return { remote, version: args.word(1, 'VERSION') };
  if (args.words[1] === undefined) return { remote, manifest };
  throw new UsageError('Give either VERSION or --manifest ID, not both.');
}

/** How people read the release, without its remote. */
function nameOf(one: NamedRelease): string {
  return 'manifest' in one ? `manifest ${one.manifest}` : one.version;
}

/** The list with this release, whose previous reason is replaced. */
export function withBlocked(before: readonly Blocked[], added: Blocked): readonly Blocked[] {
  return [...before.filter((one) => !isSame(one, added)), added];
}

/** The list without this release. Throws `command/not-blocked`. */
export function withoutBlocked(before: readonly Blocked[], named: NamedRelease): readonly Blocked[] {
  const kept = before.filter((one) => !isSame(one, named));
  if (kept.length < before.length) return kept;
  throw new CommandError('command/not-blocked', {
    remote: named.remote,
    release: nameOf(named),
    blocked: before.map((one) => `${one.remote} ${nameOf(one)}`).join(', ') || 'none',
  });
}

function isSame(one: NamedRelease, other: NamedRelease): boolean {
  return one.remote === other.remote && nameOf(one) === nameOf(other);
}

/** What is blocked, as lines for people. */
export function toBlockedLines({ blocked }: Blocklist): readonly string[] {
  if (blocked.length === 0) return ['Nothing is blocked.'];
  return toTable(
    ['remote', 'blocked', 'reason'],
    // What nobody has verified must not write anything but a line.
    blocked.map((one) => [one.remote, nameOf(one), one.reason.replace(/\p{Cc}+/gu, ' ')]),
  );
}
