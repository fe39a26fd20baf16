import {
  type Action,
  decodeTransaction,
  encodeTransaction,
  type SignedTransaction,
  type Transaction,
} from '@near-js/transactions';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isRecord } from '../shape.ts';
import { invalidParams } from '../wallet-error.ts';
import type { NearCall } from './near-action.ts';
import type { NearKey } from './near-keys.ts';
import { parseNearPublicKey } from './near-public-key.ts';
import { parseNearCall, parseNearText } from './parse-near-call.ts';

/** Where a transaction stands on the chain. */
export interface NearPlace {
  /** One more than the key's last. */
  readonly nonce: bigint;
  /** The 32 bytes of a recent block's hash. */
  readonly blockHash: Uint8Array;
}

/** Builds a transaction of an account, signs it by its key, and writes both in Borsh. */
export function signNearTransaction(call: NearCall, key: NearKey, place: NearPlace): Uint8Array {
  const transaction = {
    signerId: key.accountId,
    publicKey: parseNearPublicKey(key.publicKey),
    ...place,
    receiverId: call.receiverId,
    // The library declares its classes, but writes any object of the same fields.
    actions: call.actions as unknown as Action[],
  } as unknown as Transaction;
  const data = ed25519.sign(sha256(encodeTransaction(transaction)), key.seed);
  return encodeTransaction({
    transaction,
    signature: { ed25519Signature: { data } },
  } as unknown as SignedTransaction);
}

/** Reads an unsigned transaction in Borsh: who signs it, and what it does. Throws -32602. */
export function parseNearTransaction(bytes: Uint8Array): NearCall & { readonly signerId: string } {
  const transaction: unknown = decode(bytes);
  const signerId = isRecord(transaction) ? transaction.signerId : undefined;
  return { ...parseNearCall(transaction), signerId: parseNearText(signerId, 'signerId') };
}

function decode(bytes: Uint8Array): unknown {
  try {
    return decodeTransaction(bytes);
  } catch (cause) {
    throw Object.assign(invalidParams('The transaction is not in Borsh.'), { cause });
  }
}
