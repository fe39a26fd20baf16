/** Calls once at the end of the present frame, or soon where no frame comes. */
export type NextFrame = (run: () => void) => void;

/** Lets changes through to listeners, at most once a frame. */
export interface Gate {
  /** Something has changed. The first in a frame is told at once, all others of it together, at its end. */
  touch(): void;
  /** Calls once for all that has changed since; returns what ends it. */
  listen(listener: () => void): () => void;
}

export function createGate(nextFrame: NextFrame): Gate {
  const listeners = new Set<() => void>();
  let [isOpen, isWaiting] = [true, false];

  function pass(): void {
    isOpen = false;
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
      isWaiting = true;
    },
    listen(listener) {
      const own = () => guarded(listener);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
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
