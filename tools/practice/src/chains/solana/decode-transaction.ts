import { base58, base64 } from '@scure/base';
import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';
import { RpcError, rpcCodes } from '../rpc/rpc-error.ts';

/** The largest transaction that Solana's network carries, in bytes. */
const MAX_TRANSACTION_BYTES = 1232;

/** How the bytes of a transaction are written in a request. */
export type WireEncoding = 'base58' | 'base64';

/** A legacy or version 0 message with its recent blockhash. */
export type SolanaMessage = Exclude<CompiledTransactionMessage, { version: 1 }> &
  CompiledTransactionMessageWithLifetime;

/** A transaction as it came over the wire. */
export interface DecodedTransaction {
  readonly bytes: Uint8Array;
  readonly transaction: Transaction;
  readonly message: SolanaMessage;
}

/** Reads a signed transaction. Throws -32602 for what is none. */
export function decodeTransaction(text: string, encoding: WireEncoding): DecodedTransaction {
  const bytes = readBytes(text, encoding);
  if (bytes.length > MAX_TRANSACTION_BYTES) throw toRefusal(`too large: ${bytes.length} bytes`);
  return { bytes, ...readTransaction(bytes) };
}

/** Reads a message that is not signed, as `getFeeForMessage` takes it. Throws -32602 for what is none. */
export function decodeMessage(text: string): SolanaMessage {
  try {
    return readMessage(readBytes(text, 'base64'));
  } catch (cause) {
    throw cause instanceof RpcError ? cause : toRefusal('failed to deserialize the message', cause);
  }
}

function readBytes(text: string, encoding: WireEncoding): Uint8Array {
  try {
    return encoding === 'base58' ? base58.decode(text) : base64.decode(text);
  } catch (cause) {
    throw toRefusal(`invalid ${encoding} encoding`, cause);
  }
}

function readTransaction(bytes: Uint8Array): { transaction: Transaction; message: SolanaMessage } {
  try {
    const [transaction, end] = getTransactionDecoder().read(bytes, 0);
    if (end !== bytes.length) throw toRefusal('bytes follow the transaction');
    return { transaction, message: readMessage(transaction.messageBytes) };
  } catch (cause) {
    throw cause instanceof RpcError ? cause : toRefusal('failed to deserialize the transaction', cause);
  }
}

function readMessage(
  bytes: Parameters<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>[0],
) {
  const message = getCompiledTransactionMessageDecoder().decode(bytes);
  if (message.version === 1) throw toRefusal('version 1 is not supported by this simulated cluster');
  return message as SolanaMessage;
}

function toRefusal(reason: string, cause?: unknown): RpcError {
  return new RpcError({ code: rpcCodes.invalidParams, message: `Invalid params: ${reason}` }, { cause });
}
