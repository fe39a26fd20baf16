import { type Before, changeLive } from '../documents/change-live.ts';
import { describeLive, type LiveReleases, manifestOf } from '../documents/live-now.ts';
import { openAtLeastOneSigner, signerOptions } from '../keys/open-signers.ts';
import type { Means } from '../means.ts';
import type { Options, Outcome } from '../verb.ts';
import type { Asked } from './asked.ts';
import { dryRunOption, openAskedStore, storeOption } from './store-option.ts';

/** The options of every verb that changes what is live. */
export const liveOptions: Options = {
  days: { value: 'N', text: 'how long the live document is good, at most 14; else 7' },
  ...signerOptions,
  ...storeOption,
  ...dryRunOption,
};

/** Changes what is live as asked, and tells what is live then. Rejects with what `changeLive` rejects with. */
export async function runLiveChange(
  asked: Asked,
  means: Means,
  toReleases: (before: Before, remote: string) => Promise<LiveReleases>,
): Promise<Outcome> {
  const remote = asked.word(0, 'REMOTE');
  const isDry = asked.has('dry-run');
  const { version, expiresAt, since, releases } = await changeLive({
    store: await openAskedStore(asked, means),
    remote,
    signers: await openAtLeastOneSigner(asked, means),
    now: means.now(),
    days: asked.whole('days') ?? 7,
    isDry,
    toReleases: (before) => toReleases(before, remote),
  });
  return {
    lines: [
      `Live${isDry ? ' would be' : ''} of ${remote}: ${describeLive(releases, remote)}`,
      `Version ${version}, good until ${expiresAt}`,
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
