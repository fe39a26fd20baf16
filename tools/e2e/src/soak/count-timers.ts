/** In the page, before any of its scripts: from now on `globalThis.timersSet` is how many timers are set. */
export function countTimers(): void {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const timers = new Set<unknown>();
  const clear = (timer: unknown) => {
    timers.delete(timer);
    clearTimeout(timer as number);
  };
  Object.assign(globalThis, {
    setTimeout: (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run(...given);
      }, ms);
      timers.add(timer);
      return timer;
    },
    setInterval: (run: () => void, ms?: number, ...given: unknown[]) => {
      const timer = setInterval(run, ms, ...given);
      timers.add(timer);
      return timer;
    },
    clearTimeout: clear,
    clearInterval: clear,
  });
  void clearInterval;
  Object.defineProperty(globalThis, 'timersSet', { get: () => timers.size });
}
