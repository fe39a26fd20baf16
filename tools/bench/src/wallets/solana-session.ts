import type { WalletAccount } from '@wallet-standard/base';
import type {
  StandardConnectMethod,
  StandardDisconnectMethod,
  StandardEventsOnMethod,
} from '@wallet-standard/features';
import { createListeners } from './listeners.ts';
import type { Permission } from './permission.ts';

/** What a page sees of the Solana wallet: nothing until it connects, whatever was approved before. */
export interface SolanaSession {
  accounts(): readonly WalletAccount[];
  readonly connect: StandardConnectMethod;
  /** Takes the permission back too. */
  readonly disconnect: StandardDisconnectMethod;
  readonly on: StandardEventsOnMethod;
}

/** The session of one load of a page. */
export function createSolanaSession(account: WalletAccount, permission: Permission): SolanaSession {
  const listeners = createListeners<{ readonly accounts: readonly WalletAccount[] }>();
  let accounts: readonly WalletAccount[] = [];
  const show = (next: readonly WalletAccount[]) => {
    if (next.length === accounts.length) return;
    accounts = next;
    listeners.tell({ accounts });
  };
  return {
    accounts: () => accounts,
    async connect({ silent = false } = {}) {
      if (!silent) permission.ask();
      show(permission.isGranted() ? [account] : []);
      return { accounts };
    },
    async disconnect() {
      permission.revoke();
      show([]);
    },
    on(_event, listener) {
      listeners.add(listener);
      return () => listeners.remove(listener);
    },
  };
}
