import { base64 } from '@scure/base';
import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';
import {
  getTransferSolInstructionDataDecoder,
  SYSTEM_PROGRAM_ADDRESS,
  TRANSFER_SOL_DISCRIMINATOR,
} from '@solana-program/system';
import { RpcError, rpcCodes } from '../json-rpc.ts';

/** The maximum size of a transaction on Solana's network. */
const MAX_TRANSACTION_BYTES = 1232;

/** A transaction as it was sent, with a legacy or version 0 message. */
export interface DecodedTransaction {
  readonly transaction: Transaction;
  readonly message: Exclude<CompiledTransactionMessage, { version: 1 }> &
    CompiledTransactionMessageWithLifetime;
}

/** Decodes a transaction. Throws an Error that says why it is none. */
export function readTransaction(bytes: Uint8Array): DecodedTransaction {
  if (bytes.length > MAX_TRANSACTION_BYTES) throw new Error(`too large: ${bytes.length} bytes`);
  const transaction = getTransactionDecoder().decode(bytes);
  // Kit's transaction has all that follows the signatures as its message.
  const [message, end] = getCompiledTransactionMessageDecoder().read(transaction.messageBytes, 0);
  if (end !== transaction.messageBytes.length) throw new Error('bytes follow the transaction');
  if (message.version === 1) throw new Error('version 1 is not supported');
  return { transaction, message: message as DecodedTransaction['message'] };
}

/** Decodes a transaction in base64. Throws -32602. */
export function decodeTransaction(text: string): DecodedTransaction {
  try {
    return readTransaction(base64.decode(text));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const error = { code: rpcCodes.invalidParams, message: `Invalid params: no transaction: ${reason}` };
    throw new RpcError(error, { cause });
  }
}

const transfer = getTransferSolInstructionDataDecoder();

/** The lamports that an instruction transfers by the system program; undefined for any other instruction. */
export function readTransfer(
  { programAddressIndex, data }: DecodedTransaction['message']['instructions'][number],
  addresses: readonly string[],
): bigint | undefined {
  if (addresses[programAddressIndex] !== SYSTEM_PROGRAM_ADDRESS || data?.length !== transfer.fixedSize)
    return undefined;
  const { discriminator, amount } = transfer.decode(data);
  return discriminator === TRANSFER_SOL_DISCRIMINATOR ? amount : undefined;
}
