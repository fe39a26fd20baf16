import { liveOptions, runLiveChange } from '../ask/live-change.ts';
import { CommandError } from '../command-error.ts';
import { findBefore } from '../documents/find-before.ts';
import { toLiveRelease } from '../documents/live-release.ts';
import { readRelease } from '../documents/published.ts';
import type { Verb } from '../verb.ts';

/** Makes the release that was live before the newest live one live for all. */
export const rollback: Verb = {
  name: 'rollback',
  summary: 'goes back to the release before, for all visitors',
  forms: ['rollback REMOTE [--to VERSION]'],
  options: {
    to: { value: 'VERSION', text: 'the release to go back to; else the older one that was live before' },
    ...liveOptions,
  },
  run: (asked, means) =>
    runLiveChange(asked, means, async (before, remote) => {
      if (before.now === undefined) throw new CommandError('command/not-live', { remote });
      const to = asked.one('to');
      const released =
        to === undefined ? await findBefore(before) : await readRelease(before.store, before.root, to);
      return [await toLiveRelease(before.store, released, 100)];
    }),
};
