import type { WalletCore } from './wallet-core.ts';

/**
 * The time in which one object that a wallet has put into the page works. When its extension is updated, the object
 * stays in the page and is dead: what was asked of it and what is asked of it hangs.
 */
export interface Life {
  isOver(): boolean;
  /** Ends it, and calls back whoever waits for that. */
  end(): void;
  /** Calls when it ends; returns what takes that back. */
  onEnd(listener: () => void): () => void;
  /** Answers one request of the page, as the wallet's switches let it. Passes on what the request throws. */
  serve<T>(answer: () => Promise<T>): Promise<T>;
}

/** Begins the life of one object of a wallet. */
export function createLife({ store, approvals }: WalletCore): Life {
  const listeners = new Set<() => void>();
  let isOver = false;
  const isSilent = () => isOver || store.get().switches.goesSilent;
  return {
    isOver: () => isOver,
    end: () => {
      isOver = true;
      for (const listener of listeners) listener();
      listeners.clear();
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    serve: async <T>(answer: () => Promise<T>) => {
      if (isSilent()) return never<T>();
      const approved = approvals();
      const [outcome] = await Promise.allSettled([answer()]);
      const { hangsAfterApproval, rubbish } = store.get().switches;
      if (isSilent() || (hangsAfterApproval && approvals() > approved)) return never<T>();
      if (outcome.status === 'rejected') throw outcome.reason;
      // What a page does with an answer that its types do not know is what the switch is for.
      return rubbish === 'null' ? (null as T) : outcome.value;
    },
  };
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}
