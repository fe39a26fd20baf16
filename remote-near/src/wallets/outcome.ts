import { field, LinkspanError, toList } from '@linkspan/contract';
import { assertSigner } from '@linkspan/kit/verified';
import { parseAccountId } from '../accounts.ts';
import type { TransactionParams } from './loaded-wallet.ts';

/** A wallet's answer for transactions. */
interface Answer {
  readonly answer: unknown;
  /** Where the wallet has its list. */
  readonly place: string;
  readonly wallet: string;
}

/** The one outcome in a wallet's answer for one transaction, as `parseOutcomes`. */
export function parseOutcome(answer: Answer, transaction: TransactionParams): unknown {
  return parseOutcomes(answer, [transaction])[0];
}

/**
 * The outcomes in a wallet's answer, one for each transaction, with `transaction.hash`. Throws `wallet/malformed`, and
 * `wallet/other-signer` if an outcome is another account's.
 */
export function parseOutcomes(
  { answer, place, wallet }: Answer,
  transactions: readonly TransactionParams[],
): readonly unknown[] {
  const outcomes = toList(field(answer, place)) ?? [];
  if (outcomes.length !== transactions.length || !outcomes.every((one) => one != null))
    throw new LinkspanError('wallet/malformed', { wallet, place });
  return transactions.map((one, at) => parseOne(outcomes[at], wallet, one));
}

function parseOne(
  outcome: unknown,
  wallet: string,
  { signerId, receiverId }: Omit<TransactionParams, 'actions'>,
): unknown {
  const malformed = (where: string) => new LinkspanError('wallet/malformed', { wallet, place: where });
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
