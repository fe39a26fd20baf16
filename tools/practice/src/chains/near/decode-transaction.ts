import { decodeSignedTransaction, encodeTransaction } from '@near-js/transactions';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64 } from '@scure/base';
import { type NearAction, toAction, toKeyText } from './action.ts';
import { toParseError } from './near-error.ts';

/** A signed transaction as it came over the wire. */
export interface NearTransaction {
  readonly signerId: string;
  readonly receiverId: string;
  /** Such as `ed25519:` and base58. */
  readonly publicKey: string;
  readonly nonce: bigint;
  readonly blockHash: Uint8Array;
  readonly actions: readonly NearAction[];
  /** The 32 bytes that are signed: sha256 of the Borsh-encoded transaction. */
  readonly hash: Uint8Array;
  /** The 64 bytes of an ed25519 signature, or undefined for a signature of another kind. */
  readonly signature: Uint8Array | undefined;
}

/** Reads a Borsh-encoded SignedTransaction in base64. Throws `PARSE_ERROR`, or what `toAction` refuses. */
export function decodeTransaction(text: string): NearTransaction {
  const { transaction, signature } = readBorsh(text);
  const ed25519 = signature.ed25519Signature?.data;
  return {
    signerId: transaction.signerId,
    receiverId: transaction.receiverId,
    publicKey: toKeyText(transaction.publicKey),
    nonce: transaction.nonce,
    blockHash: Uint8Array.from(transaction.blockHash),
    actions: transaction.actions.map(toAction),
    hash: sha256(encodeTransaction(transaction)),
    signature: ed25519 && Uint8Array.from(ed25519),
  };
}

/** The transaction's id in base58. */
export function toTransactionId({ hash }: NearTransaction): string {
  return base58.encode(hash);
}

function readBorsh(text: string) {
  try {
    const bytes = base64.decode(text);
    const signed = decodeSignedTransaction(bytes);
    // Borsh ignores what follows the last field; a node does not.
    if (encodeTransaction(signed).length === bytes.length) return signed;
  } catch (cause) {
    throw toParseError(`Failed to decode transaction: ${cause instanceof Error ? cause.message : cause}`);
  }
  throw toParseError('Failed to decode transaction: Not all bytes read');
}
