import { LinkspanError, networkOf } from '@linkspan/contract';
import { findNetwork, type QuoteSend } from '@linkspan/kit/session';
import {
  createSolanaRpcFromTransport,
  getBase64Decoder,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { assertTransfer, commitment, compileTransfer, toTransport } from './chain.ts';
import { toNetworkError } from './failures.ts';

/** The cluster's fee for the transfer (`getFeeForMessage`). A wallet's priority fee is not in it. */
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
    // A node without the blockhash reports none.
    if (fee === null) throw new LinkspanError('network/refused', { network: title, detail: 'No fee.' });
    return { fee: String(fee) };
  } catch (error) {
    throw toNetworkError(error, title);
  }
};
