import { LinkspanError, networkOf } from '@linkspan/contract';
import { findNetwork, type QuoteSend } from '@linkspan/kit/session';
import {
  createSolanaRpcFromTransport,
  getBase64Decoder,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { assertTransfer, commitment, compileTransfer, toTransport } from './chain.ts';
import { toNetworkError } from './failures.ts';

/** What the cluster says that it takes for the transfer (`getFeeForMessage`). What a wallet adds to be faster is not in it. */
export const quote: QuoteSend<'solana'> = async (intent, { networks, signal }) => {
  assertTransfer(intent);
  const network = findNetwork(networks, networkOf(intent.account), '');
  const { title } = network;
  const rpc = createSolanaRpcFromTransport(toTransport(network, signal));
  const abort = { abortSignal: signal };
  try {
    const { value: lifetime } = await rpc.getLatestBlockhash({ commitment }).send(abort);
    const { messageBytes } = compileTransfer(intent, lifetime);
    const message = getBase64Decoder().decode(messageBytes) as TransactionMessageBytesBase64;
    const { value: fee } = await rpc.getFeeForMessage(message, { commitment }).send(abort);
    // A node that does not have the blockhash yet tells none.
    if (fee === null) throw new LinkspanError('network/refused', { network: title, detail: 'No fee.' });
    return { fee: String(fee) };
  } catch (error) {
    throw toNetworkError(error, title);
  }
};
