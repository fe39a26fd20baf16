import type { WalletAccount } from '@wallet-standard/base';
import type { WalletCore } from '../wallet-core.ts';

/** What the page is told of its accounts; what are none where the wallet tells rubbish. */
export function tellAccounts(
  { store }: WalletCore,
  accounts: readonly WalletAccount[],
): readonly WalletAccount[] {
  const { rubbish } = store.get().switches;
  // The type says what the page may rely on, and the switch is there to break just that.
  return rubbish === 'accounts' ? (noAccounts as unknown as readonly WalletAccount[]) : accounts;
}

const noAccounts = Object.freeze([{ address: 'no harbour', publicKey: 'none' }, null, 42]);
