import type { WalletCore } from '../wallet-core.ts';

/** What the page is told of its accounts: their addresses, or what are none where the wallet tells rubbish. */
export function tellAccounts({ store }: WalletCore, accounts: readonly string[]): readonly unknown[] {
  return store.get().switches.rubbish === 'accounts' ? ['0xharbour', 42] : accounts;
}
