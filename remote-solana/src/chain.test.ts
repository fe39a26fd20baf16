import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { LinkspanError } from '@linkspan/contract';
import { until } from '@linkspan/kit/testing/deferred';
import { solanaAccounts } from '@linkspan/practice/accounts';
import { SECOND_PATH } from '@linkspan/practice/networks';
import { generateKeyPairSigner } from '@solana/kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteSigned, openChain, parseJson, parseNote, toTransport, writeNote } from './chain.ts';
import { startTestChain } from './testing/chains.ts';
import { idOf, openConnector, openDocument, toNetworks } from './testing/page.ts';
import { createWallet } from './testing/wallet.ts';

let cluster: Awaited<ReturnType<typeof startTestChain>>;
let page: ReturnType<typeof openDocument>;

beforeAll(async () => {
  cluster = await startTestChain();
}, 30_000);

afterAll(() => cluster.stop());

beforeEach(() => {
  page = openDocument();
});

afterEach(() => page.close());

async function connect(options?: Parameters<typeof createWallet>[0]) {
  const wallet = createWallet({ granted: true, rpc: cluster.url, ...options });
  const connector = openConnector(toNetworks(cluster.url));
  await connector.adopt(wallet);
  const account = idOf(wallet, 0);
  const toSend = (to: string, amount: string) => ({ kind: 'send', account, to, amount }) as const;
  const send = (to: string, amount: string) => connector.send(toSend(to, amount));
  const sendToEnd = (to: string, amount: string) => connector.sendToEnd(toSend(to, amount));
  return { ...connector, send, sendToEnd, wallet, account };
}

const newAddress = async () => String((await generateKeyPairSigner()).address);
const pier = String(solanaAccounts[1]?.address);
const unused = String((await generateKeyPairSigner()).address);

async function readBalance(address: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(cluster.url, { method: 'POST', headers, body });
  return (await answer.json()).result.value;
}

describe('the balance', () => {
  it('is the account’s on the chain, in lamports', async () => {
    const { view, account } = await connect();
    const balance = await until(view.balance, (known) => known !== undefined);
    const lamports = await readBalance(account.slice(account.lastIndexOf(':') + 1));
    expect(balance).toEqual({ account, amount: String(lamports) });
  });

  it('is not believed if another cluster answers, and nothing is sent there', async () => {
    const [first] = toNetworks();
    const connector = openConnector([{ ...first, rpc: [`${cluster.url}${SECOND_PATH}`] }]);
    const wallet = createWallet({ granted: true });
    await connector.adopt(wallet);
    const why = await until(connector.view.balanceFailure, (known) => known !== undefined);
    expect(why).toEqual({ code: 'network/other-chain', context: { network: 'Local cluster' } });
    expect(connector.view.balance.get()).toBeUndefined();
    const intent = { kind: 'send' as const, account: idOf(wallet, 0), to: pier, amount: '1' };
    await expect(connector.send(intent)).rejects.toMatchObject({ code: 'network/other-chain' });
    expect(wallet.asked).toEqual([]);
  });
});

describe('a transfer', () => {
  it('is submitted by the remote if the wallet signs only', async () => {
    const { sendToEnd, wallet } = await connect({ lacks: ['solana:signAndSendTransaction'] });
    const to = await newAddress();
    expect(await sendToEnd(to, '3000000')).toMatchObject({ state: 'landed' });
    expect(await readBalance(to)).toBe(3_000_000);
    expect(wallet.asked).toMatchObject([
      { feature: 'solana:signTransaction', input: { chain: 'solana:localnet' } },
    ]);
  });

  // 2^24 lamports more.
  const raise = (transaction: Uint8Array) => transaction.set([1], transaction.length - 6);

  it('is reported as another one if the wallet has sent another one', async () => {
    const { sendToEnd, wallet } = await connect();
    wallet.switches.alters = raise;
    const to = await newAddress();
    const settled = await sendToEnd(to, '3000000');
    const moved = [{ from: wallet.addresses[0], to, amount: String(3_000_000 + 2 ** 24) }];
    expect(settled).toMatchObject({ state: 'landed', comparison: { result: 'not-as-asked', moved } });
    expect(await readBalance(to)).toBe(3_000_000 + 2 ** 24);
  });

  it('is not submitted if the wallet has signed another one', async () => {
    const { send, wallet } = await connect({ lacks: ['solana:signAndSendTransaction'] });
    wallet.switches.alters = raise;
    const to = await newAddress();
    await expect(send(to, '3000000')).rejects.toMatchObject({
      code: 'wallet/other-transaction',
      context: { wallet: 'Harbour', difference: 'transfer', value: to, amount: '19777216' },
    });
    expect(await readBalance(to)).toBe(0);
  });

  it.each([
    ['input/recipient', 'nobody', '1'],
    ['input/recipient-family', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '1'],
    ['input/recipient-name', 'toly.sol', '1'],
    ['network/would-fail', 'SysvarC1ock11111111111111111111111111111111', '1'],
    ['input/recipient', '11111111111111111111111111111111', '1'],
    ['input/amount', pier, '0'],
    ['input/amount', pier, '1.5'],
    ['input/amount', pier, String(2n ** 64n)],
    ['input/amount-least', unused, '890879'],
    ['network/insufficient-funds', pier, '100000000000000'],
  ])('is refused with %s before the wallet is asked: %s, %s', async (code, to, amount) => {
    const { send, wallet } = await connect();
    await expect(send(to, amount)).rejects.toMatchObject({ code });
    expect(wallet.asked).toEqual([]);
  });

  it('does not reach the wallet if the page does not want it any more', async () => {
    const wallet = createWallet({ granted: true, rpc: cluster.url });
    const connector = openConnector(toNetworks(cluster.url));
    await connector.adopt(wallet);
    const cancelled = new LinkspanError('wallet/cancelled', { wallet: 'Harbour' });
    const noted = () => {
      throw cancelled;
    };
    const intent = { kind: 'send' as const, account: idOf(wallet, 0), to: pier, amount: '1' };
    await expect(connector.send(intent, { noted })).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(wallet.asked).toEqual([]);
  });

  it('is refused if what it leaves is below the rent minimum, with the most that can be sent', async () => {
    const { send, wallet, account } = await connect();
    const fee = 5000;
    const balance = await readBalance(account.slice(account.lastIndexOf(':') + 1));
    const most = String(balance - fee - 890_880 - 100_000);
    await expect(send(pier, String(balance - fee - 1))).rejects.toMatchObject({
      code: 'input/amount-most',
      context: { most },
    });
    expect(wallet.asked).toEqual([]);
  });

  it.each([
    'AccountNotFound',
    // After a priority fee of the wallet.
    { InsufficientFundsForRent: { account_index: 0 } },
  ])('keeps what a node said through the wallet: %j', async (err) => {
    const { send, wallet } = await connect();
    wallet.switches.errors = {
      'solana:signAndSendTransaction': { code: -32002, message: 'simulation', data: { err } },
    };
    await expect(send(pier, '1')).rejects.toMatchObject({ code: 'network/insufficient-funds' });
  });

  it('names a local cluster by its own id if the wallet knows that', async () => {
    const { send, wallet } = await connect({
      chains: ['solana:localnet', toNetworks()[0].id],
    });
    await send(pier, '1');
    expect(wallet.asked[0]?.input).toMatchObject({ chain: toNetworks()[0].id });
  });
});

/** The cluster behind a node that loses the answers to the first posts of a transaction, then gives this one. */
async function startLossyNode(answer: (id: string) => string | undefined) {
  const posts: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const forwarded = await fetch(cluster.url, { method: 'POST', body }).then(
      (answer) => answer.text(),
      () => '',
    );
    const { id, method } = JSON.parse(body);
    if (method !== 'sendTransaction') return response.end(forwarded);
    posts.push(body);
    const given = posts.length === 1 ? undefined : answer(id);
    if (given === undefined) request.socket.destroy();
    else response.end(given);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, posts, [Symbol.asyncDispose]: async () => void server.close() };
}

describe('a transaction of which a node may have lost the answer', () => {
  async function sendThrough(url: string) {
    const wallet = createWallet({ granted: true, lacks: ['solana:signAndSendTransaction'] });
    const connector = openConnector(toNetworks(url));
    await connector.adopt(wallet);
    const to = await newAddress();
    const intent = { kind: 'send' as const, account: idOf(wallet, 0), to, amount: '4000000' };
    const notes: string[] = [];
    const sent = await connector
      .send(intent, { noted: (note = '') => notes.push(note) })
      .catch((error: unknown) => error);
    const later = openConnector(toNetworks(cluster.url));
    const look = () =>
      later.settle({ from: intent.account, ...intent, others: [], note: notes.at(-1) ?? '' });
    return { sent, look, to, notes };
  }

  const toError = (code: number, message: string, data?: object) => (id: string) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } });

  it.each<[string, (id: string) => string]>([
    [
      'AlreadyProcessed',
      toError(-32_002, 'Transaction simulation failed', { err: 'AlreadyProcessed', logs: [] }),
    ],
    [
      'a sentence',
      toError(-32_000, 'Transaction simulation failed: This transaction has already been processed'),
    ],
    ['a sentence beside an empty error', toError(-32_002, 'Transaction already processed', {})],
    ['a word', toError(-32_603, 'already known')],
  ])('is submitted if the node says at the second post that it has it: %s', async (_, answer) => {
    await using node = await startLossyNode(answer);
    const { sent, look, to } = await sendThrough(node.url);
    expect(new Set(node.posts).size).toBe(1);
    expect(sent).toEqual({ transaction: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/) });
    await vi.waitFor(async () => expect(await look()).toMatchObject({ state: 'landed' }));
    expect(await readBalance(to)).toBe(4_000_000);
  });

  it.each<[string, (id: string) => string | undefined, string]>([
    ['says nothing again', () => undefined, 'network/unreachable'],
    ['answers with a page', () => '<html></html>', 'network/portal'],
    ['asks for a pause', toError(-32_005, 'slow down'), 'network/busy'],
    ['is behind', toError(-32_002, 'x', { err: 'BlockhashNotFound', logs: [] }), 'network/expired'],
    ['refuses it', toError(-32_602, 'invalid'), 'network/refused'],
  ])('is found by its signature if the node %s at the second post', async (_, answer, code) => {
    await using node = await startLossyNode(answer);
    const { sent, look, to } = await sendThrough(node.url);
    expect(sent).toMatchObject({ code });
    await vi.waitFor(async () =>
      expect(await look()).toMatchObject({ state: 'landed', transaction: expect.any(String) }),
    );
    expect(await readBalance(to)).toBe(4_000_000);
  });

  it('can expire if its wallet has left the blockhash as it was', () => {
    const signed = new Uint8Array(200).fill(7);
    const note = writeNote({ slot: 1, lastHeight: 151 });
    expect(parseNote(noteSigned(note, signed, 'unchanged'))).toMatchObject({ answered: 151 });
    for (const lifetime of ['other-blockhash', 'nonce'] as const)
      expect(parseNote(noteSigned(note, signed, lifetime))).not.toHaveProperty('answered');
    expect(noteSigned('{}', signed, 'nonce')).toBe('{}');
  });
});

describe('a wallet that sends, and then fails', () => {
  const portClosed = 'The message port closed before a response was received.';
  it.each<[string, (signature: string) => object]>([
    ['a timeout', (signature) => Object.assign(new Error('Not confirmed in 30 seconds.'), { signature })],
    ['an error in an error', (signature) => ({ code: -32_603, message: 'x', data: { signature } })],
    ['a closed port', (signature) => Object.assign(new Error(portClosed), { cause: { signature } })],
  ])('is followed by the signature that it names in %s', async (_, failsAfter) => {
    const { wallet, connector, account } = await connectToNote();
    wallet.switches.failsAfter = failsAfter;
    const notes: string[] = [];
    const intent = { kind: 'send' as const, account, to: await newAddress(), amount: '4000000' };
    await expect(connector.send(intent, { noted: (note = '') => notes.push(note) })).rejects.toThrow();
    const note = notes.at(-1) ?? '';
    const asked = { ...intent, from: account, others: [], note };
    await vi.waitFor(async () => expect(await connector.settle(asked)).toMatchObject({ state: 'landed' }));
    const { transaction = '' } = parseNote(note) ?? {};
    expect(await connector.settle({ ...asked, others: [transaction] })).toEqual({ state: 'unknown' });
  });

  it('has sent if it passes on that the node has the transaction already, and names it', async () => {
    const { wallet, connector, account } = await connectToNote();
    const message = 'This transaction has already been processed';
    wallet.switches.failsAfter = (signature) => ({ code: -32_002, message, signature });
    const intent = { kind: 'send' as const, account, to: await newAddress(), amount: '4000000' };
    expect(await connector.sendToEnd(intent)).toMatchObject({ state: 'landed' });
  });

  async function connectToNote() {
    const wallet = createWallet({ granted: true, rpc: cluster.url });
    const connector = openConnector(toNetworks(cluster.url));
    await connector.adopt(wallet);
    return { wallet, connector, account: idOf(wallet, 0) };
  }
});

describe('a note', () => {
  it.each([{}, { answered: 190 }, { transaction: 'x' }])('reads back what was noted, with %j', (later) => {
    const note = { slot: 12, lastHeight: 162, ...later };
    expect(parseNote(writeNote(note))).toEqual(note);
  });

  it.each([undefined, '', '{}', 'null', '{"slot":1}', '{"slot":-1,"lastHeight":3}', 'x'])(
    'reads nothing of %j',
    (text) => {
      expect(parseNote(text)).toBeUndefined();
    },
  );
});

describe('what a Solana node answers', () => {
  it('keeps every digit of a whole number, and leaves what JSON can hold as it is', () => {
    expect(parseJson('{"value":18446744073709551615,"slot":7,"deep":[-9007199254740993]}')).toEqual({
      value: 18446744073709551615n,
      slot: 7,
      deep: [-9007199254740993n],
    });
  });

  it('takes no number out of a text, nor a broken one', () => {
    const given = { memo: 'paid: 18446744073709551615, "1234567890123456"', part: 0.12345678901234568 };
    expect(parseJson(JSON.stringify(given))).toEqual(given);
    expect(parseJson('[1.5e21]')).toEqual([1.5e21]);
  });

  it('throws if it is no JSON', () => {
    expect(() => parseJson('<html>')).toThrow(SyntaxError);
  });
});

describe('two Solana nodes', () => {
  const hash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
  const network = { ...toNetworks()[0], id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' } as const;
  const error = (code: number, message: string, data?: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message, data } });
  const sound = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result });

  /** Two nodes of the cluster that answer all but its hash with these texts; `asked` tells which of them was. */
  function openTwo(first: string, second: string) {
    const asked: string[] = [];
    const answer = async (url: string, { body }: RequestInit) => {
      const isHash = JSON.parse(String(body)).method === 'getGenesisHash';
      if (!isHash) asked.push(url);
      return new Response(isHash ? sound(hash) : url.includes('first') ? first : second);
    };
    vi.stubGlobal('fetch', answer);
    const rpc = ['https://first.example/', 'https://second.example/'] as const;
    const { signal } = new AbortController();
    const transport = toTransport({ ...network, rpc }, signal);
    return {
      asked,
      ask: (method: string) => transport({ payload: { jsonrpc: '2.0', id: 1, method, params: [] } }),
      chain: openChain({ ...network, rpc }, signal),
    };
  }

  afterEach(() => void vi.unstubAllGlobals());

  const methods = [
    'getBalance',
    'getLatestBlockhash',
    'getEpochInfo',
    'getSignatureStatuses',
    'getTransaction',
    'getFirstAvailableBlock',
    'simulateTransaction',
    'sendTransaction',
  ];

  it.each([
    ['an internal error', error(-32603, 'Internal error')],
    ['an unknown method', error(-32601, 'Method not found')],
    ['a block that it does not have', error(-32004, 'Block not available for slot 7')],
    ['a slot that it left out', error(-32007, 'Slot 7 was skipped, or missing due to ledger jump')],
    ['no history', error(-32011, 'Transaction history is not available from this node')],
    ['a slot that it has not reached', error(-32016, 'Minimum context slot has not been reached')],
    ['a key that it refuses', error(-32052, 'API key is not allowed to access blockchain')],
    ['a key that it refuses, in a text', '{"error":"Unauthorized"}'],
    ['a blockhash that it does not know', error(-32002, 'Simulation failed', { err: 'BlockhashNotFound' })],
    ['a page of HTML', '<html><body>Bad gateway</body></html>'],
    ['truncated JSON', '{"jsonrpc":"2.0","id":1,"result":{"va'],
  ])('are both asked if the first answers with %s', async (_, fault) => {
    for (const method of methods) {
      const { ask, asked } = openTwo(fault, sound('told'));
      expect(await ask(method)).toMatchObject({ result: 'told' });
      expect(asked).toContain('https://second.example/');
    }
  });

  it.each([
    [-32002, { err: 'AccountNotFound' }],
    [-32002, { err: { InstructionError: [0, { Custom: 1 }] } }],
    [-32003, undefined],
  ])('are not both asked about a transaction of which the first says %i, %j', async (code, data) => {
    const { ask, asked } = openTwo(error(code, 'no', data), sound('told'));
    expect(await ask('sendTransaction')).toMatchObject({ error: { code } });
    expect(asked).toEqual(['https://first.example/']);
  });

  const statuses = (status: object | null) => sound({ context: { slot: 7 }, value: [status] });

  it.each([
    ['getSignatureStatuses', statuses(null), statuses({ slot: 7 })],
    ['getTransaction', sound(null), sound({ slot: 7 })],
  ])('are both asked for a transaction that the first does not have: %s', async (method, absent, found) => {
    expect(await openTwo(absent, found).ask(method)).toMatchObject(JSON.parse(found));
    const both = openTwo(absent, absent);
    expect(await both.ask(method)).toMatchObject(JSON.parse(absent));
    expect(both.asked).toHaveLength(2);
  });
});
