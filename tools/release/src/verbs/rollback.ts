import { findRollbackTarget } from '../documents/history.ts';
import { toNotLive } from '../documents/live.ts';
import { toLiveRelease } from '../documents/promotion.ts';
import { readRelease } from '../documents/published.ts';
import type { Verb } from '../verb.ts';
import { liveOptions, runLiveChange } from './live-change.ts';

/** Makes the release that was live before the newest live one live for all. */
export const rollback: Verb = {
  name: 'rollback',
  summary: 'goes back to the release before, for all visitors',
  words: '<REMOTE>',
  options: {
    to: { value: 'VERSION', text: 'the release to go back to; else the older one that was live before' },
    ...liveOptions,
  },
  run: (args, context) =>
    runLiveChange(args, context, async (before, remote) => {
      if (before.now === undefined) throw toNotLive(remote);
      const to = args.one('to');
      const released =
        to === undefined
          ? await findRollbackTarget(before)
          : await readRelease(before.store, before.root, to);
      return [await toLiveRelease(before.store, released, 100)];
    }),
};
