import { liveOptions, runLiveChange } from '../ask/live-change.ts';
import { CommandError } from '../command-error.ts';
import type { Verb } from '../verb.ts';

/** Signs what is live anew, so that it does not expire. To be run daily. */
export const refresh: Verb = {
  name: 'refresh',
  summary: 'signs what is live anew, so that it does not expire; run it daily',
  forms: ['refresh REMOTE'],
  options: liveOptions,
  run: (asked, means) =>
    runLiveChange(asked, means, async ({ now }, remote) => {
      if (now === undefined) throw new CommandError('command/not-live', { remote });
      return now.live.releases;
    }),
};
