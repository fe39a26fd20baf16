import type { Family } from './families.ts';

/** A wallet that has announced itself. */
export interface Wallet {
  readonly family: Family;
  readonly id: string;
  readonly name: string;
  /** A data address. */
  readonly icon: string;
  /** Asks the wallet; returns the first account's address. */
  connect(): Promise<string>;
}

let wallets: readonly Wallet[] = [];
const listeners = new Set<() => void>();

/** The wallets that are here now. */
export function getWallets(): readonly Wallet[] {
  return wallets;
}

/** Calls back at each change of the list; returns the undoing. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes a wallet in, unless it is here already. */
export function addWallet(wallet: Wallet): void {
  if (wallets.some(({ family, id }) => family === wallet.family && id === wallet.id)) return;
  wallets = [...wallets, wallet];
  for (const listener of listeners) listener();
}
