import { LinkspanError } from '@linkspan/contract';

/** A value that somebody tells again and again, and those who wait for it. */
export interface Told<Value> {
  tell(value: Value): void;
  /** Throws `wallet/not-connected` before the first value. */
  latest(): Value;
  /** The first value from now on, the latest included, that passes. Rejects with `wallet/cancelled` by the signal. */
  until(passes: (value: Value) => boolean): Promise<Value>;
  /** Calls at each value from now on, until the signal aborts. */
  listen(listener: (value: Value) => void): void;
}

/** `wallet` is the wallet's name, for the texts. */
export function createTold<Value>(wallet: string, signal: AbortSignal): Told<Value> {
  const listeners = new Set<(value: Value) => void>();
  let told: { readonly value: Value } | undefined;
  signal.addEventListener('abort', () => listeners.clear(), { once: true });

  return {
    tell(value) {
      told = { value };
      // React may be at work on the one who tells: what a listener does must not run inside of that.
      queueMicrotask(() => {
        for (const listener of [...listeners]) listener(value);
      });
    },
    latest() {
      if (told === undefined) throw new LinkspanError('wallet/not-connected', {});
      return told.value;
    },
    until: (passes) =>
      new Promise((resolve, reject) => {
        const stop = () => reject(new LinkspanError('wallet/cancelled', { wallet }));
        if (signal.aborted) return stop();
        if (told !== undefined && passes(told.value)) return resolve(told.value);
        const look = (value: Value) => {
          if (!passes(value)) return;
          listeners.delete(look);
          signal.removeEventListener('abort', stop);
          resolve(value);
        };
        listeners.add(look);
        signal.addEventListener('abort', stop, { once: true });
      }),
    listen: (listener) => {
      if (!signal.aborted) listeners.add(listener);
    },
  };
}
