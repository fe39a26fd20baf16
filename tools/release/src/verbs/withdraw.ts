import { toLine } from '../output.ts';
import type { Verb } from '../verb.ts';
import { liveOptions, runLiveChange } from './live-change.ts';

/** Takes a remote off: no release of it is live. */
export const withdraw: Verb = {
  name: 'withdraw',
  summary: 'takes a remote off at once; it is final when the root’s floor rises',
  words: '<REMOTE>',
  options: liveOptions,
  async run(args, context) {
    const { lines, ...outcome } = await runLiveChange(args, context, async () => []);
    const remote = args.word(0, 'REMOTE');
    return {
      ...outcome,
      lines: [
        ...lines,
        `To bring a release back: ${toLine(`promote ${remote} VERSION`)}`,
        `To make it final, with keys of people: ${toLine(`root change ${remote} --floor SEQUENCE`)}`,
      ],
    };
  },
};
