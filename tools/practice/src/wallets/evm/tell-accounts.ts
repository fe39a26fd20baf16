import { toSpelling } from '../switches.ts';
import type { WalletCore } from '../wallet-core.ts';

/** What the page is told of its accounts: their addresses, or what are none where the wallet tells rubbish. */
export function tellAccounts({ store }: WalletCore, accounts: readonly string[]): readonly unknown[] {
  const { switches } = store.get();
  if (switches.rubbish === 'accounts') return ['0xharbour', 42];
  return accounts.map((account) => toSpelling(account, switches));
}
