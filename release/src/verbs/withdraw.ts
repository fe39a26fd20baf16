import { liveOptions, runLiveChange } from '../ask/live-change.ts';
import type { Verb } from '../verb.ts';

/** Takes a remote off: no release of it is live. */
export const withdraw: Verb = {
  name: 'withdraw',
  summary: 'takes a remote off at once; it is final when the root’s floor rises',
  forms: ['withdraw REMOTE'],
  options: liveOptions,
  run: (asked, means) => runLiveChange(asked, means, async () => []),
};
