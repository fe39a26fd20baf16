import { resolve } from 'node:path';
import { type Root, rootFormat } from '@linkspan/trust';
import { createPayload, signEnvelope } from '@linkspan/trust/sign';
import {
  dryRunOption,
  findTrustedRoot,
  openStoreFromArgs,
  storeOption,
  trustedRootOption,
} from '../args/options.ts';
import { assertSameDraft, writeDraft } from '../documents/draft.ts';
import { readReadableLive } from '../documents/live.ts';
import { publishRoot } from '../documents/publish-root.ts';
import { readRelease } from '../documents/published.ts';
import { findTakenBack, type RefusedLive } from '../documents/refusals.ts';
import { readRoot } from '../documents/root.ts';
import { CommandError, UsageError } from '../errors.ts';
import { roleOptions, toRoles } from '../keys/root-roles.ts';
import { openSigners, signerOptions } from '../keys/signers.ts';
import { toLine, toShown } from '../output.ts';
import type { Store } from '../store/store.ts';
import { toInstant } from '../time.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';

/** Makes and changes whose keys a remote is trusted by, and what of it may no longer run. */
export const root: Verb = {
  name: 'root',
  summary: 'makes, changes and publishes the root: keys, floor, revoked releases',
  forms: [
    'root make REMOTE --root FILE --release FILE --live FILE',
    'root change REMOTE [--floor SEQUENCE] [--revoke VERSION …] [--root FILE …] [--release FILE …] [--live FILE …]',
    'root publish FILE',
  ],
  options: {
    ...roleOptions,
    floor: { value: 'SEQUENCE', text: 'the lowest sequence of a release that may run' },
    revoke: { value: 'VERSION', isMany: true, text: 'a release that may not run any more' },
    days: { value: 'N', text: 'how long the root is good; else 365' },
    out: {
      value: 'FILE',
      text: 'where the root to be signed is written; else .linkspan/roots/REMOTE-N.json',
    },
    'while-live': {
      text: 'publish a root that takes back what is live: pages stop it as soon as they look, and have nothing in its place',
    },
    ...signerOptions,
    ...storeOption,
    ...trustedRootOption,
    ...dryRunOption,
  },
  async run(args, context) {
    const subject = args.word(1, 'REMOTE or FILE');
    if (args.word(0, 'make, change or publish') === 'publish')
      return publishRoot({
        store: await openStoreFromArgs(args, context),
        file: resolve(context.folder, subject),
        isDry: args.has('dry-run'),
        mayStopLive: args.has('while-live'),
        now: context.now(),
        findTrusted: (remote) => findTrustedRoot(args, context, remote),
      });
    return draft(await toSuccession(args, context, subject), args, context);
  },
};

/** A root to be signed, and the one before it, whose keys must sign it too. */
interface Succession {
  readonly next: Root;
  readonly before?: Root;
  /** What the next root takes back while it is live. */
  readonly taken?: RefusedLive | undefined;
}

async function toSuccession(args: Args, context: Context, remote: string): Promise<Succession> {
  const expiresAt = toInstant(context.now(), args.whole('days') ?? 365);
  const [word] = args.words;
  if (word !== 'make' && word !== 'change')
    throw new UsageError(`root can make, change or publish, not “${word}”.`);
  if (word === 'make') {
    const roles = await toRoles(args, context.folder);
    const floor = args.whole('floor') ?? 0;
    return { next: { remote, version: 1, expiresAt, ...roles, floor, revoked: [] } };
  }
  const store = await openStoreFromArgs(args, context);
  const before = await readRoot(store, remote, await findTrustedRoot(args, context, remote));
  const next = {
    ...before,
    version: before.version + 1,
    expiresAt,
    ...(await toChanges(args, context, store, before)),
  };
  const live = await readReadableLive(store, remote);
  return { before, next, taken: findTakenBack(next, live?.live.releases ?? []) };
}

/** Without options it is the same for longer. */
async function toChanges(args: Args, context: Context, store: Store, before: Root): Promise<Partial<Root>> {
  const revoked = await Promise.all(
    args.all('revoke').map(async (version) => (await readRelease(store, before, version)).id),
  );
  return {
    ...(await toRoles(args, context.folder, before)),
    floor: toFloor(args, before),
    revoked: [...new Set([...before.revoked, ...revoked])].sort(),
  };
}

function toFloor(args: Args, { remote, floor }: Root): number {
  const asked = args.whole('floor') ?? floor;
  if (asked >= floor) return asked;
  throw new CommandError('command/floor', { remote, floor: `${floor}`, asked: `${asked}` });
}

/** Writes a root to be signed, with the signatures that are given at once. */
async function draft({ next, before, taken }: Succession, args: Args, context: Context): Promise<Outcome> {
  const { remote, version } = next;
  const file = resolve(context.folder, args.one('out') ?? `.linkspan/roots/${remote}-${version}.json`);
  const shown = toShown(file, context.folder);
  const payload = createPayload(rootFormat, next);
  const envelope = await signEnvelope(payload, await openSigners(args, context));
  await assertSameDraft(file, payload);
  if (!args.has('dry-run')) await writeDraft(file, envelope);
  const keyids = envelope.signatures.map(({ keyid }) => keyid);
  const counts = [next, ...(before ? [before] : [])].map((root) => countSigned(root, keyids));
  const [own, previous] = counts.map(({ has, needs }) => `${has} of ${needs}`);
  const isSigned = counts.every(({ has, needs }) => has === needs);
  return {
    lines: [
      `Root ${version} of ${remote} ${args.has('dry-run') ? 'would be' : 'is'} written to ${shown}`,
      `Signatures: ${own} by its own keys${previous ? `, ${previous} by those of the root before it` : ''}.`,
      ...(taken
        ? [
            `${remote} ${taken.version} is live, and this root takes it back. Before you publish it: ${toLine(`rollback ${remote}`)}, or ${toLine(`withdraw ${remote}`)}`,
          ]
        : []),
      `Next: ${isSigned ? '' : `npm run release -- sign ${shown}, then `}npm run release -- root publish ${shown}`,
    ],
    facts: { remote, version, file, signatures: keyids, stops: taken?.version ?? null },
  };
}

/** How many signatures the next root needs by the keys of this one, and has of these. */
function countSigned({ roles }: Root, keyids: readonly string[]) {
  const { keyids: allowed, threshold: needs } = roles.root;
  return { has: Math.min(needs, allowed.filter((keyid) => keyids.includes(keyid)).length), needs };
}
