/** Time that passes only as far as somebody waits for it. */
export interface VirtualTime {
  /** Milliseconds since 1970. Between two runs it may be set. */
  now: number;
  /** Runs work, and whatever it leaves behind, until no timer is left. Rejects where the work then has not ended. */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Gives the real timers back. */
  close(): void;
}

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/**
 * Puts timers of virtual time in the place of the global ones. `isBusy` tells whether something real, which no timer
 * waits for, has not ended yet.
 */
export function openVirtualTime(isBusy: () => boolean): VirtualTime {
  const real = { setTimeout, clearTimeout };
  const { timeout } = AbortSignal;
  const timers = new Map<number, Timer>();
  let count = 0;

  async function quiet(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (isBusy());
  }

  function ringNext(): void {
    let first: [number, Timer] | undefined;
    for (const entry of timers) if (first === undefined || entry[1].at < first[1].at) first = entry;
    if (first === undefined) return;
    timers.delete(first[0]);
    time.now = Math.max(time.now, first[1].at);
    first[1].ring();
  }

  const time: VirtualTime = {
    now: 0,
    async run(work) {
      let isOver = false;
      const outcome = work().finally(() => {
        isOver = true;
      });
      outcome.catch(() => undefined);
      await quiet();
      while (timers.size > 0) {
        ringNext();
        await quiet();
      }
      if (!isOver) throw new Error('Nothing is waited for, and the work has not ended');
      return outcome;
    },
    close() {
      Object.assign(globalThis, real);
      Object.assign(AbortSignal, { timeout });
    },
  };

  Object.assign(globalThis, {
    setTimeout(ring: () => void, ms = 0) {
      count += 1;
      timers.set(count, { at: time.now + ms, ring });
      return count;
    },
    clearTimeout: (timer: number) => timers.delete(timer),
  });
  Object.assign(AbortSignal, {
    timeout(ms: number) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
      return controller.signal;
    },
  });
  return time;
}
