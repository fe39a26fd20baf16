import type { NextFrame } from '../paced-view.ts';

/** Frames that come when a test says so. */
export interface Frames {
  readonly next: NextFrame;
  /** Ends the present frame. */
  pass(): void;
  /** How often a frame was asked for. */
  asked(): number;
}

export function createFrames(): Frames {
  let waiting: (() => void)[] = [];
  let asked = 0;
  return {
    next(run) {
      asked += 1;
      waiting.push(run);
    },
    pass() {
      const due = waiting;
      waiting = [];
      for (const run of due) run();
    },
    asked: () => asked,
  };
}
