import type { SendIntent, SendOptions, Sent } from '@linkspan/contract';
import type { Chain } from './chain.ts';
import { toSendError } from './failures.ts';
import type { Library } from './library.ts';
import type { TransactionVersion } from './provider.ts';

/** Who is to send, and where. */
export interface Sender {
  readonly library: Library;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly chain: Chain;
  /** What the wallet takes. */
  readonly version: TransactionVersion | undefined;
}

/**
 * Has the native coin sent. Rejects with `input/recipient`, `input/amount`, `network/…` before the wallet is asked,
 * then as the wallet does.
 */
export async function send(
  { library, wallet, chain, version }: Sender,
  intent: SendIntent,
  { noted }: SendOptions,
): Promise<Sent> {
  const { transaction: unsigned, note } = await chain.prepareTransfer(intent, version);
  noted(note);
  let isOurs = false;
  const destination = {
    ...chain,
    submit: (signed: Uint8Array) => {
      isOurs = true;
      return chain.submit(signed);
    },
  };
  const transaction = await library.send(intent.account, unsigned, destination).catch((error: unknown) => {
    const method = 'solana:signAndSendTransaction';
    throw toSendError(error, { wallet, method, network: chain.network.title });
  });
  // Until when it can land, should the cluster not know it. What a wallet has only signed may have no such limit: it may
  // advance a durable nonce.
  if (!isOurs) chain.completeNote(note).then(noted, () => undefined);
  return { transaction };
}
