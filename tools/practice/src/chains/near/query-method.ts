import { z } from 'zod';
import { isAccountId } from './account-id.ts';
import { blockReference, readBlock } from './block-reference.ts';
import { type AccessKey, accountsAt, type Ledger, type NearAccount } from './ledger.ts';
import { toHandlerError, toParseError } from './near-error.ts';

const question = z.looseObject({ request_type: z.string(), account_id: z.string() });
const keyQuestion = z.looseObject({ public_key: z.string() });

type Block = ReturnType<typeof readBlock>;

// The hash of no code, by which NEAR's RPC says that an account has no contract.
const NO_CODE_HASH = '1'.repeat(32);

const STORAGE_BYTES = 182;

/** Returns `query`. Throws `UNKNOWN_ACCOUNT`, `UNKNOWN_ACCESS_KEY`, `NO_CONTRACT_CODE` and the like. */
export function queryMethod(ledger: Ledger, params: unknown): object {
  const reference = blockReference.parse(params);
  const { request_type, account_id } = question.parse(params);
  const show = shows.get(request_type);
  if (!show) throw toParseError(`unknown variant \`${request_type}\``);
  if (!isAccountId(account_id)) throw toParseError(`the Account ID is invalid: ${account_id}`);
  const block = readBlock(ledger, reference);
  const account = accountsAt(ledger, block.block_height).get(account_id);
  if (!account) throw toUnknownAccount(account_id, block);
  return { ...show({ account, account_id, block, params }), ...block };
}

interface Asked {
  readonly account: NearAccount;
  readonly account_id: string;
  readonly block: Block;
  readonly params: unknown;
}

const shows = new Map<string, (asked: Asked) => object>([
  ['view_account', ({ account }) => viewAccount(account)],
  ['view_access_key', viewKey],
  ['view_access_key_list', ({ account }) => ({ keys: [...account.keys].map(viewKeyOfList) })],
  ['view_state', () => ({ values: [] })],
  ['view_code', ({ account_id, block }) => refuseCode(account_id, block)],
  ['call_function', ({ account_id, block }) => refuseCall(account_id, block)],
]);

function viewAccount({ amount }: NearAccount): object {
  return {
    amount: String(amount),
    locked: '0',
    code_hash: NO_CODE_HASH,
    storage_usage: STORAGE_BYTES,
    storage_paid_at: 0,
  };
}

function viewKey({ account, block, params }: Asked): object {
  const { public_key } = keyQuestion.parse(params);
  const key = account.keys.get(public_key);
  if (key) return toKeyView(key);
  const reason = `Access key for public key ${public_key} does not exist while viewing`;
  throw toHandlerError('UNKNOWN_ACCESS_KEY', { public_key, ...block }, reason);
}

function viewKeyOfList([public_key, key]: [string, AccessKey]): object {
  return { public_key, access_key: toKeyView(key) };
}

function toKeyView({ nonce, permission }: AccessKey): object {
  return { nonce: Number(nonce), permission };
}

function toUnknownAccount(requested_account_id: string, block: Block): Error {
  const reason = `account ${requested_account_id} does not exist while viewing`;
  return toHandlerError('UNKNOWN_ACCOUNT', { requested_account_id, ...block }, reason);
}

function refuseCode(contract_account_id: string, block: Block): never {
  const reason = `Contract code for contract ID #${contract_account_id} has never been observed on the node`;
  throw toHandlerError('NO_CONTRACT_CODE', { contract_account_id, ...block }, reason);
}

function refuseCall(account_id: string, block: Block): never {
  const failed = `CompilationError(CodeDoesNotExist { account_id: AccountId("${account_id}") })`;
  const vm_error = `wasm execution failed with error: ${failed}`;
  throw toHandlerError('CONTRACT_EXECUTION_ERROR', { vm_error, ...block }, vm_error);
}
