/** Who hears of a wallet's changes. */
export interface Listeners<Fact> {
  add(listener: (fact: Fact) => void): void;
  remove(listener: (fact: Fact) => void): void;
  tell(fact: Fact): void;
}

/** Nobody yet. */
export function createListeners<Fact>(): Listeners<Fact> {
  const listeners = new Set<(fact: Fact) => void>();
  return {
    add: (listener) => void listeners.add(listener),
    remove: (listener) => void listeners.delete(listener),
    tell(fact) {
      for (const listener of [...listeners]) listener(fact);
    },
  };
}
