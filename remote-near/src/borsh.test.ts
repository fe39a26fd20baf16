import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import { actionCreators, encodeTransaction, type Transaction } from '@near-js/transactions';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import type { Action } from './actions.ts';
import { encodeTransaction as encode } from './borsh.ts';
import { fromBase58, isBase58, isKey, toBase58 } from './keys.ts';

const [{ publicKey }] = nearAccounts as unknown as [PracticeNearAccount];
const block = sha256(Uint8Array.of(7));

describe('an unsigned transfer', () => {
  it.each([
    ['of a coin', 'harbour.practice', 'pier.practice', 1n, 10n ** 24n],
    ['of the least', 'a1', '0'.repeat(64), 0n, 1n],
    ['of the most, with the highest nonce', 'f'.repeat(64), 'x.y', 2n ** 64n - 1n, 2n ** 128n - 1n],
    ['of a deposit in the upper bytes', 'harbour.practice', 'pier.practice', 256n, 2n ** 64n],
  ])('%s is what NEAR’s own library writes', (_, signerId, receiverId, nonce, deposit) => {
    const expected = encodeTransaction({
      ...{ signerId, receiverId, nonce, blockHash: block },
      publicKey: { ed25519Key: { data: base58.decode(publicKey.slice('ed25519:'.length)) } },
      actions: [{ transfer: { deposit } }],
    } as unknown as Transaction);
    const blockHash = base58.encode(block);
    const actions: Action[] = [{ type: 'Transfer', params: { deposit: String(deposit) } }];
    const bytes = encode({ signerId, receiverId, nonce, actions, publicKey, blockHash });
    expect([...bytes]).toEqual([...expected]);
  });
});

describe('an unsigned call', () => {
  const places = { signerId: 'harbour.practice', receiverId: 'ferry.practice', nonce: 3n };

  it.each<[string, object | Uint8Array]>([
    ['of JSON', { fee: '5', who: 'Grüße' }],
    ['of no arguments', {}],
    ['of bytes', Uint8Array.of(0, 255, 7)],
    ['of no bytes', new Uint8Array()],
  ])('%s beside a transfer is what NEAR’s own library writes', (_, args) => {
    const [gas, deposit] = [30_000_000_000_000n, 2n ** 100n];
    const expected = encodeTransaction({
      ...{ ...places, blockHash: block },
      publicKey: { ed25519Key: { data: base58.decode(publicKey.slice('ed25519:'.length)) } },
      actions: [actionCreators.functionCall('set_fee', args, gas, deposit), actionCreators.transfer(1n)],
    } as unknown as Transaction);
    const params = { methodName: 'set_fee', args, gas: String(gas), deposit: String(deposit) };
    const actions: Action[] = [
      { type: 'FunctionCall', params },
      { type: 'Transfer', params: { deposit: '1' } },
    ];
    const bytes = encode({ ...places, actions, publicKey, blockHash: base58.encode(block) });
    expect([...bytes]).toEqual([...expected]);
  });
});

describe('base58', () => {
  it.each([
    ['random bytes', sha256(Uint8Array.of(1))],
    ['zeros in front', new Uint8Array(32).fill(9, 5)],
    ['zeros alone', new Uint8Array(32)],
    ['the highest', new Uint8Array(32).fill(255)],
  ])('of 32 bytes comes back: %s', (_, bytes) => {
    expect(toBase58(bytes)).toBe(base58.encode(bytes));
    expect([...fromBase58(toBase58(bytes))]).toEqual([...bytes]);
    expect(isBase58(toBase58(bytes))).toBe(true);
  });

  it('of 33 bytes has the form of 32, and is none', () => {
    const text = base58.encode(new Uint8Array(33).fill(1));
    expect(text).toHaveLength(44);
    expect([isBase58(text), isKey(`ed25519:${text}`)]).toEqual([false, false]);
  });
});
