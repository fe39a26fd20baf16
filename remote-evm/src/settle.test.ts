import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Port, type Settled, toAccountId, type Unsettled } from '@linkspan/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRequest, writeNote } from './chain.ts';
import { openHistory } from './history.ts';
import { settle } from './settle.ts';
import { startTestChain, type TestChain } from './testing/chains.ts';
import { toNetworks } from './testing/page.ts';

const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const gwei = 10n ** 9n;
const comparison = { result: 'as-asked' };

let chain: TestChain;
let networks: Port<'eip155'>['networks'];
const ended = new AbortController();
const signal = ended.signal;

beforeAll(async () => {
  chain = await startTestChain();
  networks = toNetworks(chain.url);
  // By itself it mines after it has answered, so that a test could look too early.
  await ask('evm_setAutomine', false);
});
afterAll(async () => {
  ended.abort();
  await chain.stop();
});

/** Asks anvil, which has the accounts' keys and signs for them. */
async function ask(method: string, ...params: unknown[]): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const { result, error } = await (await fetch(chain.url, { method: 'POST', headers, body })).json();
  if (error) throw new Error(error.message);
  return result;
}

const toHex = (value: bigint | number) => `0x${value.toString(16)}`;
const submit = (change: object = {}) =>
  ask('eth_sendTransaction', { from, to, value: toHex(7), gas: toHex(50_000), ...change });
const land = async (change: object = {}) => {
  const transaction = await submit(change);
  await ask('evm_mine');
  return transaction;
};
const takeNote = async () => {
  const history = openHistory(openRequest(networks[0], signal), 'First chain');
  return { block: await history.height(), count: await history.countOf(from, 'latest') };
};
const look = (send: Partial<Unsettled<'eip155'>>, known = networks): Promise<Settled> => {
  const account = toAccountId<'eip155'>('eip155:31337', from);
  const port = { networks: known, signal } as unknown as Port<'eip155'>;
  return settle({ from: account, to, amount: '7', others: [], ...send } as Unsettled<'eip155'>, port);
};
/** Puts another transaction of the same nonce in the place of one that waits. */
const replace = async (nonce: number, change: object = {}) =>
  submit({
    nonce: toHex(nonce),
    maxFeePerGas: toHex(90n * gwei),
    maxPriorityFeePerGas: toHex(50n * gwei),
    ...change,
  });

describe('a send whose id is known', () => {
  it('has landed, which is final two epochs later', async () => {
    const transaction = await land();
    expect(await look({ transaction })).toEqual({ state: 'landed', transaction, isFinal: false, comparison });
    await ask('anvil_mine', toHex(70));
    expect(await look({ transaction })).toEqual({ state: 'landed', transaction, isFinal: true, comparison });
  });

  it('has failed if its execution was undone', async () => {
    // Code that reverts at once.
    const trap = '0x00000000000000000000000000000000000000aa';
    await ask('anvil_setCode', trap, '0x60006000fd');
    const transaction = await land({ to: trap });
    expect(await look({ transaction, to: trap })).toMatchObject({
      state: 'failed',
      failure: { code: 'network/reverted', context: { network: 'eip155:31337' } },
    });
  });
});

describe('a send that waits', () => {
  afterEach(() => ask('anvil_dropAllTransactions'));

  it('is sent, however long it takes', async () => {
    const transaction = await submit();
    expect(await look({ transaction, note: writeNote(await takeNote()) })).toEqual({
      state: 'sent',
      transaction,
    });
  });

  it('is still sent if its node has forgotten it: another may have it', async () => {
    const note = await takeNote();
    const transaction = await submit();
    await ask('anvil_dropTransaction', transaction);
    for (const known of [{}, note, { ...note, nonce: note.count }])
      expect(await look({ transaction, note: JSON.stringify(known) })).toEqual({
        state: 'sent',
        transaction,
      });
  });

  it.each([
    ['by its node', true],
    ['by what was noted', false],
  ])('has landed as another if its wallet has raised the fee, known %s', async (_, isNoted) => {
    const note = await takeNote();
    const transaction = await submit({ maxFeePerGas: toHex(9n * gwei) });
    const by = await replace(note.count);
    await ask('anvil_mine', toHex(3));
    const written = writeNote(isNoted ? { ...note, nonce: note.count } : note);
    expect(await look({ transaction, note: written })).toEqual({
      state: 'landed',
      transaction,
      by,
      isFinal: false,
      comparison,
    });
  });

  it('was replaced if its wallet has cancelled it, which is final two epochs later', async () => {
    const note = await takeNote();
    const transaction = await submit({ maxFeePerGas: toHex(9n * gwei) });
    const by = await replace(note.count, { to: from, value: '0x0' });
    await ask('anvil_mine', '0x1');
    const written = writeNote({ ...note, nonce: note.count });
    const nothing = { comparison: { result: 'not-as-asked', moved: [] } };
    expect(await look({ transaction, note: written })).toEqual({
      state: 'replaced',
      by,
      isFinal: false,
      ...nothing,
    });
    await ask('anvil_mine', toHex(70));
    expect(await look({ transaction, note: written })).toEqual({
      state: 'replaced',
      by,
      isFinal: true,
      ...nothing,
    });
  });
});

it('tells what the transaction did that took the place of a send', async () => {
  const note = await takeNote();
  const transaction = await submit({ maxFeePerGas: toHex(9n * gwei) });
  const by = await replace(note.count, { value: toHex(350) });
  await ask('anvil_mine', '0x1');
  const moved = [{ from, to, amount: '350' }];
  expect(await look({ transaction, note: writeNote({ ...note, nonce: note.count }) })).toEqual({
    state: 'replaced',
    by,
    isFinal: false,
    comparison: { result: 'not-as-asked', moved },
  });
});

describe('a send of which the page has never heard the end', () => {
  it('is unknown while its account has sent nothing since', async () => {
    expect(await look({ note: writeNote(await takeNote()) })).toEqual({ state: 'unknown' });
  });

  it.each([undefined, '{}', 'x'])('is unknown with the note %j', async (note) => {
    await land();
    expect(await look({ ...(note !== undefined && { note }) })).toEqual({ state: 'unknown' });
  });

  it('has landed if its account has sent the same since, among others and many blocks', async () => {
    const note = writeNote(await takeNote());
    await land({ value: toHex(8) });
    await ask('anvil_mine', toHex(40));
    await land({ to: from });
    const transaction = await land();
    await land({ value: toHex(9) });
    await ask('anvil_mine', toHex(20));
    expect(await look({ note })).toEqual({ state: 'landed', transaction, isFinal: false, comparison });
  });

  it('is none of the others that the page knows', async () => {
    const note = writeNote(await takeNote());
    const other = await land();
    expect(await look({ note, others: [other] })).toEqual({ state: 'unknown' });
    const own = await land();
    expect(await look({ note, others: [other] })).toMatchObject({ state: 'landed', transaction: own });
  });

  it('is nothing that was sent before it', async () => {
    await land();
    expect(await look({ note: writeNote(await takeNote()) })).toEqual({ state: 'unknown' });
  });

  it.each([undefined, `0x${'1'.repeat(64)}`])(
    'is not told as failed by one that is alike, with the id %s',
    async (transaction) => {
      const trap = '0x00000000000000000000000000000000000000ab';
      await ask('anvil_setCode', trap, '0x60006000fd');
      const note = writeNote(await takeNote());
      await land({ to: trap });
      const known = transaction === undefined ? {} : { transaction };
      expect(await look({ note, to: trap, ...known })).toEqual({
        state: transaction === undefined ? 'unknown' : 'sent',
        ...known,
      });
    },
  );

  it('is not the call of a contract that moves the same', async () => {
    const note = writeNote(await takeNote());
    await land({ data: '0xabcdef' });
    expect(await look({ note })).toEqual({ state: 'unknown' });
  });
});

describe('a send whose wallet has answered with the id of an older transaction', () => {
  afterEach(() => ask('anvil_dropAllTransactions'));

  it('is unknown, whether that one has landed or failed', async () => {
    const trap = '0x00000000000000000000000000000000000000ac';
    await ask('anvil_setCode', trap, '0x60006000fd');
    for (const recipient of [to, trap]) {
      const transaction = await land({ to: recipient });
      const note = writeNote(await takeNote());
      expect(await look({ transaction, to: recipient, note })).toEqual({ state: 'unknown' });
    }
  });

  it('has landed as what its account has sent since', async () => {
    const transaction = await land();
    const note = writeNote(await takeNote());
    const by = await land();
    const landed = { state: 'landed', transaction, by, isFinal: false, comparison };
    expect(await look({ transaction, note })).toEqual(landed);
    expect(await look({ transaction, note, others: [by] })).toEqual({ state: 'unknown' });
  });

  it('is unknown also by the id that its wallet named in an error', async () => {
    const transaction = await land();
    const note = writeNote({ ...(await takeNote()), transaction });
    expect(await look({ note })).toEqual({ state: 'unknown' });
  });

  it('is unknown if another account has sent that one', async () => {
    const relayer = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
    const older = await land({ from: relayer });
    const note = writeNote(await takeNote());
    expect(await look({ transaction: older, note })).toEqual({ state: 'unknown' });
    const own = await land({ from: relayer });
    expect(await look({ transaction: own, note })).toMatchObject({ state: 'landed', transaction: own });
  });

  it('is not reported as replaced by a nonce from before it', async () => {
    const note = await takeNote();
    await land();
    const later = await takeNote();
    const transaction = `0x${'3'.repeat(64)}`;
    const sent = { state: 'sent', transaction };
    expect(await look({ transaction, note: writeNote({ ...later, nonce: note.count }) })).toEqual(sent);
  });
});

it('has landed each time if its account sends the same twice', async () => {
  const notes: string[] = [];
  const sent: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    notes.push(writeNote(await takeNote()));
    sent.push(await land());
  }
  for (const [at, transaction] of sent.entries())
    expect(await look({ transaction, note: notes[at] ?? '' })).toMatchObject({
      state: 'landed',
      transaction,
      comparison,
    });
});

it('is not reported as landed by the next send of the same, which took its nonce', async () => {
  const note = await takeNote();
  const transaction = await submit({ maxFeePerGas: toHex(9n * gwei) });
  const by = await replace(note.count);
  await ask('anvil_mine', '0x1');
  const written = writeNote({ ...note, nonce: note.count });
  expect(await look({ transaction, note: written, others: [by] })).toMatchObject({ state: 'replaced', by });
});

it('waits if the nonce of a relayer is less than its account’s', async () => {
  const relayer = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
  await land();
  const note = writeNote(await takeNote());
  const transaction = await submit({ from: relayer });
  expect(await look({ transaction, note })).toEqual({ state: 'sent', transaction });
  await ask('anvil_dropAllTransactions');
});

describe('a send whose first node does not have its receipt', () => {
  /** The chain behind a node that has no transactions, and at the address of another. */
  async function lookAtBoth(second: string, send: Partial<Unsettled<'eip155'>>) {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      const { id, method } = JSON.parse(body);
      const isLacking = /^eth_getTransaction(Receipt|ByHash)$/.test(method);
      const answer = () =>
        fetch(chain.url, { method: 'POST', headers: request.headers as HeadersInit, body });
      response.end(
        isLacking ? JSON.stringify({ jsonrpc: '2.0', id, result: null }) : await (await answer()).text(),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const lacking = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [first, ...rest] = networks;
    try {
      return await look(send, [{ ...first, rpc: [lacking, second] }, ...rest]);
    } finally {
      server.close();
    }
  }

  it('has landed as another one tells, and is not reported as replaced', async () => {
    const note = await takeNote();
    const transaction = await land();
    const send = { transaction, note: writeNote({ ...note, nonce: note.count }) };
    expect(await lookAtBoth(chain.url, send)).toMatchObject({ state: 'landed', comparison });
    const nowhere = lookAtBoth('http://127.0.0.1:9', send);
    await expect(nowhere).rejects.toMatchObject({ code: 'network/unreachable' });
  });
});

it('is not told by a network that does not answer', async () => {
  const account = toAccountId<'eip155'>('eip155:31338', from);
  await expect(look({ from: account, transaction: `0x${'1'.repeat(64)}` })).rejects.toMatchObject({
    code: 'network/unreachable',
  });
});
