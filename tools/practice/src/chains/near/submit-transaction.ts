import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58, base64, hex } from '@scure/base';
import { runContract } from './contract.ts';
import type { Ledger } from './ledger.ts';
import {
  GAS_PRICE,
  type NearAction,
  type NearTransaction,
  toCallGas,
  toCost,
  toDeposit,
  toGas,
  verifyTransaction,
} from './transaction.ts';

/**
 * Runs a transaction to its end and returns its outcome in the form of NEAR's RPC. A receipt that fails returns the
 * deposit and keeps the gas. Throws `INVALID_TRANSACTION`.
 */
export function submitTransaction(ledger: Ledger, transaction: NearTransaction): object {
  const { accounts, blocks, history, landed } = ledger;
  const { id, nonce, receiverId, signerId } = transaction;
  const publicKey = String(transaction.publicKey);
  const known = landed.get(id);
  if (known) return known.result;
  const signer = verifyTransaction(ledger, transaction);
  const until = blocks.height();
  history.push({ until, accounts: new Map(accounts) });
  const keys = new Map(signer.keys).set(publicKey, nonce);
  accounts.set(signerId, { amount: signer.amount - toCost(transaction), keys });
  const receiver = accounts.get(receiverId);
  const executed = execute(ledger, transaction);
  if ('kind' in executed) {
    if (receiver) accounts.set(receiverId, receiver);
    give(ledger, signerId, toDeposit(transaction));
  }
  const result = toResult(ledger, transaction, executed);
  landed.set(id, { signerId, publicKey, nonce, height: until + 1, result });
  return result;
}

/** What a receipt has returned, or why its action failed, as NEAR's RPC names it. */
type Executed =
  | { readonly value: Uint8Array; readonly logs: readonly string[] }
  | { readonly index: number; readonly kind: object };

/** Runs the actions in order. One that fails ends it, and its caller undoes those before. */
function execute(ledger: Ledger, { receiverId, actions }: NearTransaction): Executed {
  let done: Executed & { readonly value: Uint8Array } = { value: new Uint8Array(), logs: [] };
  for (const [index, { deposit, call }] of actions.entries()) {
    // Only a transfer creates an account.
    const isGiven = (!call || ledger.accounts.has(receiverId)) && give(ledger, receiverId, deposit);
    if (!isGiven) return { index, kind: { AccountDoesNotExist: { account_id: receiverId } } };
    const account = ledger.accounts.get(receiverId);
    if (!call || !account) continue;
    const fail = (FunctionCallError: object) => ({ index, kind: { FunctionCallError } });
    if (!account.contract)
      return fail({ CompilationError: { CodeDoesNotExist: { account_id: receiverId } } });
    const ran = runContract(account.contract, call, deposit);
    if (!ran) return fail({ MethodResolveError: 'MethodNotFound' });
    if ('panic' in ran) return fail({ ExecutionError: `Smart contract panicked: ${ran.panic}` });
    ledger.accounts.set(receiverId, { ...account, contract: ran.state });
    done = { value: ran.value, logs: [...done.logs, ...ran.logs] };
  }
  return done;
}

/**
 * Returns false if there is no such account. A transfer creates an implicit account with the key in its name, and one of an
 * Ethereum address without a key.
 */
function give({ accounts, blocks }: Ledger, accountId: string, amount: bigint): boolean {
  const account = accounts.get(accountId);
  if (account) accounts.set(accountId, { ...account, amount: account.amount + amount });
  else if (/^[a-f\d]{64}$/.test(accountId)) {
    const publicKey = `ed25519:${base58.encode(hex.decode(accountId))}`;
    // As on the real networks.
    const nonce = BigInt(blocks.height() - 1) * 1_000_000n;
    accounts.set(accountId, { amount, keys: new Map([[publicKey, nonce]]) });
  } else if (/^0x[a-f\d]{40}$/.test(accountId)) accounts.set(accountId, { amount, keys: new Map() });
  else return false;
  return true;
}

function toResult({ blocks }: Ledger, transaction: NearTransaction, executed: Executed): object {
  const { id, signerId, receiverId } = transaction;
  const isDone = 'value' in executed;
  const block_hash = base58.encode(blocks.hashAt(blocks.height()));
  const receiptId = toReceiptId(transaction, 1);
  const refundIds = isDone ? [] : [toReceiptId(transaction, 2)];
  const gas = toGas(transaction);
  const success = { SuccessValue: '' };
  const status = isDone
    ? { SuccessValue: base64.encode(executed.value) }
    : { Failure: { ActionError: executed } };
  const ran = viewOutcome(receiverId, gas + toCallGas(transaction), status, refundIds);
  const toOutcome = (of: string, outcome: object) => ({ block_hash, proof: [], id: of, outcome });
  return {
    final_execution_status: 'FINAL',
    status,
    transaction: viewTransaction(transaction),
    transaction_outcome: toOutcome(
      id,
      viewOutcome(signerId, gas, { SuccessReceiptId: receiptId }, [receiptId]),
    ),
    receipts_outcome: [
      toOutcome(receiptId, { ...ran, logs: isDone ? executed.logs : [] }),
      ...refundIds.map((refundId) => toOutcome(refundId, viewOutcome(signerId, 0n, success, []))),
    ],
  };
}

function viewOutcome(
  executor_id: string,
  gas: bigint,
  status: object,
  receipt_ids: readonly string[],
): object {
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

function viewTransaction(transaction: NearTransaction): object {
  const { id, signerId, receiverId, publicKey, nonce, actions, signature } = transaction;
  return {
    hash: id,
    signer_id: signerId,
    public_key: String(publicKey),
    nonce: Number(nonce),
    receiver_id: receiverId,
    actions: actions.map(viewAction),
    priority_fee: 0,
    signature: `ed25519:${base58.encode(signature)}`,
  };
}

function viewAction({ deposit, call }: NearAction): object {
  if (!call) return { Transfer: { deposit: String(deposit) } };
  const { methodName: method_name, args, gas } = call;
  const FunctionCall = { method_name, args: base64.encode(args), gas: Number(gas), deposit: String(deposit) };
  return { FunctionCall };
}

function toReceiptId({ hash }: NearTransaction, number: number): string {
  return base58.encode(sha256(concatBytes(hash, Uint8Array.of(number))));
}
