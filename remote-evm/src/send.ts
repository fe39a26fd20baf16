import type { SendIntent } from '@linkspan/contract';
import type { Chain } from './chain.ts';
import { toSendError } from './failures.ts';
import type { Library } from './library.ts';

/** Who is to send, and where. */
export interface Sender {
  readonly library: Library;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly chain: Chain;
}

/**
 * Has the native coin sent. Rejects with `input/recipient`, `input/amount` before the wallet is asked, then with
 * `network/insufficient-funds`, and as the wallet does; `settled` as `waitForLanding`.
 */
export async function send({ library, wallet, chain }: Sender, intent: SendIntent) {
  const transfer = await chain.prepareTransfer(intent);
  const transaction = await library.send(transfer).catch((error: unknown) => {
    const { account } = intent;
    throw toSendError(error, {
      wallet,
      method: 'eth_sendTransaction',
      network: chain.network.title,
      account,
    });
  });
  return { transaction, settled: chain.waitForLanding(transaction) };
}
