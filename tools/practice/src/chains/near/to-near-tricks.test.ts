import { PublicKey } from '@near-js/crypto';
import {
  actionCreators,
  createTransaction,
  encodeTransaction,
  Signature,
  SignedTransaction,
} from '@near-js/transactions';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64 } from '@scure/base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nearAccounts } from '../../accounts.ts';
import type { ChainFaults } from '../faults/chain-faults.ts';
import type { ServedNetworks } from '../faults/serve-networks.ts';
import { startNearFixture } from './start-near-fixture.ts';

const [harbour, pier] = nearAccounts as [(typeof nearAccounts)[0], (typeof nearAccounts)[0]];

let running: ServedNetworks;

beforeAll(async () => {
  running = await startNearFixture({ port: 0, now: Date.now });
});
afterAll(() => running.stop());
afterEach(() => change({}));

const change = async (faults: Partial<ChainFaults>) => running.faults.get('near:practice')?.change(faults);

// biome-ignore lint/suspicious/noExplicitAny: the tests read a few fields of the answers' known shapes.
async function post(method: string, params: unknown): Promise<any> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(`http://127.0.0.1:${running.port}`, { method: 'POST', body });
  return response.json();
}

const final = { finality: 'final' };
const viewPier = { request_type: 'view_account', ...final, account_id: pier.accountId };
const amountOfPier = async () => (await post('query', viewPier)).result.amount;

/** A transfer of one yoctoNEAR, signed, in base64, with its id, and the nonce before it. */
async function signOne() {
  const { accountId, publicKey: key, seed } = harbour;
  const view = { request_type: 'view_access_key', ...final, account_id: accountId, public_key: key };
  const { nonce, block_hash } = (await post('query', view)).result;
  const publicKey = PublicKey.fromString(key);
  const actions = [actionCreators.transfer(1n)];
  const place = [BigInt(nonce + 1), actions, base58.decode(block_hash)] as const;
  const transaction = createTransaction(
    accountId,
    publicKey,
    pier.accountId,
    place[0],
    [...place[1]],
    place[2],
  );
  const hash = sha256(encodeTransaction(transaction));
  const signature = new Signature({ keyType: publicKey.keyType, data: ed25519.sign(hash, seed) });
  const signed = new SignedTransaction({ transaction, signature });
  return { id: base58.encode(hash), nonce, signed_tx_base64: base64.encode(encodeTransaction(signed)) };
}

const find = (tx_hash: string) => post('tx', { tx_hash, sender_account_id: harbour.accountId });

describe('a faulty NEAR fixture', () => {
  it('lies about its chain', async () => {
    await change({ lies: true });
    const { result } = await post('status', []);
    expect(result).toMatchObject({ chain_id: 'elsewhere', validators: [] });
  });

  it('stands where it makes no blocks, gives up waiting, and has afterwards what was sent meanwhile', async () => {
    await change({ stopsBlocks: true });
    const height = async () => (await post('block', final)).result.header.height;
    const before = [await height(), await amountOfPier()];
    const { id, signed_tx_base64 } = await signOne();
    const given = await post('send_tx', { signed_tx_base64, wait_until: 'FINAL' });
    expect(given.error.cause.name).toBe('TIMEOUT_ERROR');
    expect((await find(id)).error.cause.name).toBe('UNKNOWN_TRANSACTION');
    expect([await height(), await amountOfPier()]).toEqual(before);
    await change({});
    expect((await find(id)).result.final_execution_status).toBe('FINAL');
    expect(BigInt(await amountOfPier())).toBe(BigInt(before[1]) + 1n);
  });

  it('tells an outcome, and forgets it', async () => {
    await change({ forgets: true });
    const before = await amountOfPier();
    const { id, nonce, signed_tx_base64 } = await signOne();
    expect((await post('send_tx', { signed_tx_base64 })).result.status).toEqual({ SuccessValue: '' });
    expect((await find(id)).error.cause.name).toBe('UNKNOWN_TRANSACTION');
    expect(await amountOfPier()).toBe(before);
    expect((await post('broadcast_tx_async', { signed_tx_base64 })).result).toBe(id);
    expect((await signOne()).nonce, 'it is free again').toBe(nonce);
  });
});
