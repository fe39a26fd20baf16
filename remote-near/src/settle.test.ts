import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { field, type Network, type Port, toAccountId, type Unsettled } from '@linkspan/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openChain, writeNote } from './chain.ts';
import { send } from './send.ts';
import { settle } from './settle.ts';
import { startTestChains, type TestChains } from './testing/chains.ts';
import { createFakeWallet } from './testing/wallet.ts';

const from = toAccountId('near:practice', 'harbour.practice');
const to = 'pier.practice';
const validBlocks = 86_400;
const comparison = { result: 'as-asked' };

let chains: TestChains;
const ended = new AbortController();
const { signal } = ended;
const servers: Server[] = [];

beforeAll(async () => {
  chains = await startTestChains();
});
afterAll(async () => {
  ended.abort();
  await chains.stop();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function skip(blocks: number): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'practice_skipBlocks', params: [blocks] });
  await fetch(chains.url, { method: 'POST', body });
}

/** Sends through a wallet that has no person; returns what the page has noted of it, the latest last. */
async function sendNoted(
  amount: string,
  receiver = to,
  { notes = [], fail }: { notes?: string[]; fail?: (transaction: unknown) => object } = {},
) {
  const { detail } = createFakeWallet({ rpcUrl: chains.url });
  const library = {
    send: async ({ amount: deposit, ...places }: { amount: string }) => {
      const actions = [{ params: { deposit } }];
      const sent = await detail.signAndSendTransaction({ ...places, actions });
      if (fail) throw fail(field(field(sent, 'transaction'), 'hash'));
      return sent;
    },
    follow: () => undefined,
    disconnect: async () => undefined,
  };
  const chain = openChain(chains.networks[0], signal);
  const intent = { kind: 'send', account: from, to: receiver, amount } as const;
  const sender = { library: library as never, wallet: 'Fake', chain, signal };
  const { transaction } = await send(sender, intent, { noted: (note = '') => notes.push(note) });
  await expect.poll(() => notes.length).toBe(2);
  return { transaction, before: notes[0] ?? '', after: notes[1] ?? '' };
}

const look = (known: Partial<Unsettled<'near'>>, networks: readonly Network<'near'>[] = chains.networks) =>
  settle({ from, to, amount: '7', others: [], ...known }, { networks, signal } as unknown as Port<'near'>);

describe('a send whose id is known', () => {
  it('has landed, which is final', async () => {
    const { transaction } = await sendNoted('7');
    expect(await look({ transaction })).toEqual({ state: 'landed', transaction, isFinal: true, comparison });
  });

  it('that the chain does not know is sent for as long as it could land, and has then expired', async () => {
    await chains.forget(true);
    const { transaction, before, after } = await sendNoted('7');
    await chains.forget(false);
    const sent = { state: 'sent', transaction };
    expect(await look({ transaction, note: after })).toEqual(sent);
    await skip(validBlocks - 10);
    expect(await look({ transaction, note: after })).toEqual(sent);
    await skip(12);
    expect(await look({ transaction, note: after })).toEqual({ state: 'expired' });
    // When it was made is known only once the wallet has answered.
    for (const note of [before, '{}', 'x']) expect(await look({ transaction, note })).toEqual(sent);
  });
});

describe('a send like the one before it', () => {
  const asked = { to: 'lantern.practice', amount: '17' };
  const sendAsked = async () => {
    await skip(2);
    const sent = await sendNoted(asked.amount, asked.to);
    await skip(2);
    return sent;
  };

  it('has landed by its own transaction, and not by the older one that its wallet answers with', async () => {
    const older = await sendAsked();
    const note = await openChain(chains.networks[0], signal).takeNote('harbour.practice');
    const { transaction } = older;
    expect(await look({ ...asked, transaction, note: older.after })).toMatchObject({
      ...{ state: 'landed', transaction, comparison },
    });
    expect(await look({ ...asked, transaction, note })).toEqual({ state: 'unknown' });
    const own = await sendAsked();
    expect(await look({ ...asked, transaction: own.transaction, note: own.after })).toEqual({
      ...{ state: 'landed', transaction: own.transaction, isFinal: true, comparison },
    });
    const by = own.transaction;
    expect(await look({ ...asked, transaction, note })).toEqual({
      ...{ state: 'landed', transaction, by, isFinal: true, comparison },
    });
    expect(await look({ ...asked, transaction, note, others: [by] })).toEqual({ state: 'unknown' });
  });

  it('is not reported as failed by an older one, nor by one that its wallet named in an error', async () => {
    await skip(2);
    const { detail } = createFakeWallet({ rpcUrl: chains.url });
    const nobody = 'nobody.practice';
    const actions = [{ type: 'Transfer', params: { deposit: '17' } }];
    const places = { signerId: 'harbour.practice', receiverId: nobody };
    const sent = await detail.signAndSendTransaction({ ...places, actions });
    const transaction = String(field(field(sent, 'transaction'), 'hash'));
    await skip(2);
    const note = await openChain(chains.networks[0], signal).takeNote('harbour.practice');
    expect(await look({ to: nobody, transaction, note })).toEqual({ state: 'unknown' });
    const named = JSON.stringify({ ...JSON.parse(note), transaction });
    expect(await look({ to: nobody, note: named })).toEqual({ state: 'unknown' });
  });
});

describe('a send of which the page has never heard the end', () => {
  it('has landed if its account has sent the same since, among others and over many blocks', async () => {
    await skip(1);
    const { before: note } = await sendNoted('8');
    await skip(90);
    await sendNoted('7', 'lantern.practice');
    const { transaction } = await sendNoted('7');
    await skip(700);
    await sendNoted('9');
    await skip(1);
    expect(await look({ note })).toEqual({ state: 'landed', transaction, isFinal: true, comparison });
    expect(await look({ note, others: [transaction] })).toEqual({ state: 'unknown' });
  });

  it('is unknown while its account has sent nothing since, and nothing that was sent before', async () => {
    await sendNoted('7');
    await skip(1);
    const note = await openChain(chains.networks[0], signal).takeNote('harbour.practice');
    await skip(50);
    expect(await look({ note })).toEqual({ state: 'unknown' });
  });

  it('is unknown if what its account has sent since is the same and has failed: that may be another one', async () => {
    await skip(1);
    const nobody = 'nobody.practice';
    const note = await openChain(chains.networks[0], signal).takeNote('harbour.practice');
    const { detail } = createFakeWallet({ rpcUrl: chains.url });
    const actions = [{ type: 'Transfer', params: { deposit: '7' } }];
    const sent = await detail.signAndSendTransaction({
      ...{ signerId: 'harbour.practice', receiverId: nobody },
      actions,
    });
    const transaction = String(field(field(sent, 'transaction'), 'hash'));
    await skip(1);
    expect(await look({ note, to: nobody, transaction })).toMatchObject({ state: 'failed' });
    expect(await look({ note, to: nobody })).toEqual({ state: 'unknown' });
  });

  it('is found a moment later if it landed in the block of its note', async () => {
    await skip(1);
    const { before: note, transaction } = await sendNoted('7');
    await skip(1);
    expect(await look({ note })).toMatchObject({ state: 'landed', transaction });
  });

  it('is looked for by the id that its wallet named in an error, unless that is another send’s', async () => {
    await skip(1);
    const { before, transaction } = await sendNoted('7');
    const note = JSON.stringify({ ...JSON.parse(before), transaction });
    expect(await look({ note })).toMatchObject({ state: 'landed', transaction });
    expect(await look({ note, others: [transaction] })).toEqual({ state: 'unknown' });
  });

  it.each([
    ['InvalidNonce', { kind: { InvalidNonce: { tx_nonce: 1, ak_nonce: 1 } } }],
    ['a timeout', { type: 'TimeoutError' }],
    ['a closed port', { message: 'The message port closed before a response was received.' }],
  ])('is found if its wallet has sent, and then fails with %s', async (_, error) => {
    await skip(1);
    for (const isNamed of [true, false]) {
      const notes: string[] = [];
      const sent = sendNoted('7', to, {
        notes,
        fail: (transactionHash) => ({ ...error, ...(isNamed && { context: { transactionHash } }) }),
      });
      await expect(sent).rejects.toMatchObject({ code: expect.stringMatching(/^wallet\/(failed|timeout)$/) });
      await skip(1);
      expect(await look({ note: notes.at(-1) ?? '' })).toMatchObject({ state: 'landed' });
    }
  });

  it.each([undefined, '', '{}'])('is unknown with the note %j', async (note) => {
    await sendNoted('7');
    expect(await look({ ...(note !== undefined && { note }) })).toEqual({ state: 'unknown' });
  });
});

describe('a node', () => {
  const height = 200_000;
  const note = writeNote({ height: 100, nonces: '1', answered: 101 });
  const unknown = {
    error: { name: 'HANDLER_ERROR', cause: { name: 'UNKNOWN_TRANSACTION' }, data: 'not seen' },
  };
  const actions = [{ Transfer: { deposit: '7' } }];
  const transaction = { hash: 'hash', signer_id: 'harbour.practice', receiver_id: to, actions };
  const final = { final_execution_status: 'FINAL', transaction, receipts_outcome: [] };
  const Failure = { ActionError: { kind: { AccountDoesNotExist: {} } } };

  it.each([
    ['has not run it yet', { ...final, final_execution_status: 'INCLUDED' }, { state: 'sent' }],
    ['has it', { ...final, status: { SuccessValue: '' } }, { state: 'landed', isFinal: true, comparison }],
    ['does not say how it has ended', final, { state: 'sent' }],
    ['says that it has not ended', { ...final, status: 'Started' }, { state: 'sent' }],
    [
      'shows another one',
      { ...final, status: { SuccessValue: '' }, transaction: { ...transaction, hash: 'other' } },
      { state: 'landed', isFinal: false, comparison: { result: 'not-compared', why: 'unreadable' } },
    ],
    [
      'has it as undone',
      { ...final, status: { Failure } },
      { state: 'failed', failure: { code: 'network/reverted' } },
    ],
  ])('%s', async (_, result, told) => {
    const networks = await startNode({ tx: { result } });
    expect(await look({ transaction: 'hash', note }, networks)).toMatchObject(told);
  });

  it('has thrown its old blocks away, and does not say that it has expired', async () => {
    const sent = { state: 'sent', transaction: 'hash' };
    expect(await look({ transaction: 'hash', note }, await startNode({ tx: unknown, earliest: 99 }))).toEqual(
      {
        state: 'expired',
      },
    );
    expect(
      await look({ transaction: 'hash', note }, await startNode({ tx: unknown, earliest: 101 })),
    ).toEqual(sent);
  });

  it('that does not know what another knows does not say that it has expired', async () => {
    const [lagging] = await startNode({ tx: unknown });
    const lookAtBoth = async (...second: string[]) =>
      look({ transaction: 'hash', note }, [{ ...lagging, rpc: [...lagging.rpc, ...second] }]);
    const [other] = await startNode({ tx: { result: { ...final, status: { SuccessValue: '' } } } });
    const landed = { state: 'landed', transaction: 'hash', isFinal: true, comparison };
    expect(await lookAtBoth(...other.rpc)).toEqual(landed);
    const [same] = await startNode({ tx: unknown });
    expect(await lookAtBoth(...same.rpc)).toEqual({ state: 'expired' });
    await expect(lookAtBoth('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'network/unreachable' });
  });

  it('is not asked for ever if it answers for any block with an older one', async () => {
    const keys = (block_height: number, nonce: number) => ({
      block_height,
      keys: [{ access_key: { nonce } }],
    });
    const networks = await startNode({
      tx: unknown,
      query: ({ block_id }) => (block_id === undefined ? keys(200, 2) : keys(100, 1)),
    });
    const asked = writeNote({ height: 100, nonces: '1' });
    expect(await look({ note: asked }, networks)).toEqual({ state: 'unknown' });
  });

  /** One that gives these answers and has no chain, though it names one. */
  async function startNode({
    tx,
    earliest = 0,
    chain = 'practice',
    query = () => ({}),
  }: {
    tx: object;
    query?(params: { readonly block_id?: number }): object;
    earliest?: number;
    chain?: string;
  }) {
    const server = createServer(async (request, response) => {
      const { method, params } = JSON.parse(await text(request));
      const answers: Record<string, object> = {
        tx,
        status: { result: { chain_id: chain } },
        query: { result: query(params) },
        EXPERIMENTAL_changes: { result: { changes: [] } },
        block: { result: { header: { height: 'sync_checkpoint' in params ? earliest : height } } },
      };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answers[method] }));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return [{ ...chains.networks[0], rpc: [url] }] as const;
  }
});
