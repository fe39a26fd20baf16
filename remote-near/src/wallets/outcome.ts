import { field, LinkspanError, toList } from '@linkspan/contract';
import { assertSigner } from '@linkspan/kit/verified';
import { parseAccountId } from '../accounts.ts';
import type { TransactionParams } from './loaded-wallet.ts';

/**
 * The one outcome in a wallet's answer for one transaction, with `transaction.hash`. `place` is where the wallet has
 * its list. Throws `wallet/malformed`, and `wallet/other-signer` if the outcome is another account's.
 */
export function parseOutcome(
  answer: unknown,
  place: string,
  { wallet, signerId, receiverId }: { readonly wallet: string } & Omit<TransactionParams, 'actions'>,
): unknown {
  const malformed = (where: string) => new LinkspanError('wallet/malformed', { wallet, place: where });
  const [outcome, ...others] = toList(field(answer, place)) ?? [];
  if (outcome == null || others.length > 0) throw malformed(place);
  const transaction = field(outcome, 'transaction');
  // Not every wallet reports them; the network decides anyway.
  const [signer, receiver] = ['signer_id', 'receiver_id'].map((name) => {
    const value = field(transaction, name);
    const id = parseAccountId(value);
    if (value != null && id === undefined) throw malformed(`transaction.${name}`);
    return id;
  });
  if (signer !== undefined) assertSigner(wallet, signerId, signer);
  if (receiver !== undefined && receiver !== receiverId) throw malformed('transaction.receiver_id');
  if (typeof field(transaction, 'hash') === 'string') return outcome;
  const hash = field(field(outcome, 'transaction_outcome'), 'id');
  if (typeof hash === 'string') return { transaction: { hash } };
  throw malformed('transaction.hash');
}
