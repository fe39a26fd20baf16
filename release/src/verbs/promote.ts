import { liveOptions, openLiveChanger, toLiveOutcome } from '../ask/live-change.ts';
import { UsageError } from '../command-error.ts';
import { toPromoted } from '../documents/to-promoted.ts';
import { probeStore } from '../store/probe-store.ts';
import type { Verb } from '../verb.ts';
import { watch } from '../watch/watch.ts';
import { assertNoWatchOptions, toWatchPlan, watchOptions } from '../watch/watch-options.ts';

/** Makes a published release live for a share of the visitors. */
export const promote: Verb = {
  name: 'promote',
  summary: 'makes a published release live, for all visitors or for a share',
  forms: [
    'promote REMOTE VERSION [--share PERCENT]',
    'promote REMOTE --share PERCENT',
    'promote REMOTE VERSION --watch --collector URL',
  ],
  options: {
    share: {
      value: 'PERCENT',
      text: 'of the visitors, from 0 to 100; else 100. Without a VERSION: of the newest of the two that are live',
    },
    ...watchOptions,
    ...liveOptions,
  },
  async run(asked, means) {
    const [, version] = asked.words;
    const share = asked.whole('share');
    const plan = asked.has('watch') ? toWatchPlan(asked, means) : undefined;
    if (plan === undefined) assertNoWatchOptions(asked);
    if (plan === undefined && version === undefined && share === undefined)
      throw new UsageError(
        'VERSION is missing, or --share for the newest of the two releases that are live.',
      );
    if ((share ?? 100) > 100) throw new UsageError('--share should be a whole number from 0 to 100.');
    const changer = await openLiveChanger(asked, means);
    if (!changer.isDry) {
      means.progress(`Asking ${changer.store.address} whether it keeps its conditions`);
      await probeStore(changer.store);
    }
    if (plan !== undefined) return watch({ changer, means, plan, version });
    const live = await changer.change((before) => toPromoted(before, { version, share: share ?? 100 }));
    return toLiveOutcome(changer, live);
  },
};
