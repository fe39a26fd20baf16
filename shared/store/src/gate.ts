/** Calls once at the end of the present frame, or soon where no frame comes. */
export type NextFrame = (run: () => void) => void;

/** What has come through a gate, since the page was loaded. */
export interface GateCounts {
  /** How often the listeners were told. */
  readonly passed: number;
  /** How many changes were not told by themselves: a later one of the same frame was told in their place. */
  readonly excess: number;
}

/** Lets changes through to listeners, at most once a frame. */
export interface Gate {
  /** Something has changed. The first in a frame is told at once, all others of it together, at its end. */
  touch(): void;
  /** Calls once for all that has changed since; returns what ends it. */
  listen(listener: () => void): () => void;
  counts(): GateCounts;
}

export function createGate(nextFrame: NextFrame): Gate {
  const listeners = new Set<() => void>();
  let [isOpen, isWaiting] = [true, false];
  let [passed, excess] = [0, 0];

  function pass(): void {
    isOpen = false;
    passed += 1;
    nextFrame(endFrame);
    for (const listener of [...listeners]) listener();
  }

  function endFrame(): void {
    isOpen = !isWaiting;
    isWaiting = false;
    if (!isOpen) pass();
  }

  return {
    touch() {
      if (isOpen) return pass();
      if (isWaiting) excess += 1;
      isWaiting = true;
    },
    listen(listener) {
      const own = () => guarded(listener);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    counts: () => ({ passed, excess }),
  };
}

/** One listener that throws must not keep the others from hearing: its error goes to the page's error event. */
function guarded(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}
