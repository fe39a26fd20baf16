import type { Network, Unsettled } from '@linkspan/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addresses } from '../practice/chain.js';
import subject from '../practice/subject.js';
import { fromHexAddress, toHexAddress } from './address.ts';
import { openChain, parseTransfer, quote, settle } from './chain.ts';

const [own = '', other = ''] = addresses;
const id = 'tron:0x7e57c0de';
const account = `${id}:${own}` as const;
const { signal } = new AbortController();
let fixture: Awaited<ReturnType<typeof subject.startChain>>;
let network: Network<'tron'>;

beforeAll(async () => {
  fixture = await subject.startChain();
  network = { id, title: 'The fixture', rpc: [fixture.rpc[0] ?? ''], symbol: 'TRX', decimals: 6 };
});
afterAll(() => fixture.close());

/** A chain whose node answers so; each method is named by its last part. */
function openAnswering(answers: Readonly<Record<string, unknown>>) {
  const { signal } = new AbortController();
  vi.stubGlobal('fetch', async (url: string) => {
    const method = url.slice(url.indexOf('wallet'));
    const answer = method.endsWith('blockbynum')
      ? { blockID: '0'.repeat(56) + id.slice(-8) }
      : answers[method];
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
  });
  return { chain: openChain(network, signal), port: { networks: [network], signal } as never };
}

describe('the chain', () => {
  it('tells the balance of an account, and none for one that is not activated', async () => {
    const chain = openChain(network, signal);
    expect(await chain.readBalance(account)).toMatchObject({ account, amount: '1000000000' });
    expect(await chain.readBalance(`${id}:${subject.recipient}`)).toMatchObject({ amount: '0' });
  });

  it('keeps every digit of a balance', async () => {
    const { chain } = openAnswering({ 'wallet/getaccount': '{"balance":9007199254740993,"address":"41"}' });
    expect(await chain.readBalance(account)).toMatchObject({ amount: '9007199254740993' });
  });

  it('tells the fee of a send, and what the activation of its recipient adds', async () => {
    const port = { networks: [network], signal } as never;
    const intent = { kind: 'send', account, amount: '1' } as const;
    expect(await quote({ ...intent, to: other }, port)).toMatchObject({ fee: '280000' });
    const { fee, recipient } = await quote({ ...intent, to: subject.recipient }, port);
    expect([fee, recipient?.is]).toEqual(['1380000', 'new']);
  });

  it('refuses what exceeds the balance', async () => {
    const transfer = parseTransfer({ kind: 'send', account, to: other, amount: '9000000000' });
    await expect(openChain(network, signal).build(transfer)).rejects.toMatchObject({
      code: 'network/insufficient-funds',
    });
  });

  it.each([{}, { raw_data: {} }, { raw_data: { ref_block_bytes: '1', ref_block_hash: '2', timestamp: 3 } }])(
    'builds no transaction if a node answers %j',
    async (answer) => {
      const { chain } = openAnswering({ 'wallet/createtransaction': answer });
      const transfer = parseTransfer({ kind: 'send', account, to: other, amount: '1' });
      await expect(chain.build(transfer)).rejects.toMatchObject({ code: 'network/refused' });
    },
  );
});

it('an address is the same after both conversions', () => {
  expect(fromHexAddress(toHexAddress(own) ?? '')).toBe(own);
});

it.each([
  ['?', '1', 'input/recipient'],
  ['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HD', '1', 'input/recipient-checksum'],
  ['0x00000000000000000000000000000000000000Aa', '1', 'input/recipient-family'],
  ['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', '0', 'input/amount'],
  ['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', '9007199254740993', 'input/amount'],
])('a transfer to %s of %s is refused with %s', (to, amount, code) => {
  expect(() => parseTransfer({ kind: 'send', account, to, amount })).toThrow(
    expect.objectContaining({ code }),
  );
});

describe('the outcome of a send', () => {
  const transaction = '1'.repeat(64);
  const value = { owner_address: toHexAddress(own), to_address: toHexAddress(other), amount: 7 };
  const contract = { type: 'TransferContract', parameter: { value } };
  const info = { id: transaction };
  const note = JSON.stringify({ transaction, expiration: 1_000_000 });
  const send: Unsettled<'tron'> = { from: account, to: other, amount: '7', others: [], note };
  const outcome = (given: object, answers: object, timestamp = 999_999) =>
    settle(
      { ...send, ...given },
      openAnswering({
        'walletsolidity/getnowblock': { block_header: { raw_data: { timestamp } } },
        'wallet/gettransactionbyid': { raw_data: { contract: [contract] } },
        ...answers,
      }).port,
    );

  it.each<[string, object, object, number, object]>([
    ['is unknown until it has expired', {}, {}, 1_000_000, { state: 'unknown' }],
    ['is open with an id', { transaction }, {}, 1_000_000, { state: 'sent', transaction }],
    ['is certain once it has expired', {}, {}, 1_000_001, { state: 'expired' }],
    ['is unknown again if nodes may have dropped the block', {}, {}, 90_000_000, { state: 'unknown' }],
    ['is unknown for a send that the page knows', { others: [transaction] }, {}, 1, { state: 'unknown' }],
    [
      'is final in a solid block',
      {},
      { 'walletsolidity/gettransactioninfobyid': info },
      1,
      { state: 'landed', isFinal: true, comparison: { result: 'as-asked' } },
    ],
    [
      'is not final in another block',
      {},
      { 'wallet/gettransactioninfobyid': { ...info, result: 'FAILED' } },
      1,
      { state: 'failed', isFinal: false },
    ],
    [
      'is compared with the request',
      { amount: '8' },
      { 'walletsolidity/gettransactioninfobyid': info },
      1,
      { comparison: { result: 'not-as-asked' } },
    ],
  ])('%s', async (_, given, answers, time, expected) => {
    expect(await outcome(given, answers, time)).toMatchObject(expected);
  });
});
