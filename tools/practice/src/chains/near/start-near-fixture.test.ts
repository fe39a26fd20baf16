import { PublicKey } from '@near-js/crypto';
import {
  RpcBlockResponseSchema,
  RpcErrorSchema,
  RpcGasPriceResponseSchema,
  RpcQueryResponseSchema,
  RpcStatusResponseSchema,
  RpcTransactionResponseSchema,
} from '@near-js/jsonrpc-types';
import { JsonRpcProvider } from '@near-js/providers';
import {
  type Action,
  actionCreators,
  createTransaction,
  encodeTransaction,
  Signature,
  SignedTransaction,
} from '@near-js/transactions';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64, hex } from '@scure/base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nearAccounts, type PracticeNearAccount } from '../../accounts.ts';
import { ferry } from '../../ferry.ts';
import type { ServedNetworks } from '../front.ts';
import type { ChainFaults } from '../network-faults.ts';
import { startNearFixture } from './start-near-fixture.ts';

type Signer = Pick<PracticeNearAccount, 'accountId' | 'publicKey' | 'seed'>;

const [harbour, pier, lantern] = nearAccounts as readonly Signer[] as readonly [Signer, Signer, Signer];
const { transfer, createAccount, deleteAccount, functionCall } = actionCreators;
const NEAR = 10n ** 24n;
const final = { finality: 'final' } as const;

let running: ServedNetworks;
let provider: JsonRpcProvider;

beforeAll(async () => {
  running = await startNearFixture({ port: 0, now: Date.now });
  provider = new JsonRpcProvider({ url: `http://127.0.0.1:${running.port}` });
});
afterAll(() => running.stop());
afterEach(() => change({}));

const change = async (faults: Partial<ChainFaults>) => running.faults.get('near:practice')?.change(faults);

// biome-ignore lint/suspicious/noExplicitAny: the tests read a few fields of the answers' known shapes.
async function post(method: string, params?: unknown, path = ''): Promise<any> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'test', method, params });
  return (await fetch(`http://127.0.0.1:${running.port}${path}`, { method: 'POST', body })).json();
}

interface Wish {
  readonly signer?: Signer;
  readonly receiverId?: string;
  readonly actions?: Action[];
  readonly nonce?: bigint;
  readonly blockHash?: Uint8Array;
  readonly signingSeed?: Uint8Array;
}

async function sign({ signer = harbour, receiverId = pier.accountId, ...rest }: Wish = {}) {
  const { accountId, publicKey: public_key, seed } = signer;
  const publicKey = PublicKey.fromString(public_key);
  const key = { request_type: 'view_access_key', ...final, account_id: accountId, public_key };
  const nonce = rest.nonce ?? BigInt(((await post('query', key)).result?.nonce ?? 0) + 1);
  const blockHash = rest.blockHash ?? base58.decode((await provider.block(final)).header.hash);
  const actions = rest.actions ?? [transfer(1n)];
  const transaction = createTransaction(accountId, publicKey, receiverId, nonce, actions, blockHash);
  const data = ed25519.sign(sha256(encodeTransaction(transaction)), rest.signingSeed ?? seed);
  const signature = new Signature({ keyType: publicKey.keyType, data });
  return new SignedTransaction({ transaction, signature });
}

const encode = (signed: SignedTransaction) => ({ signed_tx_base64: base64.encode(signed.encode()) });
const idOf = ({ transaction }: SignedTransaction) => base58.encode(sha256(encodeTransaction(transaction)));
const send = async (wish?: Wish) => post('send_tx', encode(await sign(wish)));
const find = (tx_hash: string) => post('tx', { tx_hash, sender_account_id: harbour.accountId });

async function readAmount({ accountId }: Signer, path = ''): Promise<bigint> {
  const params = { request_type: 'view_account', ...final, account_id: accountId };
  return BigInt((await post('query', params, path)).result.amount);
}

function expectFits(schema: () => z.core.$ZodType, answer: unknown): void {
  expect(answer).toBeDefined();
  expect(z.safeParse(schema(), toCamelCase(answer)).error).toBeUndefined();
}

/** The schemas spell the wire's `block_hash` as `blockHash`. */
function toCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamelCase);
  if (typeof value !== 'object' || value === null) return value;
  const rename = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rename(key), toCamelCase(inner)]));
}

describe('the NEAR fixture', () => {
  it('gives each practice account 100 NEAR and one full-access key', async () => {
    for (const { accountId, publicKey } of nearAccounts) {
      const { keys } = await provider.viewAccessKeyList(accountId, final);
      expect((await provider.viewAccount(accountId, final)).amount).toBe(100n * NEAR);
      expect(keys.map((key) => [key.public_key, key.access_key.permission])).toEqual([
        [publicKey, 'FullAccess'],
      ]);
    }
  });

  it('runs a transfer sent by @near-js/providers and takes the gas from its signer', async () => {
    const [from, to] = [await readAmount(harbour), await readAmount(pier)];
    const signed = await sign({ actions: [transfer(2n * NEAR)] });
    const outcome = await provider.sendTransaction(signed);
    expect(outcome.status).toEqual({ SuccessValue: '' });
    expect(await readAmount(pier)).toBe(to + 2n * NEAR);
    expect(await readAmount(harbour)).toBe(from - 2n * NEAR - 44_636_512_500_000_000_000n);
    const found = await provider.txStatus(idOf(signed), harbour.accountId, 'FINAL');
    expect(found.transaction.hash).toBe(idOf(signed));
  });

  it('runs the same transaction once', async () => {
    const params = encode(await sign());
    const { result } = await post('send_tx', params);
    const after = await readAmount(pier);
    expect((await post('send_tx', params)).result).toEqual(result);
    expect(await readAmount(pier)).toBe(after);
  });

  it.each<[string, Wish, unknown]>([
    ['a signature by another key', { signingSeed: pier.seed }, 'InvalidSignature'],
    ['a used nonce', { nonce: 0n }, { InvalidNonce: { ak_nonce: expect.any(Number), tx_nonce: 0 } }],
    ['a nonce that is too large', { nonce: 2n ** 60n }, { NonceTooLarge: expect.any(Object) }],
    ['a block of another chain', { blockHash: new Uint8Array(32) }, 'Expired'],
    ['a malformed receiver', { receiverId: 'No Account' }, { InvalidReceiverId: expect.any(Object) }],
    [
      'an unknown signer',
      { signer: { ...harbour, accountId: 'nobody.practice' } },
      { SignerDoesNotExist: { signer_id: 'nobody.practice' } },
    ],
    [
      'a key of another account',
      { signer: { ...pier, accountId: harbour.accountId } },
      { InvalidAccessKeyError: { AccessKeyNotFound: expect.any(Object) } },
    ],
    [
      'more than the signer has',
      { actions: [transfer(1000n * NEAR)] },
      { NotEnoughBalance: expect.any(Object) },
    ],
    ...[deleteAccount(pier.accountId), createAccount()].map((action): [string, Wish, unknown] => [
      `the action ${action.enum}`,
      { actions: [transfer(1n), action] },
      { ActionsValidation: { UnsupportedProtocolFeature: expect.any(Object) } },
    ]),
  ])('refuses %s and changes nothing', async (_, wish, reason) => {
    const before = await readAmount(harbour);
    const { error } = await send(wish);
    expect(error.cause.name).toBe('INVALID_TRANSACTION');
    expect(error.data).toEqual({ TxExecutionError: { InvalidTxError: reason } });
    expectFits(RpcErrorSchema, error);
    expect(await readAmount(harbour)).toBe(before);
  });

  it('refuses a transaction that was changed after signing, and one that is followed by bytes', async () => {
    const signed = (await sign({ actions: [transfer(5n)] })).encode();
    const changed = Uint8Array.from(signed);
    changed[changed.length - 70] = 9;
    const { error } = await post('broadcast_tx_commit', [base64.encode(changed)]);
    expect(error.data.TxExecutionError.InvalidTxError).toBe('InvalidSignature');
    const longer = await post('send_tx', [base64.encode(concatBytes(signed, new Uint8Array(1)))]);
    expect(longer.error.cause.name).toBe('PARSE_ERROR');
  });

  it('returns the deposit and keeps the gas if the receiver does not exist', async () => {
    const from = await readAmount(harbour);
    const { result } = await send({ receiverId: 'nobody.practice', actions: [transfer(NEAR)] });
    const kind = { AccountDoesNotExist: { account_id: 'nobody.practice' } };
    expect(result.status).toEqual({ Failure: { ActionError: { index: 0, kind } } });
    expectFits(RpcTransactionResponseSchema, result);
    const burnt = BigInt(result.transaction_outcome.outcome.tokens_burnt);
    expect(await readAmount(harbour)).toBe(from - 2n * burnt);
  });

  const readFee = async () => provider.callFunction(ferry.near, 'get_fee', {});
  const call = (name: string, args: object, deposit: bigint, receiverId: string = ferry.near) =>
    send({ receiverId, actions: [functionCall(name, args, 30_000_000_000_000n, deposit)] });

  it('runs a call of its contract, which takes the deposit and returns the fee', async () => {
    expect(await readFee()).toBe('5');
    const contract = { ...pier, accountId: ferry.near };
    const [from, to] = [await readAmount(harbour), await readAmount(contract)];
    const { result } = await call('set_fee', { fee: '7' }, 3n);
    expect(result.status).toEqual({ SuccessValue: base64.encode(utf8ToBytes('"7"')) });
    expectFits(RpcTransactionResponseSchema, result);
    expect(result.transaction.actions).toEqual([
      {
        FunctionCall: {
          ...{ method_name: 'set_fee', args: base64.encode(utf8ToBytes('{"fee":"7"}')) },
          ...{ gas: 30_000_000_000_000, deposit: '3' },
        },
      },
    ]);
    expect(result.receipts_outcome[0].outcome.logs).toEqual(['The fee is 7']);
    expect([await readFee(), await readAmount(contract)]).toEqual(['7', to + 3n]);
    const burnt = [result.transaction_outcome, result.receipts_outcome[0]].map(({ outcome }) =>
      BigInt(outcome.tokens_burnt),
    );
    expect(await readAmount(harbour)).toBe(from - 3n - (burnt[0] ?? 0n) - (burnt[1] ?? 0n));
  });

  it.each([
    ['without a deposit', 'set_fee', { fee: '8' }, 0n, ferry.near, { ExecutionError: expect.any(String) }],
    ['without a fee', 'set_fee', {}, 1n, ferry.near, { ExecutionError: expect.any(String) }],
    ['of no method of its', 'sink', {}, 1n, ferry.near, { MethodResolveError: 'MethodNotFound' }],
    [
      'of no contract',
      'set_fee',
      { fee: '8' },
      1n,
      'pier.practice',
      { CompilationError: expect.any(Object) },
    ],
  ])('fails a call %s, and returns the deposit', async (_, name, args, deposit, receiver, error) => {
    const [fee, to] = [await readFee(), await readAmount(pier)];
    const { result } = await call(name, args, deposit, receiver);
    const kind = { FunctionCallError: error };
    expect(result.status).toEqual({ Failure: { ActionError: { index: 0, kind } } });
    expectFits(RpcTransactionResponseSchema, result);
    expect([await readFee(), await readAmount(pier)]).toEqual([fee, to]);
  });

  it('undoes the actions before one that fails', async () => {
    const to = await readAmount(pier);
    const actions = [transfer(NEAR), functionCall('set_fee', {}, 1n, 0n)];
    const { result } = await send({ actions });
    expect(result.status).toMatchObject({ Failure: { ActionError: { index: 1 } } });
    expect(await readAmount(pier)).toBe(to);
  });

  it('creates an implicit account on the first transfer, with the key in its name', async () => {
    const seed = sha256(Uint8Array.of(1));
    const key = ed25519.getPublicKey(seed);
    const signer: Signer = { accountId: hex.encode(key), publicKey: `ed25519:${base58.encode(key)}`, seed };
    await send({ receiverId: signer.accountId, actions: [transfer(NEAR)] });
    expect((await send({ signer })).result.status).toEqual({ SuccessValue: '' });
  });

  it('creates an account of an Ethereum address without a key', async () => {
    const account_id = `0x${'ab'.repeat(20)}`;
    expect((await send({ receiverId: account_id, actions: [transfer(NEAR)] })).result.status).toEqual({
      SuccessValue: '',
    });
    const { result } = await post('query', { request_type: 'view_access_key_list', account_id, ...final });
    expect(result.keys).toEqual([]);
  });

  it('shows the keys as of a block, and the transaction that changed them', async () => {
    const ofKeys = { request_type: 'view_access_key_list', account_id: pier.accountId };
    const readNonce = async (reference: object) =>
      (await post('query', { ...ofKeys, ...reference })).result.keys[0].access_key.nonce;
    await post('practice_skipBlocks', [1]);
    const before = await readNonce(final);
    const { result } = await send({ signer: pier, receiverId: harbour.accountId });
    await post('practice_skipBlocks', [5]);
    const { height } = (await provider.block({ blockId: result.transaction_outcome.block_hash })).header;
    expect(await readNonce({ block_id: height })).toBe(before);
    expect(await readNonce({ block_id: height + 1 })).toBe(before + 1);
    const ask = { changes_type: 'all_access_key_changes', account_ids: [pier.accountId] };
    const readChanges = async (block_id: number) =>
      (await post('EXPERIMENTAL_changes', { ...ask, block_id })).result.changes;
    const cause = { type: 'transaction_processing', tx_hash: result.transaction.hash };
    expect(await readChanges(height + 1)).toMatchObject([{ cause }]);
    expect(await readChanges(height + 2)).toEqual([]);
  });

  it('keeps the two networks apart', async () => {
    const untouched = await readAmount(pier, '/second');
    const params = encode(await sign());
    await post('send_tx', params);
    expect(await readAmount(pier, '/second')).toBe(untouched);
    const { error } = await post('send_tx', params, '/second');
    expect(error.data).toEqual({ TxExecutionError: { InvalidTxError: 'Expired' } });
    expect((await post('status', [], '/second')).result.chain_id).toBe('practice-two');
  });
});

describe('the answers of the NEAR fixture fit the schemas of @near-js/jsonrpc-types', () => {
  const account = { ...final, account_id: harbour.accountId };
  const view = { ...account, request_type: 'view_account' };
  const getFee = {
    ...{ ...final, request_type: 'call_function', account_id: ferry.near },
    ...{ method_name: 'get_fee', args_base64: '' },
  };
  const viewKey = { ...account, request_type: 'view_access_key' };

  it.each([
    ['block', RpcBlockResponseSchema, { finality: 'optimistic' }],
    ['block', RpcBlockResponseSchema, { block_id: 1000 }],
    ['block', RpcBlockResponseSchema, { sync_checkpoint: 'earliest_available' }],
    ['status', RpcStatusResponseSchema, []],
    ['gas_price', RpcGasPriceResponseSchema, [null]],
    ['query', RpcQueryResponseSchema, view],
    ['query', RpcQueryResponseSchema, { ...viewKey, public_key: harbour.publicKey }],
    ['query', RpcQueryResponseSchema, { ...account, request_type: 'view_access_key_list' }],
    ['query', RpcQueryResponseSchema, { ...view, account_id: ferry.near }],
    ['query', RpcQueryResponseSchema, getFee],
  ])('in %s', async (method, schema, params) => {
    expectFits(schema, (await post(method, params)).result);
  });

  it('in send_tx, broadcast_tx_commit and tx', async () => {
    const signed = await sign();
    const { result } = await post('send_tx', { ...encode(signed), wait_until: 'FINAL' });
    expectFits(RpcTransactionResponseSchema, result);
    expect((await find(idOf(signed))).result).toEqual(result);
    const { signed_tx_base64 } = encode(await sign());
    expectFits(RpcTransactionResponseSchema, (await post('broadcast_tx_commit', [signed_tx_base64])).result);
  });

  it.each([
    ['UNKNOWN_ACCOUNT', 'query', { ...view, account_id: 'nobody.practice' }],
    ['UNKNOWN_ACCESS_KEY', 'query', { ...viewKey, public_key: lantern.publicKey }],
    ['UNKNOWN_BLOCK', 'block', { block_id: 1 }],
    ['UNKNOWN_BLOCK', 'block', { block_id: 'no hash' }],
    ['UNKNOWN_TRANSACTION', 'tx', { tx_hash: '1'.repeat(32), sender_account_id: harbour.accountId }],
    ['NO_CONTRACT_CODE', 'query', { ...getFee, account_id: pier.accountId }],
    ['CONTRACT_EXECUTION_ERROR', 'query', { ...getFee, method_name: 'sink' }],
    ['CONTRACT_EXECUTION_ERROR', 'query', { ...getFee, method_name: 'set_fee' }],
    ['METHOD_NOT_FOUND', 'constructor', []],
    ['PARSE_ERROR', 'query', { ...account, request_type: 'call_function' }],
    ['PARSE_ERROR', 'send_tx', { signed_tx_base64: 'AAAA' }],
    ['PARSE_ERROR', 'block', undefined],
  ])('in the error %s of %s', async (cause, method, params) => {
    const { error } = await post(method, params);
    expect(error.cause.name).toBe(cause);
    expectFits(RpcErrorSchema, error);
  });
});

describe('a faulty NEAR fixture', () => {
  it('reports another chain', async () => {
    await change({ lies: true });
    expect((await post('status', [])).result.chain_id).toBe('elsewhere');
  });

  it('times out while it makes no blocks, and runs the transaction afterwards', async () => {
    await change({ stopsBlocks: true });
    const [before, { header }] = [await readAmount(pier), await provider.block(final)];
    const signed = await sign();
    expect((await post('send_tx', encode(signed))).error.cause.name).toBe('TIMEOUT_ERROR');
    expect((await find(idOf(signed))).error.cause.name).toBe('UNKNOWN_TRANSACTION');
    expect((await provider.block(final)).header.height).toBe(header.height);
    await change({});
    expect((await find(idOf(signed))).result.final_execution_status).toBe('FINAL');
    expect(await readAmount(pier)).toBe(before + 1n);
  });

  it('returns the outcome of a transaction and drops it', async () => {
    await change({ forgets: true });
    const before = await readAmount(pier);
    const signed = await sign();
    expect((await post('send_tx', encode(signed))).result.status).toEqual({ SuccessValue: '' });
    expect((await post('broadcast_tx_async', encode(signed))).result).toBe(idOf(signed));
    expect((await find(idOf(signed))).error.cause.name).toBe('UNKNOWN_TRANSACTION');
    expect(await readAmount(pier)).toBe(before);
  });
});
