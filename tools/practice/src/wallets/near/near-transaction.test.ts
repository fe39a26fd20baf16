import { createHash } from 'node:crypto';
import { PublicKey } from '@near-js/crypto';
import { actionCreators, decodeSignedTransaction, encodeTransaction } from '@near-js/transactions';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { firstNearKeys } from './near-keys.ts';
import { parseNearTransaction, signNearTransaction } from './near-transaction.ts';
import { parseNearCall } from './parse-near-call.ts';

const [key] = firstNearKeys;
const place = { nonce: 8n, blockHash: new Uint8Array(32).fill(3) };
const publicKey = PublicKey.from(key.publicKey);
const { transfer, functionCall, createAccount, addKey, deleteKey, deleteAccount, stake, deployContract } =
  actionCreators;

const same = [
  ['Transfer', { deposit: '1250000000000000000000000' }, transfer(1250000000000000000000000n)],
  [
    'FunctionCall',
    { methodName: 'dock', args: { at: 'pier' }, gas: '30000000000000', deposit: '1' },
    functionCall('dock', { at: 'pier' }, 30000000000000n, 1n),
  ],
  ['CreateAccount', undefined, createAccount()],
  ['Stake', { stake: '5', publicKey: key.publicKey }, stake(5n, publicKey)],
  ['DeleteKey', { publicKey: key.publicKey }, deleteKey(publicKey)],
  ['DeleteAccount', { beneficiaryId: 'pier.practice' }, deleteAccount('pier.practice')],
  ['DeployContract', { code: Uint8Array.of(1, 2) }, deployContract(Uint8Array.of(1, 2))],
  [
    'AddKey',
    { publicKey: key.publicKey, accessKey: { permission: 'FullAccess' } },
    addKey(publicKey, actionCreators.fullAccessKey()),
  ],
  [
    'AddKey',
    {
      publicKey: key.publicKey,
      accessKey: { permission: { receiverId: 'dock.near', allowance: '9', methodNames: ['dock'] } },
    },
    addKey(publicKey, actionCreators.functionCallAccessKey('dock.near', ['dock'], 9n)),
  ],
] as const;

describe('signNearTransaction', () => {
  it.each(same)('writes %s as the library of NEAR does, from either form', (type, params, action) => {
    const fromConnector = parseNearCall({ receiverId: 'pier.practice', actions: [{ type, params }] });
    const fromLibrary = parseNearCall({ receiverId: 'pier.practice', actions: [action] });
    const signed = signNearTransaction(fromConnector, key, place);
    const expected = encodeTransaction(
      Object.assign(decodeSignedTransaction(signed).transaction, { actions: [action], publicKey }),
    );
    expect(signed.slice(0, expected.length)).toEqual(expected);
    expect(signNearTransaction(fromLibrary, key, place)).toEqual(signed);
  });

  it('signs the hash of the transaction, as tweetnacl verifies', () => {
    const call = parseNearCall({ receiverId: 'pier.practice', actions: [transfer(1n)] });
    const signed = signNearTransaction(call, key, place);
    // One byte for the kind of the signature, and its 64.
    const hash = createHash('sha256').update(signed.slice(0, -65)).digest();
    const raw = nacl.sign.keyPair.fromSeed(key.seed).publicKey;
    expect(nacl.sign.detached.verify(hash, signed.slice(-64), raw)).toBe(true);
  });
});

describe('parseNearTransaction', () => {
  it('reads signer, recipient and actions back', () => {
    const call = parseNearCall({ receiverId: 'pier.practice', actions: [transfer(7n)] });
    const unsigned = signNearTransaction(call, key, place).slice(0, -65);
    expect(parseNearTransaction(unsigned)).toEqual({
      signerId: 'harbour.practice',
      receiverId: 'pier.practice',
      actions: [{ transfer: { deposit: 7n } }],
    });
  });

  it('refuses bytes that are no transaction', () => {
    expect(() => parseNearTransaction(Uint8Array.of(1, 2, 3))).toThrow(
      expect.objectContaining({ code: -32602 }),
    );
  });
});

describe('parseNearCall', () => {
  it('answers 4200 for an action it does not know', () => {
    const call = { receiverId: 'pier.practice', actions: [{ type: 'UseGlobalContract', params: {} }] };
    expect(() => parseNearCall(call)).toThrow(expect.objectContaining({ code: 4200 }));
  });

  it.each([
    ['no actions', { receiverId: 'pier.practice', actions: [] }],
    ['no recipient', { actions: [{ type: 'CreateAccount' }] }],
    [
      'an amount with a point',
      { receiverId: 'a', actions: [{ type: 'Transfer', params: { deposit: '1.5' } }] },
    ],
    ['a negative amount', { receiverId: 'a', actions: [{ type: 'Transfer', params: { deposit: '-1' } }] }],
    [
      'a broken key',
      { receiverId: 'a', actions: [{ type: 'DeleteKey', params: { publicKey: 'ed25519:0' } }] },
    ],
  ])('answers -32602 to %s', (_what, call) => {
    expect(() => parseNearCall(call)).toThrow(expect.objectContaining({ code: -32602 }));
  });
});
