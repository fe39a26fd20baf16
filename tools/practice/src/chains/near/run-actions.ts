import { isImplicit, toImplicitKey } from './account-id.ts';
import type { NearAction } from './action.ts';
import { type AccessKey, type Ledger, type NearAccount, toFirstNonce } from './ledger.ts';

/** Why a receipt failed, in the form of NEAR's RPC. */
export interface ActionFailure {
  /** The number of the action that failed. */
  readonly index: number;
  readonly kind: object;
}

/** A receipt: actions that one account wants of another. */
export interface Receipt {
  readonly predecessorId: string;
  readonly receiverId: string;
  readonly actions: readonly NearAction[];
}

type Step = { readonly account: NearAccount | undefined } | { readonly kind: object };

// As on the real networks, where only the registrar gives away short names.
const MIN_OPEN_NAME_LENGTH = 65;

/** Runs a receipt, all of it or nothing, and says why if it failed. */
export function runActions(ledger: Ledger, receipt: Receipt): ActionFailure | undefined {
  let account = ledger.accounts.get(receipt.receiverId);
  let isNew = false;
  for (const [index, action] of receipt.actions.entries()) {
    const mayAct = isNew || receipt.predecessorId === receipt.receiverId;
    const step = runAction(ledger, receipt, action, account, mayAct);
    if ('kind' in step) return { index, kind: step.kind };
    isNew ||= account === undefined;
    account = step.account;
  }
  if (account) ledger.accounts.set(receipt.receiverId, account);
  return undefined;
}

function runAction(
  ledger: Ledger,
  receipt: Receipt,
  action: NearAction,
  account: NearAccount | undefined,
  mayAct: boolean,
): Step {
  const account_id = receipt.receiverId;
  if (action.kind === 'CreateAccount')
    return account ? fail('AccountAlreadyExists', { account_id }) : create(receipt);
  if (!account)
    return action.kind === 'Transfer' ? transferToNew(ledger, receipt, action.deposit) : toMissing(receipt);
  switch (action.kind) {
    case 'Transfer':
      return { account: { ...account, amount: account.amount + action.deposit } };
    case 'FunctionCall':
      return fail('FunctionCallError', { CompilationError: { CodeDoesNotExist: { account_id } } });
    case 'AddKey':
    case 'DeleteKey':
      if (!mayAct) return fail('ActorNoPermission', { account_id, actor_id: receipt.predecessorId });
      return action.kind === 'AddKey'
        ? addKey(ledger, account_id, account, action)
        : deleteKey(account_id, account, action);
  }
}

function create({ predecessorId, receiverId }: Receipt): Step {
  const names = { account_id: receiverId, predecessor_id: predecessorId };
  if (isImplicit(receiverId)) return fail('OnlyImplicitAccountCreationAllowed', { account_id: receiverId });
  if (!receiverId.includes('.') && receiverId.length < MIN_OPEN_NAME_LENGTH)
    return fail('CreateAccountOnlyByRegistrar', { ...names, registrar_account_id: 'registrar' });
  const parent = receiverId.slice(receiverId.indexOf('.') + 1);
  if (parent !== predecessorId) return fail('CreateAccountNotAllowed', names);
  return { account: { amount: 0n, keys: new Map() } };
}

function transferToNew(ledger: Ledger, receipt: Receipt, amount: bigint): Step {
  if (!isImplicit(receipt.receiverId)) return toMissing(receipt);
  const publicKey = toImplicitKey(receipt.receiverId);
  const key: AccessKey = { nonce: toFirstNonce(ledger), permission: 'FullAccess' };
  return { account: { amount, keys: new Map(publicKey ? [[publicKey, key]] : []) } };
}

function addKey(
  ledger: Ledger,
  account_id: string,
  account: NearAccount,
  { publicKey, permission }: Extract<NearAction, { kind: 'AddKey' }>,
): Step {
  if (account.keys.has(publicKey)) return fail('AddKeyAlreadyExists', { account_id, public_key: publicKey });
  const keys = new Map(account.keys).set(publicKey, { nonce: toFirstNonce(ledger), permission });
  return { account: { ...account, keys } };
}

function deleteKey(
  account_id: string,
  account: NearAccount,
  { publicKey }: Extract<NearAction, { kind: 'DeleteKey' }>,
): Step {
  const keys = new Map(account.keys);
  if (!keys.delete(publicKey)) return fail('DeleteKeyDoesNotExist', { account_id, public_key: publicKey });
  return { account: { ...account, keys } };
}

function toMissing({ receiverId }: Receipt): Step {
  return fail('AccountDoesNotExist', { account_id: receiverId });
}

function fail(name: string, detail: object): Step {
  return { kind: { [name]: detail } };
}
