import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createDeferred, turns } from '@linkspan/kit/testing/deferred';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedBy, openChain, openRequest, parseNote, toChain, writeNote } from './chain.ts';
import { openHistory } from './history.ts';
import { toNetworks } from './testing/page.ts';

it.each([
  { block: 0, count: 0 },
  { block: 12, count: 3, nonce: 4 },
  { block: 12, count: 1, by: 'safe', threshold: 2 } as const,
])('reads back what was noted: %j', (note) => {
  expect(parseNote(writeNote(note))).toEqual(note);
});

it('leaves a nonce out that is none', () => {
  expect(parseNote('{"block":1,"count":2,"nonce":"3"}')).toEqual({ block: 1, count: 2 });
});

it.each([
  undefined,
  '',
  '{}',
  '[]',
  'null',
  '{"block":1}',
  '{"block":-1,"count":0}',
  '{"block":1,"count":1.5}',
  'x',
])('reads nothing of %j', (text) => {
  expect(parseNote(text)).toBeUndefined();
});

const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const;
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
let servers: Server[];
let ended: AbortController;
let answers: Record<string, object>;

beforeEach(() => {
  servers = [];
  ended = new AbortController();
  answers = { eth_chainId: { result: '0x7a69' }, eth_getBalance: { result: '0x5' } };
  for (const method of ['eth_blockNumber', 'eth_getTransactionCount']) answers[method] = { result: '0x5' };
});

afterEach(() => {
  ended.abort();
  for (const server of servers) server.close();
});

/** A node that has these answers and no chain. */
async function startNode(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(await text(request));
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answers[method] }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function open() {
  const [network] = toNetworks(await startNode());
  return openChain(network, ended.signal);
}

it('reads balance and note of a node that serves this chain', async () => {
  const chain = await open();
  expect(await chain.readBalance(account)).toMatchObject({ amount: '5' });
  expect(JSON.parse(await chain.takeNote(to))).toEqual({ block: 5, count: 5 });
});

it('looks for the nonce of a send until the node knows it, or the page has ended', async () => {
  const transaction = `0x${'ab'.repeat(32)}`;
  const known = { hash: transaction, from: to, to, nonce: '0x6', value: '0x1', input: '0x', type: '0x2' };
  const results = [null, known, null];
  const third = createDeferred();
  let looks = 0;
  Object.defineProperty(answers, 'eth_getTransactionByHash', {
    get() {
      if (looks === 2) third.resolve();
      return { result: results[looks++] };
    },
  });
  const node = await startNode();
  const chain = openChain(toNetworks(node)[0], ended.signal);
  const complete = () => chain.completeNote(writeNote({ block: 5, count: 5 }), { address: to, transaction });
  expect(parseNote(await complete())).toEqual({ block: 5, count: 5, nonce: 6 });
  const late = vi.fn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  complete().then(late, late);
  await third.promise;
  await turns();
  ended.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  // Whatever was asked before it has arrived by its answer.
  await fetch(node, { method: 'POST', body: JSON.stringify({ id: 1, method: 'eth_chainId' }) });
  expect([looks, late.mock.calls]).toEqual([3, []]);
});

const toWord = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

it.each([1, 2])('notes that an account is a Safe with a threshold of %i', async (threshold) => {
  answers.eth_call = { result: toWord(threshold) };
  answers.eth_getCode = { result: '0x60' };
  const note = await (await open()).takeNote(to);
  expect(parseNote(note)).toEqual({ block: 5, count: 5, by: 'safe', threshold });
  expect(awaitedBy(parseNote(note))).toEqual(threshold === 1 ? {} : { awaits: 'owners' });
});

it.each<[string, object, object?]>([
  ['has no code', { result: '0x' }],
  ['reverts', { error: { code: 3, message: 'execution reverted' } }],
  ['has no threshold', { result: toWord(0) }],
  ['has a threshold that no owners can reach', { result: `0x${'f'.repeat(64)}` }],
  ['answers in another form', { result: `0x${'0'.repeat(127)}2` }],
  [
    'sends by itself, with the code of a Safe (EIP-7702)',
    { result: toWord(2) },
    { result: `0xEF0100${to.slice(2)}` },
  ],
  ['is on a node that calls nothing', { error: { code: -32601, message: 'no such method' } }],
])('notes no Safe for an account that %s', async (_, called, code = { result: '0x60' }) => {
  [answers.eth_call, answers.eth_getCode] = [called, code];
  expect(parseNote(await (await open()).takeNote(to))).toEqual({ block: 5, count: 5 });
});

it('notes nothing before a node has said whether the account is a Safe', async () => {
  answers.eth_call = { error: { code: -32005, message: 'limit exceeded' } };
  await expect((await open()).takeNote(to)).rejects.toMatchObject({ code: 'network/busy' });
});

it('reads nothing of a node that serves another chain', async () => {
  answers.eth_chainId = { result: '0x1' };
  const chain = await open();
  const other = { code: 'network/other-chain', context: { network: 'First chain' } };
  await expect(chain.readBalance(account)).rejects.toMatchObject(other);
  await expect(chain.takeNote(to)).rejects.toMatchObject(other);
});

it('passes on what the node says, and that it is asked too often', async () => {
  answers.eth_getBalance = { error: { code: -32000, message: 'header not found' } };
  const chain = await open();
  await expect(chain.readBalance(account)).rejects.toMatchObject({
    code: 'network/refused',
    context: { detail: 'header not found' },
  });
  answers.eth_getBalance = { error: { code: -32005, message: 'limit exceeded' } };
  await expect(chain.readBalance(account)).rejects.toMatchObject({ code: 'network/busy' });
});

describe('two nodes', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const error = (code: number, message: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } });
  const sound = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result });

  /** Two nodes of the chain that answer all but its number with these texts; `asked` tells which of them was. */
  function openTwo(first: string, second: string, status = 200) {
    const asked: string[] = [];
    const [network] = toNetworks();
    const answer = async (url: string, { body }: RequestInit) => {
      const isChain = JSON.parse(String(body)).method === 'eth_chainId';
      if (!isChain) asked.push(url);
      if (isChain) return new Response(sound('0x7a69'));
      return url.includes('first') ? new Response(first) : new Response(second, { status });
    };
    vi.stubGlobal('fetch', answer);
    const rpc = ['https://first.example/', 'https://second.example/'] as const;
    return { request: openRequest({ ...network, rpc }, ended.signal), asked };
  }

  afterEach(() => void vi.unstubAllGlobals());

  const faults: readonly (readonly [string, string])[] = [
    ['an internal error', error(-32603, 'Internal error')],
    ['a block that it does not have', error(-32000, 'header not found')],
    ['a state that it does not have', error(-32000, 'missing trie node')],
    ['an unknown method', error(-32601, 'the method does not exist')],
    ['a method that it does not offer', error(-32004, 'method not supported')],
    ['a key that it refuses', error(-32052, 'API key is not allowed to access blockchain')],
    ['a key that it refuses, in a text', '{"error":"Unauthorized"}'],
    ['a page of HTML', '<html><body>Bad gateway</body></html>'],
    ['truncated JSON', '{"jsonrpc":"2.0","id":1,"result":"0x'],
  ];
  const methods = [
    'eth_getBalance',
    'eth_getTransactionCount',
    'eth_getTransactionReceipt',
    'eth_getTransactionByHash',
    'eth_getCode',
    'eth_call',
    'eth_blockNumber',
    'eth_getBlockByNumber',
  ];

  it.each(faults)('are both asked if the first answers with %s', async (_, fault) => {
    for (const method of methods) {
      const { request, asked } = openTwo(fault, sound('0x5'));
      expect(await request({ method, params: [] })).toBe('0x5');
      expect(asked).toContain('https://second.example/');
    }
  });

  it.each([
    [3, 'execution reverted'],
    [-32015, 'VM execution error.'],
    [-32000, 'execution reverted: invalid v'],
    [-32000, 'out of gas'],
  ])('are not both asked about a call of which the first says %i, %s', async (code, message) => {
    const { request, asked } = openTwo(error(code, message), sound('0x01'));
    await expect(request({ method: 'eth_call', params: [] })).rejects.toMatchObject({ code, message });
    expect(asked).toEqual(['https://first.example/']);
  });

  it('are both asked for a block that the first does not have', async () => {
    const { request } = openTwo(sound(null), sound({ number: '0x7' }));
    expect(await openHistory(request, 'First chain').finalHeight()).toBe(7);
  });

  const receipt = sound({ transactionHash: hash, blockNumber: '0x7', status: '0x1' });
  const shown = sound({
    ...{ hash, from: to, to, value: '0x1', nonce: '0x3', input: '0x', type: '0x2' },
    blockNumber: '0x7',
  });

  it('are both asked for a transaction that the first does not have', async () => {
    const landed = openTwo(sound(null), receipt);
    expect(await openHistory(landed.request, 'First chain').receiptOf(hash)).toMatchObject({ block: 7 });
    const known = openTwo(sound(null), shown);
    expect(await openHistory(known.request, 'First chain').transactionOf(hash)).toMatchObject({ nonce: 3 });
  });
});

it('describes a configured network as the wallet is to add it', () => {
  const [network] = toNetworks();
  const explorer = 'https://explorer.example/tx/{transaction}';
  expect(toChain({ ...network, explorer })).toMatchObject({
    id: 31337,
    name: 'First chain',
    nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: network.rpc } },
    blockExplorers: { default: { url: 'https://explorer.example' } },
  });
});
