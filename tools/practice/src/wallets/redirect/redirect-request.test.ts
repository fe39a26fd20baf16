import { base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { firstNearKeys } from '../near/near-keys.ts';
import { signNearTransaction } from '../near/near-transaction.ts';
import { answerRedirect } from './answer-redirect.ts';
import { parseRedirectRequest } from './redirect-request.ts';

const [key] = firstNearKeys;
const keys = firstNearKeys;
const nonce = base64.encode(new Uint8Array(32).fill(251));
const place = { nonce: 1n, blockHash: new Uint8Array(32) };
const call = { receiverId: 'pier.practice', actions: [{ transfer: { deposit: 7n } }] };
const unsigned = base64.encode(signNearTransaction(call, key, place).slice(0, -65));
const approved = { kind: 'approved', accounts: [key.accountId] } as const;
const rejected = { kind: 'rejected' } as const;
const parse = (fields: Record<string, string>) => parseRedirectRequest(new URLSearchParams(fields));

const login = { flow: 'login', success_url: 'https://a.example/in?x=1', failure_url: 'https://a.example/no' };
const message = {
  flow: 'sign-message',
  message: 'Hi',
  nonce,
  recipient: 'a.near',
  callbackUrl: 'https://a.example',
};
const sign = { flow: 'sign', transactions: `${unsigned},${unsigned}`, callbackUrl: 'https://a.example/done' };

describe('parseRedirectRequest', () => {
  it('reads transactions with their signer', () => {
    expect(parse(sign)).toMatchObject({ signerId: 'harbour.practice', calls: [call, call] });
  });

  it.each([
    ['no flow', {}],
    ['a script to return to', { ...login, success_url: 'javascript:alert(1)' }],
    ['a data address to return to', { ...login, failure_url: 'data:text/html,hi' }],
    ['no address to return to', { ...message, callbackUrl: 'a.example' }],
    ['a short nonce', { ...message, nonce: 'AAAA' }],
    ['a nonce that is not base64', { ...message, nonce: '%' }],
    ['transactions that are none', { ...sign, transactions: 'AAAA' }],
  ])('refuses %s with -32602', (_what, fields) => {
    expect(() => parse(fields)).toThrow(expect.objectContaining({ code: -32602 }));
  });
});

describe('answerRedirect', () => {
  it('brings account and key to success_url, beside what stands there', async () => {
    const url = await answerRedirect(parse(login), approved, { keys, rpc: undefined });
    expect(`${url.origin}${url.pathname}`).toBe('https://a.example/in');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ x: '1', account_id: key.accountId, all_keys: key.publicKey },
    });
  });

  it('brings a rejection to failure_url', async () => {
    const url = await answerRedirect(parse(login), rejected, { keys, rpc: undefined });
    expect(url.pathname).toBe('/no');
    expect(url.searchParams.get('errorCode')).toBe('userRejected');
  });

  it('brings a signed message in the fragment, and its rejection too', async () => {
    const given = parse({ ...message, state: 'a b' });
    const url = await answerRedirect(given, approved, { keys, rpc: undefined });
    const fields = new URLSearchParams(url.hash.slice(1));
    expect(fields.get('accountId')).toBe(key.accountId);
    expect(fields.get('state')).toBe('a b');
    expect(base64.decode(fields.get('signature') ?? '')).toHaveLength(64);
    const refused = await answerRedirect(given, rejected, { keys, rpc: undefined });
    expect(refused.hash).toBe('#error=User%20rejected%20the%20request.');
  });

  it('brings the ids of sent transactions, or why they failed', async () => {
    const answers: Record<string, unknown> = {
      query: { nonce: 1, block_hash: '11111111111111111111111111111111' },
      send_tx: { status: {}, transaction: { hash: 'Abc' } },
    };
    const sent = await answerRedirect(parse(sign), approved, {
      keys,
      rpc: async (method) => answers[method],
    });
    expect(sent.searchParams.get('transactionHashes')).toBe('Abc,Abc');
    const failed = await answerRedirect(parse(sign), approved, { keys, rpc: async () => null });
    expect(failed.searchParams.get('errorCode')).toBe('Error');
  });
});
