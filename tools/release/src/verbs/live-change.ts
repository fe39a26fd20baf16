import type { LivePayload } from '@linkspan/trust';
import {
  describeTrust,
  dryRunOption,
  findTrustedRoot,
  openAskedStore,
  storeOption,
  trustedRootOption,
} from '../args/options.ts';
import { changeLive } from '../documents/change-live.ts';
import { type Before, describeLive, type LiveReleases, manifestOf, readBefore } from '../documents/live.ts';
import { openAtLeastOneSigner, signerOptions } from '../keys/signers.ts';
import type { Store } from '../store/store.ts';
import type { Asked, Means, Options, Outcome } from '../verb.ts';

/** The options of every verb that changes what is live. */
export const liveOptions: Options = {
  days: { value: 'N', text: 'how long the live document is good, at most 14; else 7' },
  ...signerOptions,
  ...storeOption,
  ...trustedRootOption,
  ...dryRunOption,
};

/** Changes of what is live, by those who were asked to sign, in the store that was asked for. */
export interface LiveChanger {
  readonly remote: string;
  readonly store: Store;
  readonly isDry: boolean;
  /** What is to be said beside the outcome: on whose word the root was taken. */
  readonly notes?: readonly string[];
  /** What a change would start from now. */
  read(): Promise<Before>;
  /** Rejects with what `changeLive` rejects with. */
  change(toReleases: (before: Before) => Promise<LiveReleases>): Promise<LivePayload>;
}

/** Opens the store and the signers once, for one change or several of a remote; the first word, unless told. */
export async function openLiveChanger(
  asked: Asked,
  means: Means,
  remote = asked.word(0, 'REMOTE'),
): Promise<LiveChanger> {
  const isDry = asked.has('dry-run');
  const days = asked.whole('days') ?? 7;
  const store = await openAskedStore(asked, means);
  const signers = await openAtLeastOneSigner(asked, means, 'online');
  const trusted = await findTrustedRoot(asked, means, remote);
  return {
    remote,
    store,
    isDry,
    notes: describeTrust(trusted, remote),
    read: () => readBefore(store, remote, trusted),
    change: (toReleases) =>
      changeLive({ store, remote, trusted, signers, now: means.now(), days, isDry, toReleases }),
  };
}

/** Changes what is live as asked, and tells what is live then. Rejects with what `changeLive` rejects with. */
export async function runLiveChange(
  asked: Asked,
  means: Means,
  toReleases: (before: Before, remote: string) => Promise<LiveReleases>,
): Promise<Outcome> {
  const changer = await openLiveChanger(asked, means);
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
