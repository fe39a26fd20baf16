import type { LivePayload } from '@linkspan/trust';
import { findRemoteFolder } from '../build/read-source.ts';
import { assertSignedByTeam, changeLive, type LiveChange } from '../documents/change-live.ts';
import { findRollbackTarget } from '../documents/history.ts';
import { askHosts, readListedPages, toPageAddress } from '../documents/host-offer.ts';
import {
  type CurrentState,
  describeLive,
  type LiveReleases,
  manifestIdOf,
  manifestOf,
  toNotLive,
} from '../documents/live.ts';
import { toSharedFolder } from '../documents/paths.ts';
import { assertWhole, type Published, readRelease } from '../documents/published.ts';
import { Refusal, UsageError } from '../errors.ts';
import { openAtLeastOneSigner, signerOptions } from '../keys/signers.ts';
import {
  describeTrust,
  dryRunOption,
  findTrustedRoot,
  openStoreFromArgs,
  storeOption,
  trustedRootOption,
} from '../options.ts';
import { command } from '../output.ts';
import type { Store } from '../store/store.ts';
import type { Args, Context, Options, Outcome, Verb } from '../verb.ts';

/** The options of every verb that changes what is live. */
export const liveOptions: Options = {
  days: { value: 'N', text: 'how long the live document is good, at most 14; else 7' },
  ...signerOptions,
  ...storeOption,
  ...trustedRootOption,
  'trust-clock': {
    text: 'sign though what is live was signed, or built, at a later time than this machine’s clock says',
  },
};

/** The options that say who gets a release. */
export const shareOptions: Options = {
  share: { value: 'PERCENT', text: 'of the visitors, from 0 to 100; else 100' },
  host: {
    value: 'URL',
    isMany: true,
    text: 'a live page that should be able to run it, beside those of the package.json',
  },
  'for-some': { text: 'promote it though not every page can run it, or said so' },
};

/** Makes a published release live for a share of the visitors. */
export const promote: Verb = {
  name: 'promote',
  summary: 'makes a published release live, for all visitors or for a share',
  words: '<REMOTE> <VERSION>',
  options: {
    ...shareOptions,
    ...liveOptions,
    ...dryRunOption,
  },
  async run(args, context) {
    const version = args.word(1, 'VERSION');
    const share = readShare(args);
    const hosts = share === 0 ? [] : await listHosts(args, context);
    const isForSome = args.has('for-some');
    const answers: string[] = [];
    const outcome = await changeAsAsked(args, context, async (before) => {
      const released = await readRelease(before.store, before.root, version);
      if (hosts.length > 0)
        answers.push(...(await askHosts(released.manifest, hosts, { ...context, isForSome })));
      if (share < 100) await assertSignedByTeam(before);
      return toShares(before, await toLiveRelease(before.store, released, share));
    });
    return { ...outcome, lines: [...outcome.lines, ...answers] };
  },
};

/** The share that was asked for, in whole percent; else 100. Throws `UsageError`. */
export function readShare(args: Args): number {
  const share = args.whole('share') ?? 100;
  if (share > 100) throw new UsageError('--share should be a whole number from 0 to 100.');
  return share;
}

/** The live pages that are to run a remote: those that its team lists, and those of --host. Throws `UsageError`. */
async function listHosts(args: Args, context: Context): Promise<readonly string[]> {
  const remote = args.word(0, 'REMOTE');
  const named = args.all('host').map((given) => {
    const address = toPageAddress(given);
    if (address !== undefined) return address;
    throw new UsageError(
      `--host should be the address of a page, such as https://wallet.example/, not “${given}”.`,
    );
  });
  const listed = await readListedPages(await findRemoteFolder(args, context, remote), remote);
  return [...new Set([...listed, ...named])];
}

/**
 * What is live once a release has its share, by sequence; the one other release has the rest. One that nobody gets,
 * as after a share of 0, makes room.
 * Throws `command/whole-share` if there is no other, `command/third-release` if there are two.
 */
function toShares({ root: { remote }, now }: CurrentState, promoted: LiveReleases[number]): LiveReleases {
  const { share } = promoted;
  if (share === 100) return [promoted];
  const live = now?.live.releases ?? [];
  const others = live.filter((one) => manifestIdOf(one.manifest) !== manifestIdOf(promoted.manifest));
  const served = others.filter((one) => one.share > 0);
  const [other, ...more] = served.length > 0 ? served : others;
  if (other === undefined)
    throw new Refusal(
      'command/whole-share',
      `${manifestOf(promoted, remote).version} would be the only live release of ${remote}, so its share must be 100.`,
    );
  if (more.length > 0)
    throw new Refusal(
      'command/third-release',
      `Two releases of ${remote} are live already: ${describeLive(live, remote)}. Give one of them 100 first, or roll back.`,
    );
  const sequence = (one: LiveReleases[number]) => manifestOf(one, remote).sequence;
  return [{ ...other, share: 100 - share }, promoted].sort((one, two) => sequence(one) - sequence(two));
}

/**
 * A published release as a live document names it, with its share in whole percent. Rejects with
 * `command/files-missing`.
 */
async function toLiveRelease(
  store: Store,
  { manifest, envelope }: Published,
  share: number,
): Promise<LiveReleases[number]> {
  const folder = toSharedFolder(manifest);
  await assertWhole(store, folder, manifest);
  // Relative to the live document, which is in the folder of the remote.
  return { share, path: folder.slice(manifest.remote.length + 1), manifest: envelope };
}

/** Makes the release that was live before the newest live one live for all. */
export const rollback: Verb = {
  name: 'rollback',
  summary: 'goes back to the release before, for all visitors',
  words: '<REMOTE>',
  options: {
    to: { value: 'VERSION', text: 'the release to go back to; else the newest earlier one that was live' },
    ...liveOptions,
  },
  run: (args, context) =>
    changeAsAsked(args, context, async (before) => {
      const { store, root, now } = before;
      if (now === undefined) throw toNotLive(root.remote);
      const to = args.one('to');
      const released =
        to === undefined ? await findRollbackTarget(before) : await readRelease(store, root, to);
      return [await toLiveRelease(store, released, 100)];
    }),
};

/** Takes a remote off: no release of it is live. */
export const withdraw: Verb = {
  name: 'withdraw',
  summary: 'takes a remote off at once; it is final when the root’s floor rises',
  words: '<REMOTE>',
  options: liveOptions,
  async run(args, context) {
    const remote = args.word(0, 'REMOTE');
    const { lines, facts } = await changeAsAsked(args, context, async () => []);
    const next = [
      `To bring a release back: ${command} promote ${remote} VERSION`,
      `To make it final, with keys of people: ${command} root change ${remote} --floor SEQUENCE`,
    ];
    return { lines: [...lines, ...next], facts };
  },
};

/**
 * Changes what is live of a remote, the first word unless told, in the store and by the signers that were asked for.
 * Rejects with what `changeLive` rejects with.
 */
export async function changeAsAsked(
  args: Args,
  context: Context,
  toReleases: LiveChange['toReleases'],
  remote = args.word(0, 'REMOTE'),
): Promise<Outcome & { readonly live: LivePayload }> {
  const days = args.whole('days') ?? 7;
  const isDry = args.has('dry-run');
  const store = await openStoreFromArgs(args, context);
  const signers = await openAtLeastOneSigner(args, context, 'online');
  const trusted = await findTrustedRoot(args, context, remote);
  const live = await changeLive({
    ...{ store, remote, trusted, signers, toReleases, days, isDry },
    now: context.now(),
    trustsClock: args.has('trust-clock'),
  });
  const { version, expiresAt, since, releases } = live;
  return {
    live,
    lines: [
      `Live of ${remote}${isDry ? ' would be' : ''}: ${describeLive(releases, remote)}`,
      `Version ${version}, good until ${expiresAt}`,
      ...describeTrust(trusted, remote),
    ],
    facts: {
      ...{ remote, version, since, expiresAt, isWritten: !isDry },
      releases: releases.map((one) => ({ version: manifestOf(one, remote).version, share: one.share })),
    },
  };
}
