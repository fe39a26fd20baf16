import type { SendIntent, SendOptions, Sent } from '@linkspan/contract';
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
 * then with `wallet/malformed`, and as the wallet does.
 */
export async function send(
  { library, wallet, chain }: Sender,
  intent: SendIntent,
  { noted }: SendOptions,
): Promise<Sent> {
  const transfer = await chain.prepareTransfer(intent);
  const note = await chain.takeNote(transfer.signerId);
  noted(note);
  const outcome = await library.send(transfer).catch((error: unknown) => {
    throw toSendError(error, { wallet, method: 'signAndSendTransaction', network: chain.network.title });
  });
  const transaction = parseTransactionId(outcome, wallet);
  // Until when it can land, should the chain not know it.
  chain.completeNote(note).then(noted, () => undefined);
  return { transaction };
}
