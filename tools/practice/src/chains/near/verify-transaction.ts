import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { isAccountId } from './account-id.ts';
import { toDeposit } from './action.ts';
import type { NearTransaction } from './decode-transaction.ts';
import { GAS_PRICE, toAttachedGas, toGas } from './fees.ts';
import type { AccessKey, Ledger, NearAccount } from './ledger.ts';
import { toInvalidTransaction } from './near-error.ts';

// As on the real networks: about a day of blocks.
const VALIDITY_BLOCKS = 86_400;

/** Who pays for a transaction, and the key that signed it. */
export interface Signer {
  readonly account: NearAccount;
  readonly key: AccessKey;
}

/** Finds the signer. Throws `INVALID_TRANSACTION` unless it may send this transaction and can pay for it. */
export function verifyTransaction(ledger: Ledger, transaction: NearTransaction): Signer {
  const { receiverId, signerId } = transaction;
  if (!isAccountId(receiverId))
    throw toInvalidTransaction({ InvalidReceiverId: { receiver_id: receiverId } });
  if (!isRecent(ledger, transaction.blockHash)) throw toInvalidTransaction('Expired');
  if (!isSigned(transaction)) throw toInvalidTransaction('InvalidSignature');
  const account = ledger.accounts.get(signerId);
  if (!account) throw toInvalidTransaction({ SignerDoesNotExist: { signer_id: signerId } });
  const key = account.keys.get(transaction.publicKey);
  if (!key) throw toUnknownKey(transaction);
  verifyNonce(ledger, transaction, key);
  verifyPermission(transaction, key);
  verifyBalance(transaction, account);
  return { account, key };
}

function isRecent({ blocks }: Ledger, blockHash: Uint8Array): boolean {
  const height = blocks.heightOf(blockHash);
  return height !== undefined && height + VALIDITY_BLOCKS >= blocks.height();
}

function isSigned({ publicKey, signature, hash }: NearTransaction): boolean {
  const [curve, key] = publicKey.split(':');
  if (curve !== 'ed25519' || key === undefined || !signature) return false;
  return ed25519.verify(signature, hash, base58.decode(key));
}

function toUnknownKey({ signerId, publicKey }: NearTransaction): Error {
  const AccessKeyNotFound = { account_id: signerId, public_key: publicKey };
  return toInvalidTransaction({ InvalidAccessKeyError: { AccessKeyNotFound } });
}

function verifyNonce({ blocks }: Ledger, { nonce }: NearTransaction, key: AccessKey): void {
  if (nonce <= key.nonce)
    throw toInvalidTransaction({ InvalidNonce: { ak_nonce: Number(key.nonce), tx_nonce: Number(nonce) } });
  const upperBound = BigInt(blocks.height()) * 1_000_000n;
  if (nonce >= upperBound)
    throw toInvalidTransaction({
      NonceTooLarge: { tx_nonce: Number(nonce), upper_bound: Number(upperBound) },
    });
}

function verifyPermission({ actions, receiverId }: NearTransaction, { permission }: AccessKey): void {
  if (permission === 'FullAccess') return;
  const { receiver_id, method_names } = permission.FunctionCall;
  const [action, second] = actions;
  if (action?.kind !== 'FunctionCall' || second) throw toForbidden('RequiresFullAccess');
  if (action.deposit > 0n) throw toForbidden('DepositWithFunctionCall');
  if (receiver_id !== receiverId)
    throw toForbidden({ ReceiverMismatch: { tx_receiver: receiverId, ak_receiver: receiver_id } });
  if (method_names.length > 0 && !method_names.includes(action.methodName))
    throw toForbidden({ MethodNameMismatch: { method_name: action.methodName } });
}

function toForbidden(InvalidAccessKeyError: string | object): Error {
  return toInvalidTransaction({ InvalidAccessKeyError });
}

function verifyBalance({ actions, signerId }: NearTransaction, { amount }: NearAccount): void {
  const gas = 2n * toGas(actions) + toAttachedGas(actions);
  const cost = actions.reduce((total, action) => total + toDeposit(action), gas * GAS_PRICE);
  if (cost <= amount) return;
  const NotEnoughBalance = { signer_id: signerId, balance: String(amount), cost: String(cost) };
  throw toInvalidTransaction({ NotEnoughBalance });
}
