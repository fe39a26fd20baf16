import type { Network, Unsettled } from '@linkspan/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import subject from '../practice/subject.js';
import { addresses } from '../practice/wallet.js';
import { openChain, parseTransfer, quote, settle, writeNote } from './chain.ts';

const [own = '', other = ''] = addresses;
const account = `__NAMESPACE__:practice:${own}` as const;
const { signal } = new AbortController();
let fixture: Awaited<ReturnType<typeof subject.startChain>>;
let network: Network<'__NAMESPACE__'>;

beforeAll(async () => {
  fixture = await subject.startChain();
  const rpc = [fixture.rpc[0] ?? ''] as const;
  network = { id: '__NAMESPACE__:practice', title: 'The fixture', rpc, symbol: 'COIN', decimals: 9 };
});
afterAll(() => fixture.close());

/** A chain whose nodes answer so. */
function openAnswering(answers: Readonly<Record<string, unknown>>) {
  const signal = new AbortController().signal;
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method } = JSON.parse(body);
    return Response.json({ result: method === 'chainId' ? 'practice' : answers[method] });
  });
  return { chain: openChain(network, signal), port: { networks: [network], signal } as never };
}

describe('the chain', () => {
  it('tells the balance of an account, and none for one that it does not know', async () => {
    const chain = openChain(network, signal);
    expect(await chain.readBalance(account)).toMatchObject({ account, amount: '1000000000000' });
    const unknown = `__NAMESPACE__:practice:${subject.recipient}` as const;
    expect(await chain.readBalance(unknown)).toMatchObject({ amount: '0' });
  });

  it('tells the fee of a send, and that its recipient is new', async () => {
    const port = { networks: [network], signal } as never;
    const intent = { kind: 'send', account, amount: '1' } as const;
    expect(await quote({ ...intent, to: subject.recipient }, port)).toMatchObject({
      recipient: { is: 'new' },
    });
    const { fee, recipient } = await quote({ ...intent, to: other.toUpperCase() }, port);
    expect([fee, recipient]).toEqual(['10', { address: other }]);
  });

  it.each([{ balance: 5 }, { balance: '-5' }, { balance: '0x5' }, {}, 'no account'])(
    'is refused with network/refused if it answers %j',
    async (answer) => {
      const { chain } = openAnswering({ account: answer });
      await expect(chain.readBalance(account)).rejects.toMatchObject({ code: 'network/refused' });
    },
  );
});

it.each([
  ['?', '1', 'input/recipient'],
  ['0x00000000000000000000000000000000000000Aa', '1', 'input/recipient-family'],
  [other, '0', 'input/amount'],
  [other, '-1', 'input/amount'],
])('a transfer to %s of %s is refused with %s', (to, amount, code) => {
  expect(() => parseTransfer({ kind: 'send', account, to, amount })).toThrow(
    expect.objectContaining({ code }),
  );
});

describe('the outcome of a send', () => {
  const id = '1'.repeat(64);
  const found = { id, from: own, to: other, amount: '7', nonce: 3, status: 'succeeded' };
  const send: Unsettled<'__NAMESPACE__'> = { from: account, to: other, amount: '7', others: [] };
  const outcome = (given: object, answers: object) =>
    settle({ ...send, ...given }, openAnswering({ transaction: null, transactions: [], ...answers }).port);

  it.each([
    ['is unknown without a trace', { note: writeNote(3) }, {}, { state: 'unknown' }],
    ['is open if the chain lacks its id', { transaction: id }, {}, { state: 'sent' }],
    ['is that of its id', { transaction: id }, { transaction: found }, { state: 'landed', isFinal: true }],
    [
      'is compared with the request',
      { transaction: id },
      { transaction: { ...found, amount: '8' } },
      { comparison: { result: 'not-as-asked' } },
    ],
    [
      'is not that of an older transaction',
      { transaction: id, note: writeNote(4) },
      { transaction: found },
      { state: 'unknown' },
    ],
    ['is found by its note', { note: writeNote(3) }, { transactions: [found] }, { transaction: id }],
    [
      'is not that of a send that the page knows',
      { note: writeNote(3), others: [id] },
      { transactions: [found] },
      { state: 'unknown' },
    ],
  ])('%s', async (_, given, answers, expected) => {
    expect(await outcome(given, answers)).toMatchObject(expected);
  });
});
