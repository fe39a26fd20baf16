import { addressOf, type SendIntent, type WalletRef } from '@linkspan/contract';
import { toSendError } from './failures.ts';
import type { Place } from './place.ts';
import { parseTransactionId } from './provider.ts';

/**
 * Has the native coin sent. Rejects with `input/amount`, `input/recipient`, `network/insufficient-funds`,
 * `wallet/malformed`, and as the wallet does; `settled` with `network/reverted`, `network/expired`.
 */
export async function send(wallet: WalletRef, { chain, selected }: Place, intent: SendIntent) {
  await chain.assertSendable(intent);
  const signerId = addressOf(intent.account);
  const wish = { signerId, receiverId: intent.to, amount: intent.amount };
  const outcome = await selected.transfer(wish).catch((cause: unknown) => {
    const asked = { wallet: wallet.name, method: 'signAndSendTransaction', network: chain.network.title };
    throw toSendError(cause, asked);
  });
  const transaction = parseTransactionId(outcome, wallet);
  return { transaction, settled: chain.landing(transaction, signerId) };
}
