/**
 * In the page, before any of its scripts, in engines that cannot bring timers forward by themselves: from now on
 * `globalThis.passTime(ms)` brings the page's clock and timers forward. What comes due by that fires once, in its order,
 * each in a turn of its own, as it would have by itself; what is set meanwhile begins after that.
 */
export function installClock(): void {
  interface Timer {
    dueAt: number;
    real: ReturnType<typeof setTimeout> | undefined;
    readonly everyMs: number | undefined;
    readonly run: () => void;
  }
  const platform = {
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    now: Date.now,
    performanceNow: performance.now.bind(performance),
  };
  const timers = new Map<number, Timer>();
  // A tab keeps its name when it is loaded again, and nobody else uses it here.
  let aheadMs = Number(window.name) || 0;
  let last = 1_000_000;
  const now = () => platform.now() + aheadMs;
  const arm = (id: number, timer: Timer) => {
    timer.real = platform.setTimeout(() => fire(id, timer), Math.max(0, timer.dueAt - now()));
  };
  const fire = (id: number, timer: Timer) => {
    if (timer.everyMs === undefined) timers.delete(id);
    else {
      timer.dueAt = now() + Math.max(1, timer.everyMs);
      arm(id, timer);
    }
    timer.run();
  };
  const set = (ms: number, run: () => void, everyMs?: number) => {
    last += 1;
    const timer: Timer = { dueAt: now() + ms, real: undefined, everyMs, run };
    timers.set(last, timer);
    arm(last, timer);
    return last;
  };
  const clear = (id?: number) => {
    platform.clearTimeout(timers.get(id ?? 0)?.real ?? id);
    timers.delete(id ?? 0);
  };
  const NativeDate = Date;
  class ClockDate extends NativeDate {
    constructor(...given: [] | [number]) {
      super(...((given.length === 0 ? [now()] : given) as [number]));
    }
    static override now = now;
  }
  Object.assign(globalThis, {
    Date: ClockDate,
    setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      set(Number(ms) || 0, () => run(...given)),
    setInterval: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      set(Number(ms) || 0, () => run(...given), Number(ms) || 0),
    clearTimeout: clear,
    clearInterval: clear,
    async passTime(ms: number) {
      aheadMs += ms;
      window.name = String(aheadMs);
      const due = [...timers].filter(([, { dueAt }]) => dueAt <= now());
      due.sort(([, one], [, other]) => one.dueAt - other.dueAt);
      for (const [id, timer] of timers) {
        platform.clearTimeout(timer.real);
        if (timer.dueAt > now()) arm(id, timer);
      }
      for (const [id, timer] of due) {
        if (timers.has(id)) fire(id, timer);
        await new Promise((resolve) => platform.setTimeout(resolve, 0));
      }
    },
  });
  performance.now = () => platform.performanceNow() + aheadMs;
}
