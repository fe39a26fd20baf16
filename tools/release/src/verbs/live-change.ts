import type { LivePayload } from '@linkspan/trust';
import { changeLive } from '../documents/change-live.ts';
import {
  type CurrentState,
  describeLive,
  type LiveReleases,
  manifestOf,
  readCurrentState,
} from '../documents/live.ts';
import { openAtLeastOneSigner, signerOptions } from '../keys/signers.ts';
import {
  describeTrust,
  findTrustedRoot,
  openStoreFromArgs,
  storeOption,
  trustedRootOption,
} from '../options.ts';
import type { Store } from '../store/store.ts';
import type { Args, Context, Options, Outcome } from '../verb.ts';

/** The options of every verb that changes what is live. */
export const liveOptions: Options = {
  days: { value: 'N', text: 'how long the live document is good, at most 14; else 7' },
  ...signerOptions,
  ...storeOption,
  ...trustedRootOption,
};

/** Changes of what is live, by those who were asked to sign, in the store that was asked for. */
export interface LiveChanger {
  readonly remote: string;
  readonly store: Store;
  readonly isDry: boolean;
  /** What is to be said beside the outcome: on whose word the root was taken. */
  readonly notes?: readonly string[];
  /** What a change would start from now. */
  read(): Promise<CurrentState>;
  /** Rejects with what `changeLive` rejects with. */
  change(toReleases: (before: CurrentState) => Promise<LiveReleases>): Promise<LivePayload>;
}

/** Opens the store and the signers once, for one change or several of a remote; the first word, unless told. */
export async function openLiveChanger(
  args: Args,
  context: Context,
  remote = args.word(0, 'REMOTE'),
): Promise<LiveChanger> {
  const isDry = args.has('dry-run');
  const days = args.whole('days') ?? 7;
  const store = await openStoreFromArgs(args, context);
  const signers = await openAtLeastOneSigner(args, context, 'online');
  const trusted = await findTrustedRoot(args, context, remote);
  return {
    remote,
    store,
    isDry,
    notes: describeTrust(trusted, remote),
    read: () => readCurrentState(store, remote, trusted),
    change: (toReleases) =>
      changeLive({ store, remote, trusted, signers, now: context.now(), days, isDry, toReleases }),
  };
}

/** Changes what is live as asked, and tells what is live then. Rejects with what `changeLive` rejects with. */
export async function runLiveChange(
  args: Args,
  context: Context,
  toReleases: (before: CurrentState, remote: string) => Promise<LiveReleases>,
): Promise<Outcome> {
  const changer = await openLiveChanger(args, context);
  return toLiveOutcome(changer, await changer.change((before) => toReleases(before, changer.remote)));
}

/** Tells what is live after a change. */
export function toLiveOutcome(
  { isDry, notes = [] }: Pick<LiveChanger, 'isDry' | 'notes'>,
  live: LivePayload,
): Outcome {
  const { remote, version, expiresAt, since, releases } = live;
  return {
    lines: [
      `Live of ${remote}${isDry ? ' would be' : ''}: ${describeLive(releases, remote)}`,
      `Version ${version}, good until ${expiresAt}`,
      ...notes,
    ],
    facts: {
      remote,
      version,
      since,
      expiresAt,
      isWritten: !isDry,
      releases: releases.map((one) => ({ version: manifestOf(one, remote).version, share: one.share })),
    },
  };
}
