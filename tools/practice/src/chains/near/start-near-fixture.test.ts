import { KeyPair, PublicKey } from '@near-js/crypto';
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
import { concatBytes } from '@noble/hashes/utils.js';
import { base58, base64, hex } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nearAccounts, type PracticeNearAccount } from '../../accounts.ts';
import type { Served } from '../faults/serve-networks.ts';
import { startNearFixture } from './start-near-fixture.ts';

const [harbour, pier, lantern] = nearAccounts as [
  PracticeNearAccount,
  PracticeNearAccount,
  PracticeNearAccount,
];
const {
  transfer,
  createAccount,
  addKey,
  deleteKey,
  deleteAccount,
  functionCall,
  fullAccessKey,
  functionCallAccessKey,
} = actionCreators;
const NEAR = 10n ** 24n;
const final = { finality: 'final' } as const;

let running: Served;
let provider: JsonRpcProvider;

beforeAll(async () => {
  running = await startNearFixture({ port: 0, now: Date.now });
  provider = new JsonRpcProvider({ url: url() });
});

afterAll(() => running.stop());

const url = (path = '') => `http://127.0.0.1:${running.port}${path}`;

/** What the tests read of an answer; which of it is there depends on the method. */
interface Answer {
  readonly result: {
    readonly nonce: number;
    readonly amount: string;
    readonly chain_id: string;
    readonly status: unknown;
    readonly transaction_outcome: {
      readonly block_hash: string;
      readonly outcome: { readonly tokens_burnt: string };
    };
  };
  readonly error: {
    readonly cause: { readonly name: string };
    readonly data: { readonly TxExecutionError: { readonly InvalidTxError: unknown } };
  };
}

interface KeyList {
  readonly block_height: number;
  readonly keys: readonly { readonly access_key: { readonly nonce: number } }[];
}

interface Wish {
  readonly signer?: Pick<PracticeNearAccount, 'accountId' | 'publicKey' | 'seed'>;
  readonly receiverId?: string;
  readonly actions: Action[];
  readonly nonce?: bigint;
  readonly blockHash?: Uint8Array;
  readonly signingSeed?: Uint8Array;
}

async function sign({ signer = harbour, receiverId = pier.accountId, actions, ...rest }: Wish) {
  const publicKey = PublicKey.fromString(signer.publicKey);
  const nonce = rest.nonce ?? (await nextNonce(signer));
  const blockHash = rest.blockHash ?? base58.decode((await provider.block(final)).header.hash);
  const transaction = createTransaction(signer.accountId, publicKey, receiverId, nonce, actions, blockHash);
  const data = ed25519.sign(sha256(encodeTransaction(transaction)), rest.signingSeed ?? signer.seed);
  return new SignedTransaction({
    transaction,
    signature: new Signature({ keyType: publicKey.keyType, data }),
  });
}

async function nextNonce({ accountId, publicKey }: Pick<PracticeNearAccount, 'accountId' | 'publicKey'>) {
  const { result } = await post('query', {
    request_type: 'view_access_key',
    finality: 'final',
    account_id: accountId,
    public_key: publicKey,
  });
  return BigInt((result?.nonce ?? 0) + 1);
}

async function post(method: string, params?: unknown, path = '') {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'test', method, params });
  const response = await fetch(url(path), { method: 'POST', body });
  return (await response.json()) as Answer;
}

async function send(wish: Wish) {
  return post('send_tx', { signed_tx_base64: base64.encode((await sign(wish)).encode()) });
}

async function readAmount(accountId: string, path = ''): Promise<bigint> {
  const params = { request_type: 'view_account', finality: 'final', account_id: accountId };
  return BigInt((await post('query', params, path)).result.amount);
}

function expectFits(schema: () => z.core.$ZodType, answer: unknown): void {
  expect(z.safeParse(schema(), toSchemaSpelling(answer)).error).toBeUndefined();
}

/** The schemas spell the keys of the wire in camel case: `block_hash` is `blockHash`. */
function toSchemaSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSchemaSpelling);
  if (typeof value !== 'object' || value === null) return value;
  const toCamelCase = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [toCamelCase(key), toSchemaSpelling(inner)]),
  );
}

describe('the NEAR fixture, seen by @near-js', () => {
  it('gives each practice account 100 NEAR and one full-access key', async () => {
    for (const { accountId, publicKey } of nearAccounts) {
      const { keys } = await provider.viewAccessKeyList(accountId, final);
      expect((await provider.viewAccount(accountId, final)).amount).toBe(100n * NEAR);
      expect(keys.map((key) => [key.public_key, key.access_key.permission])).toEqual([
        [publicKey, 'FullAccess'],
      ]);
    }
  });

  it('moves a transfer and takes the gas from its signer', async () => {
    const [from, to] = [await readAmount(harbour.accountId), await readAmount(pier.accountId)];
    const outcome = await provider.sendTransaction(await sign({ actions: [transfer(2n * NEAR)] }));
    expect(outcome.status).toEqual({ SuccessValue: '' });
    expect(await readAmount(pier.accountId)).toBe(to + 2n * NEAR);
    const burnt = [outcome.transaction_outcome, ...outcome.receipts_outcome]
      .map((one) => BigInt((one.outcome as unknown as { tokens_burnt: string }).tokens_burnt))
      .reduce((sum, one) => sum + one, 0n);
    expect(await readAmount(harbour.accountId)).toBe(from - 2n * NEAR - burnt);
    expect(burnt).toBe(44_636_512_500_000_000_000n);
  });

  it('accepts a key pair of @near-js/crypto and tells the transaction afterwards', async () => {
    const secret = base58.encode(concatBytes(lantern.seed, ed25519.getPublicKey(lantern.seed)));
    const keyPair = KeyPair.fromString(`ed25519:${secret}`);
    const publicKey = keyPair.getPublicKey();
    const nonce = await nextNonce(lantern);
    const blockHash = base58.decode((await provider.block(final)).header.hash);
    const actions = [transfer(1n)];
    const transaction = createTransaction(
      lantern.accountId,
      publicKey,
      pier.accountId,
      nonce,
      actions,
      blockHash,
    );
    const hash = sha256(encodeTransaction(transaction));
    const { signature: data } = keyPair.sign(hash);
    const signature = new Signature({ keyType: publicKey.keyType, data });
    await provider.sendTransaction(new SignedTransaction({ transaction, signature }));
    const told = await provider.txStatus(hash, lantern.accountId, 'FINAL');
    expect(told.transaction.hash).toBe(base58.encode(hash));
  });

  it('tells its name, its gas price and its blocks', async () => {
    expect((await provider.status()).chain_id).toBe('practice');
    expect((await provider.gasPrice(null)).gas_price).toBe('100000000');
    const block = await provider.block(final);
    expect((await provider.block({ blockId: block.header.hash })).header.height).toBe(block.header.height);
  });
});

describe('the NEAR fixture', () => {
  it.each([
    ['a signature by another key', { signingSeed: pier.seed }, 'InvalidSignature'],
    ['a nonce that was used', { nonce: 0n }, { InvalidNonce: { ak_nonce: expect.any(Number), tx_nonce: 0 } }],
    ['a nonce that is far off', { nonce: 2n ** 60n }, { NonceTooLarge: expect.any(Object) }],
    ['a block that is not of this chain', { blockHash: new Uint8Array(32) }, 'Expired'],
    [
      'a receiver that is no account id',
      { receiverId: 'No Account' },
      { InvalidReceiverId: expect.any(Object) },
    ],
    [
      'a signer that does not exist',
      { signer: { ...harbour, accountId: 'nobody.practice' } },
      { SignerDoesNotExist: { signer_id: 'nobody.practice' } },
    ],
    [
      'a key that is not the signer`s',
      { signer: { ...pier, accountId: harbour.accountId } },
      { InvalidAccessKeyError: { AccessKeyNotFound: expect.any(Object) } },
    ],
    [
      'more than the signer has',
      { actions: [transfer(1000n * NEAR)] },
      { NotEnoughBalance: expect.any(Object) },
    ],
    [
      'an action that it does not know',
      { actions: [deleteAccount(pier.accountId)] },
      { ActionsValidation: { UnsupportedProtocolFeature: expect.any(Object) } },
    ],
  ])('refuses %s and changes nothing', async (_, wish, reason) => {
    const before = await readAmount(harbour.accountId);
    const { error } = await send({ actions: [transfer(1n)], ...wish });
    expect(error.cause.name).toBe('INVALID_TRANSACTION');
    expect(error.data).toEqual({ TxExecutionError: { InvalidTxError: reason } });
    expectFits(RpcErrorSchema, error);
    expect(await readAmount(harbour.accountId)).toBe(before);
  });

  it('refuses a tampered transaction and one with bytes to spare', async () => {
    const signed = (await sign({ actions: [transfer(5n)] })).encode();
    const tampered = Uint8Array.from(signed);
    tampered[tampered.length - 70] = 9;
    const { error } = await post('broadcast_tx_commit', [base64.encode(tampered)]);
    expect(error.data.TxExecutionError.InvalidTxError).toBe('InvalidSignature');
    const { error: spare } = await post('send_tx', [base64.encode(concatBytes(signed, new Uint8Array(1)))]);
    expect(spare.cause.name).toBe('PARSE_ERROR');
  });

  it('runs the same transaction once', async () => {
    const params = { signed_tx_base64: base64.encode((await sign({ actions: [transfer(NEAR)] })).encode()) };
    const { result } = await post('send_tx', params);
    const after = await readAmount(pier.accountId);
    expect((await post('send_tx', params)).result).toEqual(result);
    expect(await readAmount(pier.accountId)).toBe(after);
  });

  it.each([
    [
      'a transfer to a named account that does not exist',
      'nobody.practice',
      [transfer(NEAR)],
      { index: 0, kind: { AccountDoesNotExist: { account_id: 'nobody.practice' } } },
    ],
    [
      'a call of a contract',
      pier.accountId,
      [transfer(NEAR), functionCall('greet', {}, 30_000_000_000_000n, 1n)],
      {
        index: 1,
        kind: {
          FunctionCallError: { CompilationError: { CodeDoesNotExist: { account_id: pier.accountId } } },
        },
      },
    ],
    [
      'a new account under a name of someone else',
      'boat.pier.practice',
      [createAccount()],
      {
        index: 0,
        kind: {
          CreateAccountNotAllowed: { account_id: 'boat.pier.practice', predecessor_id: harbour.accountId },
        },
      },
    ],
    [
      'a new key for someone else',
      pier.accountId,
      [addKey(PublicKey.fromString(lantern.publicKey), fullAccessKey())],
      { index: 0, kind: { ActorNoPermission: { account_id: pier.accountId, actor_id: harbour.accountId } } },
    ],
  ])('lets %s fail, gives the deposit back and keeps the gas', async (_, receiverId, actions, failure) => {
    const [from, to] = [await readAmount(harbour.accountId), await readAmount(pier.accountId)];
    const { result } = await send({ receiverId, actions });
    expect(result.status).toEqual({ Failure: { ActionError: failure } });
    expectFits(RpcTransactionResponseSchema, result);
    const burnt = BigInt(result.transaction_outcome.outcome.tokens_burnt);
    expect(burnt).toBeGreaterThan(0n);
    expect(await readAmount(harbour.accountId)).toBe(from - 2n * burnt);
    expect(await readAmount(pier.accountId)).toBe(to);
  });

  it('opens an implicit account by the first transfer, with the key it is named after', async () => {
    const seed = sha256(Uint8Array.of(1));
    const key = ed25519.getPublicKey(seed);
    const newcomer = {
      accountId: hex.encode(key),
      publicKey: `ed25519:${base58.encode(key)}` as const,
      seed,
    };
    await send({ receiverId: newcomer.accountId, actions: [transfer(NEAR)] });
    const { result } = await send({ signer: newcomer, receiverId: pier.accountId, actions: [transfer(1n)] });
    expect(result.status).toEqual({ SuccessValue: '' });
  });

  it('creates a sub-account whose own key then signs, and loses it', async () => {
    const seed = sha256(Uint8Array.of(2));
    const publicKey = `ed25519:${base58.encode(ed25519.getPublicKey(seed))}` as const;
    const boat = { accountId: 'boat.harbour.practice', publicKey, seed };
    const key = PublicKey.fromString(publicKey);
    const actions = [createAccount(), transfer(NEAR), addKey(key, fullAccessKey())];
    expect((await send({ receiverId: boat.accountId, actions })).result.status).toEqual({ SuccessValue: '' });
    const left = await send({ signer: boat, receiverId: boat.accountId, actions: [deleteKey(key)] });
    expect(left.result.status).toEqual({ SuccessValue: '' });
    const { error } = await send({ signer: boat, actions: [transfer(1n)] });
    expect(error.data.TxExecutionError.InvalidTxError).toMatchObject({
      InvalidAccessKeyError: { AccessKeyNotFound: expect.any(Object) },
    });
  });

  it('keeps a function-call key from moving money', async () => {
    const seed = sha256(Uint8Array.of(3));
    const publicKey = `ed25519:${base58.encode(ed25519.getPublicKey(seed))}` as const;
    const limited = { accountId: pier.accountId, publicKey, seed };
    const key = functionCallAccessKey(lantern.accountId, ['greet'], NEAR);
    const added = addKey(PublicKey.fromString(publicKey), key);
    const { result } = await send({ signer: pier, receiverId: pier.accountId, actions: [added] });
    expectFits(RpcTransactionResponseSchema, result);
    const { error } = await send({ signer: limited, receiverId: harbour.accountId, actions: [transfer(1n)] });
    expect(error.data.TxExecutionError.InvalidTxError).toEqual({
      InvalidAccessKeyError: 'RequiresFullAccess',
    });
    const ofKey = { request_type: 'view_access_key', finality: 'final', account_id: pier.accountId };
    expectFits(RpcQueryResponseSchema, (await post('query', { ...ofKey, public_key: publicKey })).result);
  });

  it('tells of each block what its accounts had then, and which transaction changed their keys', async () => {
    const ofKeys = { request_type: 'view_access_key_list', account_id: pier.accountId };
    const read = async (reference: object) =>
      (await post('query', { ...ofKeys, ...reference })).result as unknown as KeyList;
    await post('practice_skipBlocks', [1]);
    const before = await read(final);
    const { result } = await send({ signer: pier, receiverId: harbour.accountId, actions: [transfer(3n)] });
    await post('practice_skipBlocks', [5]);
    const { block_hash } = result.transaction_outcome;
    const { height } = (await provider.block({ blockId: block_hash })).header;
    expect((await read({ block_id: height })).keys).toEqual(before.keys);
    const block_id = height + 1;
    const nonce = (before.keys[0]?.access_key.nonce ?? 0) + 1;
    expect((await read({ block_id })).keys[0]?.access_key.nonce).toBe(nonce);
    const asked = { changes_type: 'all_access_key_changes', account_ids: [pier.accountId] };
    const { hash } = (result as unknown as { transaction: { hash: string } }).transaction;
    const change = {
      cause: { type: 'transaction_processing', tx_hash: hash },
      change: { access_key: { nonce } },
    };
    expect((await post('EXPERIMENTAL_changes', { ...asked, block_id })).result).toMatchObject({
      changes: [change],
    });
    const next = { ...asked, block_id: block_id + 1 };
    expect((await post('EXPERIMENTAL_changes', next)).result).toMatchObject({ changes: [] });
  });

  it('is two: what moves on the first does not move on the second, nor is accepted there', async () => {
    const untouched = await readAmount(lantern.accountId, '/second');
    const signed_tx_base64 = base64.encode(
      (await sign({ receiverId: lantern.accountId, actions: [transfer(NEAR)] })).encode(),
    );
    await post('send_tx', { signed_tx_base64 });
    expect(await readAmount(lantern.accountId, '/second')).toBe(untouched);
    const { error } = await post('send_tx', { signed_tx_base64 }, '/second');
    expect(error.data).toEqual({ TxExecutionError: { InvalidTxError: 'Expired' } });
    expect((await post('status', [], '/second')).result.chain_id).toBe('practice-two');
  });
});

describe('the answers of the NEAR fixture fit the schemas of @near-js/jsonrpc-types', () => {
  const account = { finality: 'final', account_id: harbour.accountId };

  it.each([
    ['block', RpcBlockResponseSchema, { finality: 'optimistic' }],
    ['block', RpcBlockResponseSchema, { block_id: 1000 }],
    ['block', RpcBlockResponseSchema, { sync_checkpoint: 'genesis' }],
    ['status', RpcStatusResponseSchema, []],
    ['gas_price', RpcGasPriceResponseSchema, [null]],
    ['query', RpcQueryResponseSchema, { ...account, request_type: 'view_account' }],
    [
      'query',
      RpcQueryResponseSchema,
      { ...account, request_type: 'view_access_key', public_key: harbour.publicKey },
    ],
    ['query', RpcQueryResponseSchema, { ...account, request_type: 'view_access_key_list' }],
    ['query', RpcQueryResponseSchema, { ...account, request_type: 'view_state', prefix_base64: '' }],
  ])('in %s', async (method, schema, params) => {
    const { result } = await post(method, params);
    expect(result).toBeDefined();
    expectFits(schema, result);
  });

  it('in send_tx, broadcast_tx_commit and tx', async () => {
    const signed = await sign({ actions: [transfer(1n)] });
    const sent = await post('send_tx', {
      signed_tx_base64: base64.encode(signed.encode()),
      wait_until: 'FINAL',
    });
    expectFits(RpcTransactionResponseSchema, sent.result);
    const next = base64.encode((await sign({ actions: [transfer(1n)] })).encode());
    expectFits(RpcTransactionResponseSchema, (await post('broadcast_tx_commit', [next])).result);
    const tx_hash = base58.encode(sha256(encodeTransaction(signed.transaction)));
    const told = await post('tx', { tx_hash, sender_account_id: harbour.accountId, wait_until: 'FINAL' });
    expect(told.result).toEqual(sent.result);
  });

  it.each([
    ['UNKNOWN_ACCOUNT', 'query', { ...account, account_id: 'nobody.practice', request_type: 'view_account' }],
    [
      'UNKNOWN_ACCESS_KEY',
      'query',
      { ...account, request_type: 'view_access_key', public_key: lantern.publicKey },
    ],
    ['NO_CONTRACT_CODE', 'query', { ...account, request_type: 'view_code' }],
    [
      'CONTRACT_EXECUTION_ERROR',
      'query',
      { ...account, request_type: 'call_function', method_name: 'greet', args_base64: '' },
    ],
    ['UNKNOWN_BLOCK', 'block', { block_id: 1 }],
    ['UNKNOWN_BLOCK', 'block', { block_id: 'no hash' }],
    ['UNKNOWN_TRANSACTION', 'tx', { tx_hash: '1'.repeat(32), sender_account_id: harbour.accountId }],
    ['METHOD_NOT_FOUND', 'validators', [null]],
    ['METHOD_NOT_FOUND', 'constructor', []],
    ['PARSE_ERROR', 'query', { finality: 'final', request_type: 'view_account' }],
    ['PARSE_ERROR', 'send_tx', { signed_tx_base64: 'AAAA' }],
    ['PARSE_ERROR', 'block', undefined],
  ])('in the error %s of %s', async (cause, method, params) => {
    const { error } = await post(method, params);
    expect(error.cause.name).toBe(cause);
    expectFits(RpcErrorSchema, error);
  });

  it('in the errors of what is no request', async () => {
    for (const body of ['{', '7', '{"jsonrpc":"2.0","id":"x"}', 'x'.repeat(1_000_001)]) {
      const { error } = await (await fetch(url(), { method: 'POST', body })).json();
      expect(error.cause.name).toBe('PARSE_ERROR');
      expectFits(RpcErrorSchema, error);
    }
  });
});
