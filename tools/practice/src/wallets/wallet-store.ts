import type { PageStorage } from './page-storage.ts';
import type { WalletId } from './wallet-id.ts';
import { parseWalletState, type WalletChoices, type WalletState } from './wallet-state.ts';

/** What begins the name of everything the practice wallets remember in the page's storage. */
export const STORAGE_PREFIX = 'practice-wallet:';

/** Holds one wallet's state, remembers it, and tells of changes, also of those made in another tab. */
export interface WalletStore {
  get(): WalletState;
  update(change: (state: WalletState) => WalletState): void;
  /** Calls back after each change with the state before; returns the undoing. */
  subscribe(listener: (before: WalletState) => void): () => void;
  /** Reads again what is remembered, after another tab has changed it. */
  refresh(): void;
}

/** Opens the store of one wallet on what the storage remembers under `practice-wallet:<id>`. */
export function createWalletStore(id: WalletId, choices: WalletChoices, storage: PageStorage): WalletStore {
  const key = `${STORAGE_PREFIX}${id}`;
  const listeners = new Set<(before: WalletState) => void>();
  let state = readState(storage.getItem(key), choices);

  const become = (next: WalletState) => {
    const before = state;
    state = next;
    for (const listener of [...listeners]) listener(before);
  };
  return {
    get: () => state,
    update: (change) => {
      const next = change(state);
      storage.setItem(key, JSON.stringify(next));
      become(next);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: () => become(readState(storage.getItem(key), choices)),
  };
}

function readState(remembered: string | null, choices: WalletChoices): WalletState {
  return parseWalletState(parseJson(remembered), choices);
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
