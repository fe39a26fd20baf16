import { resolve } from 'node:path';
import {
  nothingSeen,
  type Root,
  rootFormat,
  verifyFirstRoot,
  verifyLive,
  verifyRootChain,
} from '@linkspan/trust';
import { createPayload, signEnvelope } from '@linkspan/trust/sign';
import { assertSameDraft, readDraft, toNoDraft, writeDraft } from '../documents/draft.ts';
import {
  findRefused,
  findTakenBack,
  lacksSignatures,
  type RefusedLive,
  readReadableLive,
} from '../documents/live.ts';
import { rootPath } from '../documents/paths.ts';
import { readRelease, withPublishedSignatures } from '../documents/published.ts';
import { announceRoot, findRoot, readRoot } from '../documents/root.ts';
import { Refusal } from '../errors.ts';
import { roleOptions, toRoles } from '../keys/root-roles.ts';
import { openSigners, signerOptions } from '../keys/signers.ts';
import { findTrustedRoot, openStoreFromArgs, storeOption, trustedRootOption } from '../options.ts';
import { command, toShown } from '../output.ts';
import { probeStore } from '../store/open-store.ts';
import { createOrSame } from '../store/store.ts';
import { toInstant } from '../time.ts';
import type { Args, Context, Options, Outcome, Verb, VerbGroup } from '../verb.ts';

const draftOptions: Options = {
  ...roleOptions,
  floor: { value: 'SEQUENCE', text: 'the lowest sequence of a release that may run' },
  days: { value: 'N', text: 'how long the root is good; else 365' },
  out: {
    value: 'FILE',
    text: 'where the root to be signed is written; else .linkspan/roots/REMOTE-N.json',
  },
  ...signerOptions,
};

/** Makes the first root of a remote. */
export const makeRoot: Verb = {
  name: 'make',
  summary: 'makes the first root of a remote',
  words: '<REMOTE>',
  options: draftOptions,
  async run(args, context) {
    const next: Root = {
      remote: args.word(0, 'REMOTE'),
      version: 1,
      expiresAt: toExpiry(args, context),
      ...(await toRoles(args, context.folder)),
      floor: args.whole('floor') ?? 0,
      revoked: [],
    };
    return writeNext({ next }, args, context);
  },
};

const change: Verb = {
  name: 'change',
  summary: 'makes the next root; without options it is the same for longer',
  words: '<REMOTE>',
  options: {
    ...draftOptions,
    revoke: { value: 'VERSION', isMany: true, text: 'a release that may not run any more' },
    ...storeOption,
    ...trustedRootOption,
  },
  async run(args, context) {
    const remote = args.word(0, 'REMOTE');
    const store = await openStoreFromArgs(args, context);
    const before = await readRoot(store, remote, await findTrustedRoot(args, context, remote));
    const floor = args.whole('floor') ?? before.floor;
    if (floor < before.floor)
      throw new Refusal(
        'command/floor',
        `The floor of ${remote} is ${before.floor}. It only rises, so choose a higher one than ${floor}.`,
      );
    const revoke = args.all('revoke').map((version) => readRelease(store, before, version));
    const revoked = [...before.revoked, ...(await Promise.all(revoke)).map(({ id }) => id)];
    const next = {
      ...before,
      version: before.version + 1,
      expiresAt: toExpiry(args, context),
      ...(await toRoles(args, context.folder, before)),
      floor,
      revoked: [...new Set(revoked)].sort(),
    };
    const live = await readReadableLive(store, remote);
    return writeNext({ before, next, taken: findTakenBack(next, live?.live.releases ?? []) }, args, context);
  },
};

/** Puts a signed root into the store. */
export const publishRoot: Verb = {
  name: 'publish',
  summary: 'puts a signed root into the store',
  words: '<FILE>',
  options: {
    'while-live': {
      text: 'publish a root that takes back what is live: pages stop it as soon as they look, and have nothing in its place',
    },
    ...storeOption,
    ...trustedRootOption,
  },
  run: publishFile,
};

/** Makes and changes whose keys a remote is trusted by, and what of it may no longer run. */
export const root: VerbGroup = {
  name: 'root',
  summary: 'makes, changes and publishes the root: keys, floor, revoked releases',
  verbs: [makeRoot, change, publishRoot],
};

function toExpiry(args: Args, context: Context): string {
  return toInstant(context.now(), args.whole('days') ?? 365);
}

/** A root to be signed, and the one before it, whose keys must sign it too. */
interface Succession {
  readonly next: Root;
  readonly before?: Root;
  /** What the next root takes back while it is live. */
  readonly taken?: RefusedLive | undefined;
}

/** Writes a root to be signed, with the signatures that are given at once. */
async function writeNext(
  { next, before, taken }: Succession,
  args: Args,
  context: Context,
): Promise<Outcome> {
  const { remote, version } = next;
  const file = resolve(context.folder, args.one('out') ?? `.linkspan/roots/${remote}-${version}.json`);
  const shown = toShown(file, context.folder);
  const payload = createPayload(rootFormat, next);
  const envelope = await signEnvelope(payload, await openSigners(args, context));
  await assertSameDraft(file, payload);
  await writeDraft(file, envelope);
  const keyids = envelope.signatures.map(({ keyid }) => keyid);
  const own = countSigned(next, keyids);
  const previous = before && countSigned(before, keyids);
  const missing = own.missing + (previous?.missing ?? 0);
  return {
    lines: [
      `Root ${version} of ${remote} is written to ${shown}`,
      `Signatures: ${own.text} by its own keys${previous ? `, ${previous.text} by those of the root before it` : ''}.`,
      ...(taken
        ? [
            `${remote} ${taken.version} is live, and this root takes it back. Before you publish it: ${toWaysOut(remote)}`,
          ]
        : []),
      `Next: ${missing === 0 ? '' : `${command} sign ${shown}, then `}${command} root publish ${shown}`,
    ],
    facts: { remote, version, file, signatures: keyids, stops: taken?.version ?? null },
  };
}

/** How many signatures the next root needs by the keys of this one, and has of these. */
function countSigned({ roles: { root } }: Root, keyids: readonly string[]) {
  const has = Math.min(root.threshold, root.keyids.filter((keyid) => keyids.includes(keyid)).length);
  return { text: `${has} of ${root.threshold}`, missing: root.threshold - has };
}

function toWaysOut(remote: string): string {
  return `${command} rollback ${remote}, or ${command} withdraw ${remote}`;
}

/**
 * Publishes a root that enough have signed, as the next after the one in the store, and announces it to open pages. If the
 * signatures of what is live do not count under it, the announcement waits for the live document that is signed next.
 * Rejects with what `verifyRootChain` rejects with, with `command/file-differs` if another was published first, and, unless
 * that is asked for, with `command/root-stops-live` if it takes back a release that is live, or with
 * `command/root-lacks-signatures` if one needs other signatures under it.
 */
async function publishFile(args: Args, context: Context): Promise<Outcome> {
  const store = await openStoreFromArgs(args, context);
  const file = resolve(context.folder, args.word(0, 'FILE'));
  const mayStopLive = args.has('while-live');
  const { kind, value, bytes } = await readDraft(file);
  if (kind !== 'root') throw toNoDraft(file);
  const { remote, version } = value;
  const before = await findRoot(store, remote, await findTrustedRoot(args, context, remote));
  const root =
    before === undefined ? await verifyFirstRoot(bytes, remote) : await verifyRootChain(before, [bytes]);
  const live = await readReadableLive(store, remote);
  const releases = await withPublishedSignatures(store, root, live?.live.releases ?? []);
  const refused = await findRefused(root, releases);
  if (refused && !mayStopLive) throw toStops(root, refused, live?.live.expiresAt);
  const taken = refused?.lacksSignatures ? undefined : refused;
  const isAnnounced =
    taken !== undefined || live === undefined || !(await isUnsigned(root, live.bytes, context.now()));
  const path = rootPath(remote, version);
  if (version === 1) await probeStore(store);
  await createOrSame(store, path, bytes);
  if (isAnnounced) await announceRoot(store, remote, version);
  const again = `${command} sign ${remote}, by another signer of ${refused?.version}, ${command} publish ${remote}, then `;
  const notes = [
    taken && `Pages stop ${remote} ${taken.version} as soon as they look. Next: ${toWaysOut(remote)}`,
    !isAnnounced &&
      `Under it, the signatures of what is live do not count, so pages learn of it with the next live document. Next: ${refused ? again : ''}${command} refresh ${remote}, with a key that it names, by ${live?.live.expiresAt}.`,
    version === 1 && `Next: ${command} build ${remote}`,
  ];
  return {
    lines: [
      `Root ${version} of ${remote} is published in ${store.address}.`,
      ...notes.filter((note) => typeof note === 'string'),
    ],
    facts: { remote, version, path, isAnnounced, stops: taken?.version ?? null },
  };
}

/** That a root would stop what is live, and the ways out: `command/root-stops-live`, `command/root-lacks-signatures`. */
function toStops({ remote, version: root }: Root, refused: RefusedLive, until: string | undefined): Refusal {
  const { version, why } = refused;
  if (refused.lacksSignatures)
    return new Refusal(
      'command/root-lacks-signatures',
      `${remote} ${version} is live, and under root ${root} it cannot be refreshed: ${why} Nothing was written. First let another signer of root ${root} sign ${version} (“${command} sign ${remote}”) and publish it again, which adds the signature; then publish the root. If that key comes with this root, --while-live publishes the root first: pages go on until ${until}, so sign, publish and refresh before.`,
    );
  return new Refusal(
    'command/root-stops-live',
    `${remote} ${version} is live, and root ${root} takes it back: ${why} Nothing was written. First go back with “${command} rollback ${remote}”, make another one live with “${command} promote ${remote} VERSION”, or take all off with “${command} withdraw ${remote}”; then publish the root. If nobody can do that now, --while-live publishes it all the same: pages stop signing with ${version} as soon as they look.`,
  );
}

/** Whether the signatures of what is live do not count under a root: of the document, or of one of its releases. */
async function isUnsigned(root: Root, bytes: Uint8Array, now: number): Promise<boolean> {
  return verifyLive({ root, seen: nothingSeen, envelope: new Uint8Array(bytes), now }).then(
    () => false,
    lacksSignatures,
  );
}
