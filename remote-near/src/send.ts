import {
  field,
  LinkspanError,
  type SendIntent,
  type SendOptions,
  type Sent,
  toList,
} from '@linkspan/contract';
import { findSent } from '@linkspan/kit/follow';
import { type Chain, parseTransfer } from './chain.ts';
import { toSendError } from './failures.ts';
import { base58Form, isBase58 } from './keys.ts';
import type { Library } from './library.ts';

export interface Sender {
  readonly library: Library;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly chain: Chain;
  /** Aborted with the session: nothing is asked for any more. */
  readonly signal: AbortSignal;
}

/**
 * Has the native coin sent. Rejects with `input/…`, `network/…`, `wallet/cancelled` before the wallet is asked, then with `wallet/malformed`, and as the wallet does.
 */
export async function send(
  { library, wallet, chain, signal }: Sender,
  intent: SendIntent,
  { noted }: SendOptions,
): Promise<Sent> {
  const transfer = parseTransfer(intent);
  const { failure } = await chain.estimate(transfer);
  if (failure !== undefined) throw failure;
  const note = await chain.takeNote(transfer.signerId);
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  noted(note);
  const outcome = await library.send(transfer).catch((error: unknown) => {
    const hash = findSent(error, { form: base58Form, note, noted });
    if (hash !== undefined) return { transaction: { hash } };
    throw toSendError(error, { wallet, method: 'signAndSendTransaction', network: chain.network.title });
  });
  const transaction = parseTransactionId(outcome, wallet);
  // Until when it can land, should the chain not know it.
  chain.completeNote(note).then(noted, () => undefined);
  return { transaction };
}

/** The id of a transaction in base58, from the outcome that a wallet tells. Throws `wallet/malformed`. */
function parseTransactionId(answer: unknown, wallet: string): string {
  // Some wallets answer with a list, alone or in `transactions`, though they were asked for one.
  const outcomes = toList(field(answer, 'transactions')) ?? toList(answer) ?? [answer];
  const hash = field(field(outcomes[0], 'transaction'), 'hash');
  if (isBase58(hash)) return hash;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'transaction.hash' });
}
