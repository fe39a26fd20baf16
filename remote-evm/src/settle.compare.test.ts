import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Comparison, type Port, type Settled, toAccountId, type Unsettled } from '@linkspan/contract';
import { getAddress, keccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { writeNote } from './chain.ts';
import { settle } from './settle.ts';
import { toNetworks } from './testing/page.ts';

const sender = `0x${'a1'.repeat(20)}` as const;
const asked = `0x${'bb'.repeat(20)}` as const;
const thief = `0x${'cc'.repeat(20)}` as const;
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032';
const hash = `0x${'1'.repeat(64)}`;
const transferOfToken = `0xa9059cbb${'0'.repeat(24)}${'bb'.repeat(20)}${'0'.repeat(63)}7` as const;

const plain = {
  ...{ hash, from: sender, to: asked.toLowerCase(), value: '0x7', input: '0x', nonce: '0x3' },
  ...{ type: '0x2', chainId: '0x7a69', blockNumber: '0x10' },
};
const receipt = { transactionHash: hash, blockNumber: '0x10', status: '0x1' };

const asAsked: Comparison = { result: 'as-asked' };
const because = (why: string) => ({ result: 'not-compared', why });
const instead = (moved: object) => ({
  result: 'not-as-asked',
  moved: [{ from: getAddress(sender), to: getAddress(asked), amount: '7', ...moved }],
});

/** What differs in the transaction that a block has, or in what its node tells, and the outcome. */
const cases: [name: string, differs: object, outcome: object, node?: object][] = [
  ['the transfer that was asked for', {}, asAsked],
  ['the same, with addresses in another case', { from: sender.toUpperCase().replace('X', 'x') }, asAsked],
  ['the same as a legacy transaction without a chain', { type: '0x0', chainId: undefined }, asAsked],
  ['the same with an access list', { type: '0x1' }, asAsked],
  ['the same, whose node says data for input', { input: undefined, data: '0x' }, asAsked],
  ['the same to a contract', {}, asAsked, { eth_getCode: '0x6000' }],
  ['fifty times the amount', { value: '0x15e' }, instead({ amount: '350' })],
  ['one wei less', { value: '0x6' }, instead({ amount: '6' })],
  ['nothing', { value: '0x0' }, { result: 'not-as-asked', moved: [] }],
  ['another recipient', { to: thief }, instead({ to: getAddress(thief) })],
  [
    'fifty times the amount to another recipient',
    { to: thief, value: '0x15e' },
    instead({ to: getAddress(thief), amount: '350' }),
  ],
  ['back to the sender', { to: sender }, instead({ to: getAddress(sender) })],
  ['from another account', { from: thief }, instead({ from: getAddress(thief) })],
  [
    'to another recipient, behind input that nothing reads',
    { to: thief, input: '0x00' },
    instead({ to: getAddress(thief) }),
  ],
  ['with input that nothing reads', { input: '0x00' }, because('more')],
  ['with input to a recipient with code', { input: '0x00' }, because('contract'), { eth_getCode: '0x6000' }],
  [
    'with input to a recipient whose node does not tell its code',
    { input: '0x00' },
    because('contract'),
    { eth_getCode: null },
  ],
  [
    'with input to a recipient whose node refuses to tell',
    { input: '0x00' },
    because('contract'),
    { eth_getCode: undefined },
  ],
  ['with input to a precompile', { input: '0x00', to: `0x${'0'.repeat(37)}800` }, because('contract')],
  [
    'a token in place of the coin',
    { to: thief, value: '0x0', input: transferOfToken },
    because('contract'),
    { eth_getCode: '0x6000' },
  ],
  [
    'a call with the same value',
    { to: thief, input: '0xdeadbeef' },
    { ...because('contract'), paid: '7' },
    { eth_getCode: '0x6000' },
  ],
  [
    'a call with fifty times the value',
    { to: thief, input: '0xdeadbeef', value: '0x15e' },
    { ...because('contract'), paid: '350' },
    { eth_getCode: '0x6000' },
  ],
  ['a new contract', { to: null, input: '0x6000' }, because('contract')],
  [
    'a call by the entry point of EIP-4337',
    { from: thief, to: entryPoint, value: '0x0', input: '0x765e827f' },
    because('relayer'),
    { eth_getCode: '0x6000' },
  ],
  [
    'a call of the sender by a relayer',
    { from: thief, to: sender, value: '0x0', input: '0x6a761202' },
    because('relayer'),
    { eth_getCode: '0x6000' },
  ],
  [
    'a call of the sender by itself (EIP-7702)',
    { to: sender, value: '0x0', input: '0xe9ae5c53' },
    because('smart-account'),
    { eth_getCode: `0xef0100${'cc'.repeat(20)}` },
  ],
  [
    'the transfer with an authorization (EIP-7702)',
    { type: '0x4', authorizationList: [{}] },
    because('smart-account'),
  ],
  [
    'the transfer with an authorization of an unknown kind',
    { authorizationList: [{}] },
    because('smart-account'),
  ],
  ['a type that the page does not know', { type: '0x7b' }, because('unreadable')],
  ['no type', { type: undefined }, because('unreadable')],
  ['no input', { input: undefined }, because('unreadable')],
  ['two inputs', { data: '0x00' }, because('unreadable')],
  ['an input that is none', { input: 7 }, because('unreadable')],
  ['no value', { value: undefined }, because('unreadable')],
  ['a value in decimals', { value: 7 }, because('unreadable')],
  ['a value that is none', { value: '0xzz' }, because('unreadable')],
  ['a value too large', { value: `0x${'f'.repeat(65)}` }, because('unreadable')],
  ['no sender', { from: undefined }, because('unreadable')],
  ['a recipient that is none', { to: '0x12' }, because('unreadable')],
  ['a recipient that is an object', { to: {} }, because('unreadable')],
  ['another chain', { chainId: '0x1' }, because('unreadable')],
  ['a chain that is none', { chainId: 'x' }, because('unreadable')],
  ['another transaction', { hash: `0x${'2'.repeat(64)}` }, because('unreadable')],
  ['another block than its receipt', { blockNumber: '0x11' }, because('unreadable')],
  ['no block', { blockNumber: null }, because('unreadable')],
  ['what the node has pruned', {}, because('unreadable'), { eth_getTransactionByHash: null }],
  ['what the node refuses to tell', {}, because('unreadable'), { eth_getTransactionByHash: undefined }],
  ['a list', {}, because('unreadable'), { eth_getTransactionByHash: [] }],
];

it.each(cases)('compares what has landed with what was asked: %s', async (_, differs, outcome, node = {}) => {
  const settled = await look({ eth_getTransactionByHash: { ...plain, ...differs }, ...node });
  expect(settled).toMatchObject({ state: 'landed', transaction: hash, comparison: outcome });
});

it('compares what has failed too', async () => {
  const eth_getTransactionReceipt = { ...receipt, status: '0x0' };
  const answers = { eth_getTransactionReceipt, eth_getTransactionByHash: { ...plain, to: thief } };
  expect(await look(answers)).toMatchObject({
    state: 'failed',
    comparison: instead({ to: getAddress(thief) }),
  });
});

it('looks again for what could not be read', async () => {
  expect(await look({ eth_getTransactionByHash: plain })).toMatchObject({ isFinal: true });
  expect(await look({ eth_getTransactionByHash: null })).toMatchObject({ isFinal: false });
});

it.each([
  ['no status', { status: undefined }],
  ['a status that is none', { status: 1 }],
  ['no block', { blockNumber: null }],
  ['another transaction', { transactionHash: `0x${'2'.repeat(64)}` }],
])('tells no end by a receipt with %s', async (_, change) => {
  const answers = { eth_getTransactionReceipt: { ...receipt, ...change }, eth_getTransactionByHash: plain };
  await expect(look(answers)).rejects.toMatchObject({ code: 'network/malformed' });
});

const requested = { ...plain, input: transferOfToken };
const note = writeNote({ block: 1, count: 1, data: keccak256(transferOfToken) });

/** What differs in the transaction that was landed for an application's request with data, and the outcome. */
it.each<[string, object, object]>([
  ['the transaction that was requested', {}, asAsked],
  ['the same for another fee', { type: '0x0', nonce: '0x5' }, asAsked],
  ['other data', { input: `${transferOfToken.slice(0, -1)}8` }, instead({})],
  ['no data', { input: '0x' }, instead({})],
  ['another contract', { to: thief }, instead({ to: getAddress(thief) })],
  ['other coins', { value: '0x8' }, instead({ amount: '8' })],
  ['no coins', { value: '0x0' }, { result: 'not-as-asked', moved: [] }],
  ['a new contract', { to: null }, { result: 'not-as-asked', moved: [] }],
  ['another sender, to a contract', { from: thief }, because('relayer')],
  ['an authorization (EIP-7702)', { authorizationList: [{}] }, because('smart-account')],
  ['another chain', { chainId: '0x1' }, because('unreadable')],
])('compares a request with data by all of it: %s', async (_, differs, outcome) => {
  const answers = { eth_getTransactionByHash: { ...requested, ...differs }, eth_getCode: '0x6000' };
  expect(await look(answers, { note })).toMatchObject({ state: 'landed', comparison: outcome });
});

it('compares a request for a new contract', async () => {
  const answers = { eth_getTransactionByHash: { ...requested, to: null } };
  expect(await look(answers, { note, to: '' })).toMatchObject({ comparison: asAsked });
});

describe('several calls (EIP-5792)', () => {
  const id = 'calls-1';
  const toNote = (change: object) => writeNote({ block: 1, count: 1, by: 'calls', ...change });

  it('stay sent while the wallet alone knows their end', async () => {
    for (const eth_getTransactionReceipt of [receipt, null])
      expect(await look({ eth_getTransactionReceipt }, { transaction: id, note: toNote({}) })).toEqual({
        state: 'sent',
        transaction: id,
      });
    const ofReorganized = { transaction: id, note: toNote({ transaction: hash }) };
    expect(await look({ eth_getTransactionReceipt: null }, ofReorganized)).toEqual({
      state: 'sent',
      transaction: id,
    });
  });

  it('wait for the owners of a Safe that needs several', async () => {
    const sent = { state: 'sent', transaction: id };
    expect(await look({}, { transaction: id, note: toNote({ threshold: 2 }) })).toEqual({
      ...sent,
      awaits: 'owners',
    });
    expect(await look({}, { transaction: id, note: toNote({ threshold: 1 }) })).toEqual(sent);
  });

  it('have failed if the wallet has said so, and no transaction shows it', async () => {
    const said = { transaction: id, note: toNote({ outcome: 'failed' }) };
    expect(await look({}, said)).toEqual({
      ...{ state: 'failed', transaction: id, isFinal: false },
      failure: { code: 'network/reverted', context: { network: 'eip155:31337' } },
    });
  });

  it('have not ended by a transaction from before them', async () => {
    const older = {
      transaction: id,
      note: writeNote({ block: 16, count: 1, by: 'calls', transaction: hash }),
    };
    expect(await look({}, older)).toEqual({ state: 'sent', transaction: id });
  });

  it('are unknown if the wallet has not answered', async () => {
    const unanswered = { transaction: undefined as never, note: toNote({}) };
    expect(await look({}, unanswered)).toEqual({ state: 'unknown' });
  });

  it.each([
    ['0x1', 'landed', { by: hash }],
    ['0x0', 'failed', { failure: { code: 'network/reverted', context: { network: 'eip155:31337' } } }],
  ])('have ended by the transaction that the wallet has named (%s)', async (status, state, rest) => {
    const answers = { eth_getTransactionReceipt: { ...receipt, status } };
    expect(await look(answers, { transaction: id, note: toNote({ transaction: hash }) })).toEqual({
      ...{ state, transaction: id, isFinal: true, comparison: because('more') },
      ...rest,
    });
  });
});

/** Asks a node that has these answers and no chain; it refuses what is undefined. */
async function look(given: object, change: Partial<Unsettled<'eip155'>> = {}): Promise<Settled> {
  const answers: Record<string, unknown> = {
    ...{ eth_chainId: '0x7a69', eth_blockNumber: '0x20', eth_getCode: '0x' },
    ...{ eth_getTransactionReceipt: receipt, eth_getBlockByNumber: { number: '0x20' } },
    ...given,
  };
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(await text(request));
    const result = answers[method];
    const error = { code: -32601, message: 'not here' };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const networks = toNetworks(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const from = toAccountId<'eip155'>('eip155:31337', sender);
  const send: Unsettled<'eip155'> = {
    from,
    to: asked,
    amount: '7',
    transaction: hash,
    others: [],
    ...change,
  };
  const ended = new AbortController();
  try {
    return await settle(send, { networks, signal: ended.signal } as unknown as Port<'eip155'>);
  } finally {
    ended.abort();
    server.close();
  }
}
