import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Network, SendRequest } from '@linkspan/contract';
import { nearAccounts } from '@linkspan/practice/accounts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAccess } from './access.ts';
import { createRpc, openChain, parseNote, parseTransfer, writeNote } from './chain.ts';
import { isRefusal } from './failures.ts';
import { startTestChains, type TestChains } from './testing/chains.ts';

let chains: TestChains;
let ended: AbortController;
let servers: Server[] = [];

beforeAll(async () => {
  chains = await startTestChains();
});

afterAll(() => chains.stop());

beforeEach(() => {
  ended = new AbortController();
});

afterEach(() => {
  ended.abort();
  for (const server of servers) server.close();
  servers = [];
});

const network = (rpc: readonly [string, ...string[]]): Network<'near'> => ({ ...chains.networks[0], rpc });
const open = (...rpc: [string, ...string[]]) => openChain(network(rpc), ended.signal);

/** A node that gives these answers, the last one again and again, and names its chain whenever it is asked. */
async function startNode(...answers: object[]): Promise<string> {
  let next = 0;
  const server = createServer(async (request, response) => {
    const { method } = JSON.parse(await text(request));
    const status = { result: { chain_id: 'practice' } };
    const answer = method === 'status' ? status : answers[Math.min(next++, answers.length - 1)];
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a NEAR network', () => {
  it('tells what an account holds, and nothing of one that does not exist', async () => {
    const { readBalance } = open(chains.url);
    expect(await readBalance('near:practice:harbour.practice')).toEqual({
      account: 'near:practice:harbour.practice',
      amount: `${100n * 10n ** 24n}`,
    });
    expect((await readBalance(`near:practice:${'0'.repeat(64)}`)).amount).toBe('0');
  });

  it('passes on what the node says, with the node’s error as the cause', async () => {
    const url = await startNode({ error: { name: 'INTERNAL_ERROR', data: 'out of rope' } });
    await expect(open(url).knows('harbour.practice')).rejects.toMatchObject({
      code: 'network/refused',
      context: { detail: 'out of rope' },
      cause: { name: 'INTERNAL_ERROR' },
    });
  });

  it('refuses an amount that is none', async () => {
    const url = await startNode({ result: { amount: 'plenty' } });
    await expect(open(url).readBalance('near:practice:harbour.practice')).rejects.toMatchObject({
      code: 'network/malformed',
      context: { network: 'NEAR fixture' },
    });
  });

  it('keeps a note that it cannot read as it is, once the wallet has answered', async () => {
    const { takeNote, completeNote } = open(chains.url);
    expect(await completeNote('of another release')).toBe('of another release');
    const note = JSON.parse(await takeNote('harbour.practice'));
    expect(JSON.parse(await completeNote(JSON.stringify(note)))).toEqual({ ...note, answered: note.height });
  });
});

describe('a transfer', () => {
  const account = 'near:practice:harbour.practice' as const;
  const parse = (intent: Partial<SendRequest> = {}) =>
    parseTransfer({ kind: 'send', account, to: 'pier.practice', amount: '1', ...intent });
  const estimate = (intent: Partial<SendRequest>) => open(chains.url).estimate(parse(intent));

  it('is from one account to another', () => {
    expect(parse()).toEqual({ signerId: 'harbour.practice', receiverId: 'pier.practice', amount: '1' });
  });

  it.each(['0', '00', '-1', '1.5', '', '1'.repeat(40)])('is not of %j', (amount) => {
    expect(() => parse({ amount })).toThrow(expect.objectContaining({ code: 'input/amount' }));
  });

  const ethereum = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

  it.each(['Pier.Practice', 'PIER.practice', ethereum, ethereum.toUpperCase(), 'AB'.repeat(32)])(
    'goes to %s in lower case',
    (to) => {
      expect(parse({ to }).receiverId).toBe(to.toLowerCase());
    },
  );

  it.each([
    // Anybody may own its lower case on NEAR.
    ['input/recipient-family', 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'],
    ['input/recipient-family', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['input/recipient-family', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['input/recipient', 'not a name'],
    ['input/recipient', 'a..near'],
    ['input/recipient-name', '🦄.eth'],
  ])('ends in %s for %s', (code, to) => {
    expect(() => parse({ to })).toThrow(expect.objectContaining({ code }));
  });

  it('goes to no name that nobody has', async () => {
    await expect(estimate({ to: 'Nobody-has-this.practice' })).rejects.toMatchObject({
      code: 'input/recipient-absent',
      context: { value: 'nobody-has-this.practice', network: 'NEAR fixture' },
    });
  });

  it('is of no more than its account holds beside the fee, and of nothing from one that does not exist', async () => {
    const amount = 100n * 10n ** 24n;
    const { fee } = await estimate({});
    expect(await estimate({ amount: String(amount - fee) })).not.toHaveProperty('failure');
    const failure = { code: 'network/insufficient-funds', context: { network: 'NEAR fixture' } };
    expect(await estimate({ amount: String(amount - fee + 1n) })).toMatchObject({ failure });
    expect(await estimate({ account: 'near:practice:nobody-has-this.practice' })).toMatchObject({ failure });
  });
});

describe('a key', () => {
  it('has access to its own account only', async () => {
    const chain = open(chains.url);
    const [own, other] = nearAccounts.map(({ publicKey }) => publicKey);
    expect(await readAccess(chain, 'harbour.practice', own ?? '')).toBe('full');
    expect(await readAccess(chain, 'harbour.practice', other ?? '')).toBe(undefined);
    expect(await readAccess(chain, 'nobody-has-this.practice', own ?? '')).toBe(undefined);
  });

  it('that may only call a contract has limited access', async () => {
    const permission = { FunctionCall: { allowance: null, receiver_id: 'a.near', method_names: [] } };
    const url = await startNode({ result: { nonce: 1, permission } });
    expect(await readAccess(open(url), 'harbour.practice', 'ed25519:x')).toBe('limited');
  });

  it('is not the account’s if an older node says so in its result', async () => {
    const error = 'access key ed25519:x does not exist while viewing';
    const url = await startNode({ result: { block_height: 1, logs: [], error } });
    expect(await readAccess(open(url), 'harbour.practice', 'ed25519:x')).toBe(undefined);
  });

  it('is not judged by an answer of another form', async () => {
    const url = await startNode({ result: {} });
    await expect(readAccess(open(url), 'harbour.practice', 'ed25519:x')).rejects.toMatchObject({
      code: 'network/malformed',
      context: { network: 'NEAR fixture' },
    });
  });

  it('is that of the account it will make, until that account exists', async () => {
    const chain = open(chains.url);
    const key = ed25519.getPublicKey(new Uint8Array(32).fill(7));
    const publicKey = `ed25519:${base58.encode(key)}`;
    expect(await readAccess(chain, bytesToHex(key), publicKey)).toBe('full');
    expect(await readAccess(chain, '0'.repeat(64), publicKey)).toBe(undefined);
  });
});

describe('a note', () => {
  it.each([
    { height: 0, nonces: '0' },
    { height: 12, nonces: '98765432109876543210', answered: 13 },
  ])('reads back what was noted: %j', (note) => {
    expect(parseNote(writeNote(note))).toEqual(note);
  });

  it('leaves a height out that is none', () => {
    expect(parseNote('{"height":1,"nonces":"2","answered":-1}')).toEqual({ height: 1, nonces: '2' });
  });

  it.each([
    undefined,
    '',
    '{}',
    'null',
    '{"height":1}',
    '{"height":1,"nonces":2}',
    '{"height":1,"nonces":"-2"}',
    'x',
  ])('reads nothing of %j', (text) => {
    expect(parseNote(text)).toBeUndefined();
  });
});

afterEach(() => vi.unstubAllGlobals());

/** A network whose only node serves a chain and answers everything else so, and which methods it was asked for. */
function openRpc(chain: string, answer: object = { result: 'told' }) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    const { method, id } = JSON.parse(body);
    asked.push(method);
    const given = method === 'status' ? { result: { chain_id: chain } } : answer;
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...given }));
  });
  const network = {
    id: 'near:practice',
    title: 'NEAR',
    rpc: ['https://node.example/'],
  } as unknown as Network;
  return { rpc: createRpc(network, new AbortController().signal), asked };
}

describe('a node', () => {
  it.each(['query', 'block', 'tx', 'EXPERIMENTAL_changes', 'gas_price'])(
    'is asked for its chain with the first %s, and not believed if that is another',
    async (method) => {
      const { rpc, asked } = openRpc('practice');
      expect(await rpc(method, {})).toBe('told');
      expect(asked.sort()).toEqual([method, 'status'].sort());
      await expect(openRpc('mainnet').rpc(method, {})).rejects.toMatchObject({ code: 'network/other-chain' });
    },
  );

  it.each([
    ['its data', { data: 'out of rope', message: 'Server error' }, 'out of rope'],
    ['else its message', { message: 'Server error' }, 'Server error'],
    ['and else nothing', {}, ''],
    ['at most in 300 characters', { data: 'a'.repeat(301) }, 'a'.repeat(300)],
  ])('tells an error by %s', async (_, error, detail) => {
    await expect(openRpc('practice', { error }).rpc('query', {})).rejects.toMatchObject({
      code: 'network/refused',
      context: { network: 'NEAR', detail },
      cause: error,
    });
  });
});

describe('two NEAR nodes', () => {
  const named = (cause: string, name = 'HANDLER_ERROR') =>
    JSON.stringify({ error: { name, cause: { name: cause } } });
  const sound = JSON.stringify({ result: 'told' });
  const statusOf = (syncing: boolean) =>
    JSON.stringify({ result: { chain_id: 'practice', sync_info: { syncing } } });

  /** Two nodes that answer with these texts; `asked` tells which of them was asked for more than its chain. */
  function openTwo(first: string, second: string, firstStatus = statusOf(false)) {
    const asked: string[] = [];
    const answer = async (url: string, { body }: RequestInit) => {
      const isFirst = url.includes('first');
      if (JSON.parse(String(body)).method === 'status')
        return new Response(isFirst ? firstStatus : statusOf(false));
      asked.push(url);
      return new Response(isFirst ? first : second);
    };
    vi.stubGlobal('fetch', answer);
    const rpc = ['https://first.example/', 'https://second.example/'] as const;
    return { rpc: createRpc(network([...rpc]), ended.signal), asked };
  }

  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['no synced block', named('NO_SYNCED_BLOCKS')],
    ['that it is not synced', named('NOT_SYNCED_YET')],
    ['a shard that it does not have', named('UNAVAILABLE_SHARD')],
    ['a block that it does not know', named('UNKNOWN_BLOCK')],
    ['a block that it has deleted', named('GARBAGE_COLLECTED_BLOCK')],
    ['an internal error', named('INTERNAL_ERROR', 'INTERNAL_ERROR')],
    ['that it took too long', named('TIMEOUT_ERROR')],
    ['an unknown method', named('METHOD_NOT_FOUND', 'REQUEST_VALIDATION_ERROR')],
    ['a key that it refuses', '{"error":{"code":-32052,"message":"API key is not allowed"}}'],
    ['a key that it refuses, in a text', '{"error":"Unauthorized"}'],
  ])('are both asked if the first answers with %s', async (_, fault) => {
    for (const method of ['query', 'block', 'tx', 'EXPERIMENTAL_changes', 'gas_price']) {
      const { rpc, asked } = openTwo(fault, sound);
      expect(await rpc(method, {})).toBe('told');
      expect(asked).toContain('https://second.example/');
    }
  });

  it.each([
    'UNKNOWN_ACCOUNT',
    'INVALID_ACCOUNT',
    'UNKNOWN_ACCESS_KEY',
    'UNKNOWN_TRANSACTION',
    'INVALID_TRANSACTION',
  ])('are not both asked if the first answers %s', async (cause) => {
    const { rpc, asked } = openTwo(named(cause), sound);
    await expect(rpc('query', {})).rejects.toMatchObject({ cause: { cause: { name: cause } } });
    expect(asked).toEqual(['https://first.example/']);
  });

  it('are both asked for a transaction that the first does not know', async () => {
    const unknown = named('UNKNOWN_TRANSACTION');
    expect(await openTwo(unknown, sound).rpc('tx', {})).toBe('told');
    const both = openTwo(unknown, unknown);
    const absent = { cause: { cause: { name: 'UNKNOWN_TRANSACTION' } } };
    await expect(both.rpc('tx', {})).rejects.toMatchObject(absent);
    expect(both.asked).toHaveLength(2);
  });

  it('are both asked if the first says that it is syncing, or does not tell its chain', async () => {
    const old = JSON.stringify({ result: 'old' });
    for (const status of [statusOf(true), '{"error":{"message":"API key is not allowed"}}'])
      expect(await openTwo(old, sound, status).rpc('query', {})).toBe('told');
    // What a node has that is syncing is better than nothing.
    expect(await openTwo(old, named('NO_SYNCED_BLOCKS'), statusOf(true)).rpc('query', {})).toBe('old');
  });
});

it('knows an error of NEAR by its name', () => {
  const error = (name: unknown) => ({ cause: { cause: { name } } });
  expect(isRefusal(error('UNKNOWN_KEY'), 'UNKNOWN_ACCOUNT', 'UNKNOWN_KEY')).toBe(true);
  expect(isRefusal(error('UNKNOWN_BLOCK'), 'UNKNOWN_ACCOUNT')).toBe(false);
  expect(isRefusal(new Error('UNKNOWN_ACCOUNT'), 'UNKNOWN_ACCOUNT')).toBe(false);
});
