import type { SendIntent } from '@linkspan/contract';
import type { Chain } from './chain.ts';
import { toSendError } from './failures.ts';
import type { Library } from './library.ts';
import { parseTransactionId } from './own/answers.ts';

/** Who is to send, and where. */
export interface Sender {
  readonly library: Library;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly chain: Chain;
}

/**
 * Has the native coin sent. Rejects with `input/recipient`, `input/amount`, `network/…` before the wallet is asked,
 * then with `wallet/malformed`, and as the wallet does; `settled` as `waitForLanding`.
 */
export async function send({ library, wallet, chain }: Sender, intent: SendIntent) {
  const transfer = await chain.prepareTransfer(intent);
  const outcome = await library.send(transfer).catch((error: unknown) => {
    throw toSendError(error, { wallet, method: 'signAndSendTransaction', network: chain.network.title });
  });
  const transaction = parseTransactionId(outcome, wallet);
  return { transaction, settled: chain.waitForLanding(transaction, transfer.signerId) };
}
