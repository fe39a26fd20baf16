import { toSpelling } from '../switches.ts';
import type { WalletCore } from '../wallet-core.ts';
import type { NearKey } from './near-keys.ts';
import { type NearOutcome, toTransactionId } from './send-near.ts';

/** An account as NEAR's wallets tell it. */
export interface NearAccount {
  readonly accountId: string;
  readonly publicKey: string;
}

/** An outcome as the RPC writes it; the id of the transaction alone where it is to come in another form. */
export function toOutcomeForm({ store }: WalletCore, outcome: NearOutcome): NearOutcome {
  if (!store.get().switches.otherSignatureForm) return outcome;
  // The type says what the page may rely on, and the switch is there to break just that.
  return toTransactionId(outcome) as unknown as NearOutcome;
}

/** What the page is told of its accounts; what are none where the wallet tells rubbish. */
export function toAccounts(
  { store }: WalletCore,
  keys: readonly NearKey[],
  shown: readonly string[],
): readonly NearAccount[] {
  const { switches } = store.get();
  if (switches.rubbish === 'accounts') return [{ accountId: 'No Harbour!', publicKey: 7 }, null] as never;
  return shown.flatMap((account) =>
    keys
      .filter(({ accountId }) => accountId === account)
      .map(({ accountId, publicKey }) => ({ accountId: toSpelling(accountId, switches), publicKey })),
  );
}
