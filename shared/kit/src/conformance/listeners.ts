/** Counts the listeners that are added to these targets from now on and not taken away again. */
export function countListeners(targets: readonly EventTarget[]): { left(): string[]; stop(): void } {
  const counts = targets.map(countOn);
  return {
    left: () => counts.flatMap(({ left }) => left()),
    stop: () => {
      for (const { stop } of counts) stop();
    },
  };
}

interface Entry {
  readonly type: string;
  readonly listener: unknown;
  readonly capture: boolean;
}

function countOn(target: EventTarget) {
  const entries = new Set<Entry>();
  const { addEventListener, removeEventListener } = target;
  const find = (type: string, listener: unknown, capture: boolean) =>
    [...entries].find((one) => one.type === type && one.listener === listener && one.capture === capture);
  const forget = (entry: Entry | undefined) => {
    if (entry !== undefined) entries.delete(entry);
  };

  target.addEventListener = (type, listener, options) => {
    addEventListener.call(target, type, listener, options);
    const { once, signal } = typeof options === 'object' ? options : {};
    if (listener === null || signal?.aborted || find(type, listener, isCapture(options))) return;
    const entry = { type, listener, capture: isCapture(options) };
    entries.add(entry);
    signal?.addEventListener('abort', () => forget(entry), { once: true });
    if (once) addEventListener.call(target, type, () => forget(entry), { once: true });
  };
  target.removeEventListener = (type, listener, options) => {
    removeEventListener.call(target, type, listener, options);
    forget(find(type, listener, isCapture(options)));
  };
  return {
    left: () => [...entries].map(({ type }) => type),
    stop() {
      Reflect.deleteProperty(target, 'addEventListener');
      Reflect.deleteProperty(target, 'removeEventListener');
    },
  };
}

function isCapture(options: boolean | EventListenerOptions | undefined): boolean {
  return typeof options === 'object' ? options.capture === true : options === true;
}
