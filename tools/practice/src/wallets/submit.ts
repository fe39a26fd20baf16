import type { WalletCore } from './wallet-core.ts';
import { sendingFails, sentButFailed } from './wallet-error.ts';

/** Brings something to the chain by `send`, as the wallet's switches let it. Throws -32603, and what `send` does. */
export async function submit<T>({ store }: WalletCore, send: () => Promise<T>): Promise<T> {
  if (store.get().switches.failsWhenSending) throw sendingFails();
  const sent = await send();
  if (store.get().switches.failsAfterSending) throw sentButFailed();
  return sent;
}
