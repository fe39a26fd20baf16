/** Listeners by the name of their event. */
export interface Emitter {
  on(event: string, listener: (...facts: never[]) => void): void;
  once(event: string, listener: (...facts: never[]) => void): void;
  off(event: string, listener: (...facts: never[]) => void): void;
  emit(event: string, ...facts: unknown[]): void;
}

/** Makes an emitter. A listener that throws keeps no other from being called; its error reaches the page. */
export function createEmitter(): Emitter {
  const listeners = new Map<string, Set<(...facts: never[]) => void>>();
  const of = (event: string) => listeners.get(event) ?? new Set();
  const on: Emitter['on'] = (event, listener) => {
    listeners.set(event, of(event).add(listener));
  };
  const off: Emitter['off'] = (event, listener) => {
    of(event).delete(listener);
  };
  return {
    on,
    off,
    once: (event, listener) => {
      const first = (...facts: never[]) => {
        off(event, first);
        listener(...facts);
      };
      on(event, first);
    },
    emit: (event, ...facts) => {
      for (const listener of [...of(event)]) callSafely(listener, facts);
    },
  };
}

function callSafely(listener: (...facts: never[]) => void, facts: readonly unknown[]): void {
  try {
    Reflect.apply(listener, undefined, facts);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
