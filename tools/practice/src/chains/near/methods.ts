import { base64 } from '@scure/base';
import { z } from 'zod';
import { runContract } from './contract.ts';
import { accountsAt, findBlock, type Ledger, type NearAccount } from './ledger.ts';
import { toHandlerError, toParseError, toUnknownMethod } from './near-error.ts';
import { submitTransaction } from './submit-transaction.ts';
import { decodeTransaction, GAS_PRICE, isAccountId } from './transaction.ts';
import { viewBlock, viewStatus } from './view-block.ts';

// That of the fixture's contract, which has no code to be hashed.
const CODE_HASH = '2'.repeat(32);
// By it NEAR's RPC says that an account has no contract.
const NO_CODE_HASH = '1'.repeat(32);

const blockReference = z.union([
  z.looseObject({ block_id: z.union([z.int().nonnegative(), z.string()]) }),
  z.looseObject({ finality: z.enum(['optimistic', 'near-final', 'final']) }),
  z.looseObject({ sync_checkpoint: z.enum(['genesis', 'earliest_available']) }),
]);
const ofQuery = z.looseObject({
  ...{ request_type: z.string(), account_id: z.string() },
  finality: z.string().optional(),
});
const ofView = z.looseObject({ method_name: z.string(), args_base64: z.base64() });
const ofKey = z.looseObject({ public_key: z.string() });
const ofChanges = z.looseObject({
  changes_type: z.literal('all_access_key_changes'),
  account_ids: z.array(z.string()),
});
const ofSending = z.union([
  z.tuple([z.string()]).transform(([signed]) => signed),
  z.looseObject({ signed_tx_base64: z.string() }).transform(({ signed_tx_base64 }) => signed_tx_base64),
]);
const ofStatus = z.union([
  z.tuple([z.string(), z.string()]).transform(([hash]) => hash),
  z.looseObject({ tx_hash: z.string(), sender_account_id: z.string() }).transform(({ tx_hash }) => tx_hash),
]);

const methods = new Map<string, (ledger: Ledger, params: unknown) => unknown>([
  ['status', viewStatus],
  ['gas_price', () => ({ gas_price: String(GAS_PRICE) })],
  ['block', (ledger, params) => viewBlock(ledger, readBlock(ledger, params).block_height)],
  ['query', query],
  ['EXPERIMENTAL_changes', readKeyChanges],
  ['send_tx', sendAndWait],
  ['broadcast_tx_commit', sendAndWait],
  ['broadcast_tx_async', send],
  ['tx', readOutcome],
  ['practice_skipBlocks', skipBlocks],
]);

/** Answers one of NEAR's methods for a fixture. Throws what `toNearErrorBody` understands. */
export function callNear(ledger: Ledger, name: string, params: unknown): unknown {
  const method = methods.get(name);
  if (!method) throw toUnknownMethod(name);
  return method(ledger, params);
}

/** Throws `UNKNOWN_BLOCK`. */
function readBlock(ledger: Ledger, params: unknown) {
  const block_reference = blockReference.parse(params);
  const block = findBlock(ledger, block_reference);
  if (block) return block;
  const reason = `DB Not Found Error: BLOCK: ${JSON.stringify(block_reference)}`;
  throw toHandlerError('UNKNOWN_BLOCK', { block_reference }, reason);
}

/** Throws `UNKNOWN_BLOCK`, `UNKNOWN_ACCOUNT`, `UNKNOWN_ACCESS_KEY`, and as `callView`. */
function query(ledger: Ledger, params: unknown): object {
  const { request_type, account_id, finality } = ofQuery.parse(params);
  if (!isAccountId(account_id)) throw toParseError(`the Account ID is invalid: ${account_id}`);
  const block = readBlock(ledger, params);
  // The next block may come between two looks at the clock.
  const accounts = finality ? ledger.accounts : accountsAt(ledger, block.block_height);
  const account = accounts.get(account_id);
  if (!account) {
    const reason = `account ${account_id} does not exist while viewing`;
    throw toHandlerError('UNKNOWN_ACCOUNT', { requested_account_id: account_id, ...block }, reason);
  }
  if (request_type === 'view_account') return { ...viewAccount(account), ...block };
  if (request_type === 'view_access_key_list')
    return { keys: [...account.keys].map(([public_key, nonce]) => viewListed(public_key, nonce)), ...block };
  if (request_type === 'call_function') return { ...callView(account, account_id, block, params), ...block };
  if (request_type !== 'view_access_key')
    throw toParseError(`the NEAR fixture does not have \`${request_type}\``);
  const { public_key } = ofKey.parse(params);
  const nonce = account.keys.get(public_key);
  if (nonce !== undefined) return { ...viewKey(nonce), ...block };
  const reason = `Access key for public key ${public_key} does not exist while viewing`;
  throw toHandlerError('UNKNOWN_ACCESS_KEY', { public_key, ...block }, reason);
}

function viewAccount({ amount, contract }: NearAccount): object {
  const storage = { storage_usage: 182, storage_paid_at: 0 };
  return { amount: String(amount), locked: '0', code_hash: contract ? CODE_HASH : NO_CODE_HASH, ...storage };
}

/** Throws `NO_CONTRACT_CODE`, `CONTRACT_EXECUTION_ERROR`. */
function callView(
  { contract }: NearAccount,
  contract_account_id: string,
  block: object,
  params: unknown,
): object {
  const { method_name: methodName, args_base64 } = ofView.parse(params);
  if (!contract)
    throw toHandlerError(
      'NO_CONTRACT_CODE',
      { contract_account_id, ...block },
      `Contract code for contract ID #${contract_account_id} has never been observed on the node`,
    );
  const ran = runContract(contract, { methodName, args: base64.decode(args_base64) }, 0n);
  if (ran && 'value' in ran) return { result: [...ran.value], logs: ran.logs };
  const vm_error = ran
    ? `wasm execution failed with error: HostError(GuestPanic { panic_msg: "${ran.panic}" })`
    : 'wasm execution failed with error: MethodResolveError(MethodNotFound)';
  throw toHandlerError('CONTRACT_EXECUTION_ERROR', { vm_error, ...block }, vm_error);
}

function viewListed(public_key: string, nonce: bigint): object {
  return { public_key, access_key: viewKey(nonce) };
}

function viewKey(nonce: bigint): object {
  return { nonce: Number(nonce), permission: 'FullAccess' };
}

/** Tells which keys of these accounts signed in a block, and the transaction. Throws `UNKNOWN_BLOCK`. */
function readKeyChanges(ledger: Ledger, params: unknown): object {
  const { account_ids } = ofChanges.parse(params);
  const { block_height, block_hash } = readBlock(ledger, params);
  const changes = [...ledger.landed]
    .filter(([, { height, signerId }]) => height === block_height && account_ids.includes(signerId))
    .map(([tx_hash, { signerId, publicKey, nonce }]) => ({
      cause: { type: 'transaction_processing', tx_hash },
      type: 'access_key_update',
      change: { account_id: signerId, ...viewListed(publicKey, nonce) },
    }));
  return { block_hash, changes };
}

/** Every transaction is final at once, whatever `wait_until` asks. Throws `INVALID_TRANSACTION`, `TIMEOUT_ERROR`. */
function sendAndWait(ledger: Ledger, params: unknown): object {
  const { id, outcome } = submit(ledger, params);
  if (outcome) return outcome;
  throw toHandlerError('TIMEOUT_ERROR', { transaction_hash: id }, 'Timeout');
}

/** Returns the transaction's id. Throws `INVALID_TRANSACTION`. */
function send(ledger: Ledger, params: unknown): string {
  return submit(ledger, params).id;
}

/** There is no outcome while the network makes no blocks. A network that forgets works on a copy. */
function submit(ledger: Ledger, params: unknown): { readonly id: string; readonly outcome?: object } {
  const { accounts, faults, history, landed } = ledger;
  const transaction = decodeTransaction(ofSending.parse(params));
  const { id } = transaction;
  const { forgets, stopsBlocks } = faults.read();
  if (forgets) {
    const copy = { accounts: new Map(accounts), landed: new Map(landed), history: [...history] };
    return { id, outcome: submitTransaction({ ...ledger, ...copy }, transaction) };
  }
  if (!stopsBlocks) return { id, outcome: submitTransaction(ledger, transaction) };
  faults.hold(() => submitTransaction(ledger, transaction));
  return { id };
}

/** Throws `UNKNOWN_TRANSACTION`. */
function readOutcome({ landed }: Ledger, params: unknown): object {
  const id = ofStatus.parse(params);
  const found = landed.get(id);
  if (found) return found.result;
  const reason = `Transaction ${id} doesn't exist`;
  throw toHandlerError('UNKNOWN_TRANSACTION', { requested_transaction_hash: id }, reason);
}

/** No node has it: makes so many blocks at once and returns the new height. */
function skipBlocks({ blocks }: Ledger, params: unknown): number {
  const [count] = z.tuple([z.int().min(1)]).parse(params);
  blocks.skip(count);
  return blocks.height();
}
