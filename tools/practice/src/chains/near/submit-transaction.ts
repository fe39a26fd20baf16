import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { toDeposit, viewAction } from './action.ts';
import { type NearTransaction, toTransactionId } from './decode-transaction.ts';
import { GAS_PRICE, toGas } from './fees.ts';
import type { Ledger, NearAccount } from './ledger.ts';
import { type ActionFailure, runActions } from './run-actions.ts';
import { type Signer, verifyTransaction } from './verify-transaction.ts';

/**
 * Runs a transaction to its end and answers as NEAR's RPC does for one that is final.
 * A receipt that fails gives the deposit back and keeps the gas. Throws `INVALID_TRANSACTION`.
 */
export function submitTransaction(ledger: Ledger, transaction: NearTransaction): object {
  const id = toTransactionId(transaction);
  const known = ledger.landed.get(id);
  if (known) return known.result;
  const signer = verifyTransaction(ledger, transaction);
  const until = ledger.blocks.height();
  ledger.former = [...ledger.former, { until, accounts: new Map(ledger.accounts) }];
  const deposit = transaction.actions.reduce((total, action) => total + toDeposit(action), 0n);
  const cost = 2n * toGas(transaction.actions) * GAS_PRICE + deposit;
  ledger.accounts.set(transaction.signerId, charge(signer, transaction, cost));
  const failure = runActions(ledger, { predecessorId: transaction.signerId, ...transaction });
  if (failure) give(ledger, transaction.signerId, deposit);
  const result = toResult(ledger, transaction, failure, failure ? deposit : 0n);
  ledger.landed.set(id, { signerId: transaction.signerId, height: until + 1, result });
  return result;
}

function charge({ account, key }: Signer, { publicKey, nonce }: NearTransaction, cost: bigint): NearAccount {
  const keys = new Map(account.keys).set(publicKey, { ...key, nonce });
  return { amount: account.amount - cost, keys };
}

function give({ accounts }: Ledger, accountId: string, amount: bigint): void {
  const account = accounts.get(accountId);
  if (account) accounts.set(accountId, { ...account, amount: account.amount + amount });
}

function toResult(
  { blocks }: Ledger,
  transaction: NearTransaction,
  failure: ActionFailure | undefined,
  refund: bigint,
): object {
  const block_hash = base58.encode(blocks.hashAt(blocks.height()));
  const id = toTransactionId(transaction);
  const receiptId = toReceiptId(transaction, 1);
  const refundIds = refund > 0n ? [toReceiptId(transaction, 2)] : [];
  const gas = toGas(transaction.actions);
  const status = failure ? { Failure: { ActionError: failure } } : { SuccessValue: '' };
  const { signerId, receiverId } = transaction;
  const place = { block_hash, proof: [] };
  return {
    final_execution_status: 'FINAL',
    status,
    transaction: viewTransaction(transaction, id),
    transaction_outcome: {
      ...place,
      id,
      outcome: toOutcome(signerId, gas, { SuccessReceiptId: receiptId }, [receiptId]),
    },
    receipts_outcome: [
      { ...place, id: receiptId, outcome: toOutcome(receiverId, gas, status, refundIds) },
      ...refundIds.map((refundId) => ({
        ...place,
        id: refundId,
        outcome: toOutcome(signerId, 0n, { SuccessValue: '' }, []),
      })),
    ],
  };
}

function toOutcome(executor_id: string, gas: bigint, status: object, receipt_ids: readonly string[]): object {
  return {
    executor_id,
    gas_burnt: Number(gas),
    tokens_burnt: String(gas * GAS_PRICE),
    logs: [],
    receipt_ids,
    status,
    metadata: { version: 1, gas_profile: null },
  };
}

function viewTransaction(transaction: NearTransaction, hash: string): object {
  const { signerId, receiverId, publicKey, nonce, actions, signature } = transaction;
  return {
    hash,
    signer_id: signerId,
    public_key: publicKey,
    nonce: Number(nonce),
    receiver_id: receiverId,
    actions: actions.map(viewAction),
    priority_fee: 0,
    signature: `ed25519:${base58.encode(signature ?? new Uint8Array(64))}`,
  };
}

function toReceiptId({ hash }: NearTransaction, number: number): string {
  return base58.encode(sha256(concatBytes(hash, Uint8Array.of(number))));
}
