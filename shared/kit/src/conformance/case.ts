import { openStage, type Stage } from './stage.ts';
import type { Subject } from './subject.ts';
import { within } from './until.ts';

/** One thing that every remote does, as a sentence about it, and how to see it. */
export interface Case {
  readonly sentence: string;
  /** Rejects with a sentence where the remote does not do it; with `NotOffered` where its wallet cannot. */
  run<Namespace extends string>(subject: Subject<Namespace>): Promise<void>;
}

const caseDeadlineMs = 30_000;

/** A case that is played on a fresh stage with a wallet that has granted nothing. */
export function toCase(sentence: string, play: (stage: Stage) => Promise<void>): Case {
  return {
    sentence,
    async run(subject) {
      await subject.wallet.reset();
      // What a remote hands back is held to its namespace by the cases, whatever its types say.
      const stage = openStage(subject as unknown as Subject);
      try {
        await within(play(stage), caseDeadlineMs, 'it does not come to an end');
      } finally {
        stage.close();
      }
    },
  };
}
