import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import {
  actionCreators,
  encodeTransaction,
  type SignedTransaction,
  type Transaction,
} from '@near-js/transactions';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64 } from '@scure/base';
import type { Action } from '../actions.ts';
import type { TransactionParams } from '../wallets/loaded-wallet.ts';
import { toNep413Payload } from './nep413.ts';

/** What a test can switch in a fake wallet. */
interface Switches {
  /** The accounts that it opens, the one in use first; none before a sign-in. */
  granted: readonly string[];
  /** Thrown by the next request that a person would be asked for. */
  failure: unknown;
  /** Silent reads wait for it. */
  readGate: Promise<unknown>;
  /** Signs messages by this account's key, whatever account is asked for. */
  signs: PracticeNearAccount | undefined;
  /** Of several transactions, so many are sent before the person rejects the next one. */
  rejectsAfter: number | undefined;
  /** Answers in place of its own. */
  answer: unknown;
}

/** A wallet of the injected protocol with real keys and real signatures, and no person. */
export interface FakeWallet {
  readonly detail: Record<string, unknown>;
  readonly switches: Switches;
  /** Every request so far. */
  readonly asked: readonly { readonly method: string; readonly params: Record<string, unknown> }[];
  /** How often it was asked for its accounts without a prompt. */
  reads(): number;
  announce(): void;
  /** Answers `near-selector-ready` from now on; returns what ends it. */
  install(): () => void;
}

const keys = new Map(nearAccounts.map((account) => [account.accountId, account]));

/** Makes a wallet with the three practice accounts. `rpcUrl` is where it sends. */
export function createFakeWallet(wish: { id?: string; name?: string; icon?: string; rpcUrl?: string } = {}) {
  const { id = 'fake-wallet', name = 'Fake Wallet', icon, rpcUrl = '' } = wish;
  const asked: { method: string; params: Record<string, unknown> }[] = [];
  let reads = 0;
  const open = Promise.resolve();
  const switches: Switches = {
    granted: [],
    failure: undefined,
    readGate: open,
    signs: undefined,
    rejectsAfter: undefined,
    answer: undefined,
  };

  async function approve<Answer>(method: string, params: Record<string, unknown>, act: () => Answer) {
    asked.push({ method, params });
    const { failure } = switches;
    switches.failure = undefined;
    if (failure !== undefined) throw failure;
    return switches.answer ?? act();
  }

  const accounts = () => switches.granted.map((accountId) => ({ accountId }));
  const detail = {
    manifest: { id, name, icon, features: { signMessage: true, testnet: true, mainnet: false } },
    signIn: (params: Record<string, unknown>) =>
      approve('signIn', params, () => {
        if (switches.granted.length === 0) switches.granted = [...keys.keys()].slice(0, 2);
        return accounts();
      }),
    getAccounts: async () => {
      reads += 1;
      await switches.readGate;
      return accounts();
    },
    signOut: async (params: Record<string, unknown>) => {
      asked.push({ method: 'signOut', params });
      switches.granted = [];
    },
    signMessage: (params: Record<string, unknown>) =>
      approve('signMessage', params, () => signMessage(params, switches.signs ?? keyOf(params.signerId))),
    signAndSendTransaction: (params: Record<string, unknown>) =>
      approve('signAndSendTransaction', params, () => sendOne(params, rpcUrl)),
    signAndSendTransactions: (params: Record<string, unknown>) =>
      approve('signAndSendTransactions', params, () =>
        sendSeveral(params.transactions as readonly Record<string, unknown>[], rpcUrl, switches),
      ),
  };
  const announce = () => void window.dispatchEvent(new CustomEvent('near-wallet-injected', { detail }));
  const install = () => {
    window.addEventListener('near-selector-ready', announce);
    return () => window.removeEventListener('near-selector-ready', announce);
  };
  return { detail, switches, asked, reads: () => reads, announce, install } satisfies FakeWallet;
}

function keyOf(accountId: unknown): PracticeNearAccount {
  const key = keys.get(String(accountId));
  if (key === undefined) throw new Error(`no key for ${accountId}`);
  return key;
}

function signMessage(params: Record<string, unknown>, { accountId, publicKey, seed }: PracticeNearAccount) {
  const hash = sha256(toNep413Payload(params as never));
  return { accountId, publicKey, signature: base64.encode(ed25519.sign(hash, seed)) };
}

async function sendSeveral(
  transactions: readonly Record<string, unknown>[],
  rpcUrl: string,
  { rejectsAfter }: Switches,
): Promise<unknown> {
  const outcomes: unknown[] = [];
  for (const one of transactions) {
    if (outcomes.length === rejectsAfter) throw new Error('User rejected the request');
    outcomes.push(await sendOne(one, rpcUrl));
  }
  return outcomes;
}

async function sendOne(params: Record<string, unknown>, rpcUrl: string): Promise<unknown> {
  const { signerId, receiverId, actions } = params as unknown as TransactionParams;
  const key = keyOf(signerId);
  const ask = {
    request_type: 'view_access_key',
    finality: 'final',
    account_id: signerId,
    public_key: key.publicKey,
  };
  const { nonce, block_hash } = await post(rpcUrl, 'query', ask);
  const transaction = {
    signerId,
    publicKey: { ed25519Key: { data: base58.decode(key.publicKey.slice('ed25519:'.length)) } },
    nonce: BigInt(nonce) + 1n,
    receiverId,
    blockHash: base58.decode(block_hash),
    actions: actions.map(toAction),
  } as unknown as Transaction;
  const data = ed25519.sign(sha256(encodeTransaction(transaction)), key.seed);
  const signed = { transaction, signature: { ed25519Signature: { data } } } as unknown as SignedTransaction;
  return post(rpcUrl, 'send_tx', {
    signed_tx_base64: base64.encode(encodeTransaction(signed)),
    wait_until: 'EXECUTED_OPTIMISTIC',
  });
}

/** As NEAR's own library has it. */
function toAction({ type, params }: Action) {
  const deposit = BigInt(params.deposit);
  // A test of transfers may leave the type out.
  if (type !== 'FunctionCall') return actionCreators.transfer(deposit);
  return actionCreators.functionCall(params.methodName, params.args, BigInt(params.gas), deposit);
}

// biome-ignore lint/suspicious/noExplicitAny: what a node answers, in a test.
async function post(rpcUrl: string, method: string, params: object): Promise<any> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'fake-wallet', method, params });
  const response = await fetch(rpcUrl, { method: 'POST', body });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { data?: unknown } };
  if (error !== undefined)
    throw Object.assign(new Error('The node refused the transaction'), { data: error.data });
  return result;
}
