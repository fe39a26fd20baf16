import { PublicKey } from '@near-js/crypto';
import { type Action, decodeSignedTransaction, encodeTransaction } from '@near-js/transactions';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64 } from '@scure/base';
import type { NearCall } from './contract.ts';
import type { Ledger, NearAccount } from './ledger.ts';
import { toInvalidTransaction, toParseError } from './near-error.ts';

/** A signed transaction of transfers and calls. */
export type NearTransaction = ReturnType<typeof decodeTransaction>;

/** A transfer, or a call of a contract. */
export interface NearAction {
  /** In yoctoNEAR. */
  readonly deposit: bigint;
  readonly call?: NearCall;
}

/** The price of one unit of gas in yoctoNEAR, as on the real networks at rest. */
export const GAS_PRICE = 100_000_000n;

const RECEIPT_GAS = 108_059_500_000n;
const TRANSFER_GAS = 115_123_062_500n;

// As on the real networks: about a day of blocks.
const VALIDITY_BLOCKS = 86_400;

/**
 * Decodes a Borsh-encoded SignedTransaction in base64. Throws `PARSE_ERROR`, and `UnsupportedProtocolFeature` for any
 * action but a transfer or a call.
 */
export function decodeTransaction(text: string) {
  const { transaction, signature } = decodeBorsh(text);
  const { signerId, receiverId, nonce, blockHash, publicKey, actions } = transaction;
  const { ed25519Key, secp256k1Key } = publicKey;
  const key = ed25519Key ?? secp256k1Key;
  if (key === undefined) throw toParseError('Failed to decode transaction: no public key');
  const hash = sha256(encodeTransaction(transaction));
  return {
    /** The transaction's id: the hash that is signed, in base58. */
    id: base58.encode(hash),
    hash,
    signerId,
    receiverId,
    publicKey: new PublicKey({ keyType: ed25519Key ? 0 : 1, data: Uint8Array.from(key.data) }),
    nonce,
    blockHash: Uint8Array.from(blockHash),
    actions: actions.map(toAction),
    signature: Uint8Array.from(signature.ed25519Signature?.data ?? []),
  };
}

function decodeBorsh(text: string) {
  try {
    const bytes = base64.decode(text);
    const signed = decodeSignedTransaction(bytes);
    // Borsh ignores what follows the last field, but a node does not.
    if (encodeTransaction(signed).length === bytes.length) return signed;
  } catch (cause) {
    throw toParseError(`Failed to decode transaction: ${cause instanceof Error ? cause.message : cause}`);
  }
  throw toParseError('Failed to decode transaction: Not all bytes read');
}

function toAction({ transfer, functionCall, ...others }: Action): NearAction {
  if (transfer) return { deposit: transfer.deposit };
  if (!functionCall) return refuseAction(Object.keys(others)[0]);
  const { methodName, args, gas, deposit } = functionCall;
  return { deposit, call: { methodName, args: Uint8Array.from(args), gas } };
}

function refuseAction(action = 'unknown'): never {
  const feature = { protocol_feature: `${action}, which the NEAR fixture does not have`, version: 0 };
  throw toInvalidTransaction({ ActionsValidation: { UnsupportedProtocolFeature: feature } });
}

/** The gas of sending the actions as one receipt. Running the receipt takes the same, and all gas of its calls. */
export function toGas({ actions }: NearTransaction): bigint {
  return RECEIPT_GAS + TRANSFER_GAS * BigInt(actions.length);
}

/** The gas that the calls are given, which the fixture burns as a whole. */
export function toCallGas({ actions }: NearTransaction): bigint {
  return actions.reduce((total, { call }) => total + (call?.gas ?? 0n), 0n);
}

/** What the actions move, in yoctoNEAR. */
export function toDeposit({ actions }: NearTransaction): bigint {
  return actions.reduce((total, { deposit }) => total + deposit, 0n);
}

/** What the transaction costs its signer if it succeeds, in yoctoNEAR. */
export function toCost(transaction: NearTransaction): bigint {
  return toDeposit(transaction) + (2n * toGas(transaction) + toCallGas(transaction)) * GAS_PRICE;
}

/** Whether a text has the form of an account id (NEP-1). */
export function isAccountId(text: string): boolean {
  return text.length >= 2 && text.length <= 64 && /^[a-z\d]+([-_.][a-z\d]+)*$/.test(text);
}

/** Returns the signer's account. Throws `INVALID_TRANSACTION` unless it may send the transaction and can pay for it. */
export function verifyTransaction({ accounts, blocks }: Ledger, transaction: NearTransaction): NearAccount {
  const { signerId, receiverId, publicKey, nonce, blockHash, hash, signature } = transaction;
  if (!isAccountId(receiverId))
    throw toInvalidTransaction({ InvalidReceiverId: { receiver_id: receiverId } });
  const madeAt = blocks.heightOf(blockHash);
  if (madeAt === undefined || madeAt + VALIDITY_BLOCKS < blocks.height())
    throw toInvalidTransaction('Expired');
  if (!isSigned(publicKey, hash, signature)) throw toInvalidTransaction('InvalidSignature');
  const account = accounts.get(signerId);
  if (!account) throw toInvalidTransaction({ SignerDoesNotExist: { signer_id: signerId } });
  const used = account.keys.get(String(publicKey));
  if (used === undefined) {
    const AccessKeyNotFound = { account_id: signerId, public_key: String(publicKey) };
    throw toInvalidTransaction({ InvalidAccessKeyError: { AccessKeyNotFound } });
  }
  if (nonce <= used)
    throw toInvalidTransaction({ InvalidNonce: { ak_nonce: Number(used), tx_nonce: Number(nonce) } });
  const upperBound = BigInt(blocks.height()) * 1_000_000n;
  if (nonce >= upperBound) {
    const NonceTooLarge = { tx_nonce: Number(nonce), upper_bound: Number(upperBound) };
    throw toInvalidTransaction({ NonceTooLarge });
  }
  const cost = toCost(transaction);
  if (cost > account.amount) {
    const NotEnoughBalance = { signer_id: signerId, balance: String(account.amount), cost: String(cost) };
    throw toInvalidTransaction({ NotEnoughBalance });
  }
  return account;
}

function isSigned(publicKey: PublicKey, hash: Uint8Array, signature: Uint8Array): boolean {
  return signature.length === 64 && publicKey.ed25519Key !== undefined && publicKey.verify(hash, signature);
}
