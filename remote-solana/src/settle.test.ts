import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { addressOf, type Unsettled } from '@linkspan/contract';
import { solanaAccounts } from '@linkspan/practice/accounts';
import { solanaGenesisHashes } from '@linkspan/practice/networks';
import { getBase58Encoder, getBase64Decoder } from '@solana/kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeNote } from './chain.ts';
import { startTestChain } from './testing/chains.ts';
import { idOf, openConnector, openDocument, toNetworks } from './testing/page.ts';
import { toWire, transferOf } from './testing/transactions.ts';
import { createWallet } from './testing/wallet.ts';

const pier = String(solanaAccounts[1]?.address);
const unknownId = '1'.repeat(64);
const comparison = { result: 'as-asked' };

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

async function ask(method: string, ...params: unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { error } = await (await fetch(cluster.url, { method: 'POST', body })).json();
  if (error) throw new Error(error.message);
}

/** A page that has a wallet connected; `notes` is what it keeps, and `look` what a later page looks for. */
async function connect(url = cluster.url) {
  const wallet = createWallet({ granted: true, rpc: cluster.url });
  const connector = openConnector(toNetworks(cluster.url));
  await connector.adopt(wallet);
  const from = idOf(wallet, 0);
  const notes: string[] = [];
  const send = (amount: string, to = pier) =>
    connector.send({ kind: 'send', account: from, to, amount }, { noted: (note) => notes.push(note) });
  const later = openConnector(toNetworks(url));
  const look = (amount: string, known: Partial<Unsettled<'solana'>> = {}) =>
    later.settle?.({ from, to: pier, amount, others: [], ...known });
  return { wallet, send, notes, look };
}

describe('a send whose id is known', () => {
  it('has landed, and a later page without a wallet knows', async () => {
    const { send, look } = await connect();
    const { transaction } = await send('11');
    expect(await look('11', { transaction })).toEqual({
      state: 'landed',
      transaction,
      isFinal: true,
      comparison,
    });
  });

  it('that the cluster has lost is sent until its last block is over, and has then expired', async () => {
    const { send, notes, look } = await connect();
    await cluster.forget(true);
    const { transaction } = await send('12');
    await cluster.forget(false);
    await vi.waitFor(() => expect(notes).toHaveLength(2));
    const note = notes[1] ?? '';
    await ask('practice_skipSlots', 140);
    expect(await look('12', { transaction, note })).toEqual({ state: 'sent', transaction });
    await ask('practice_skipSlots', 11);
    expect(await look('12', { transaction, note })).toEqual({ state: 'expired' });
  });

  it.each([undefined, '', '{}'])('is never told as expired by the note %j', async (note) => {
    const { look } = await connect();
    const sent = { state: 'sent', transaction: unknownId };
    expect(await look('1', { transaction: unknownId, ...(note !== undefined && { note }) })).toEqual(sent);
  });
});

describe('a send of which the page has never heard the end', () => {
  it('was noted before the wallet was asked', async () => {
    const { wallet, send, notes } = await connect();
    wallet.switches.errors = { 'solana:signAndSendTransaction': { code: 4001, message: 'no' } };
    await expect(send('1')).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(JSON.parse(notes[0] ?? '')).toMatchObject({ blockhash: expect.any(String) });
  });

  it('has landed where its account has sent the same since, among others', async () => {
    const { send, notes, look } = await connect();
    const { transaction } = await send('21');
    await send('22');
    await send('23');
    expect(await look('21', { note: notes[0] ?? '' })).toEqual({
      state: 'landed',
      transaction,
      isFinal: true,
      comparison,
    });
  });

  it('is not the same send of a moment before', async () => {
    const { wallet, send, notes, look } = await connect();
    await ask('practice_skipSlots', 1);
    await send('26');
    // On the next block, and landed by the slot of the note.
    await ask('practice_skipSlots', 1);
    wallet.switches.errors = { 'solana:signAndSendTransaction': { code: 4001, message: 'no' } };
    await expect(send('26')).rejects.toBeDefined();
    const note = notes.findLast((one) => !one.includes('answered')) ?? '';
    expect(await look('26', { note })).toEqual({ state: 'unknown' });
  });

  it('is none of the others that the page knows', async () => {
    const { send, notes, look } = await connect();
    const { transaction } = await send('24');
    expect(await look('24', { note: notes[0] ?? '', others: [transaction] })).toEqual({ state: 'unknown' });
  });

  it('is unknown however long ago it was: its prompt may still be open', async () => {
    const { wallet, send, notes, look } = await connect();
    wallet.switches.errors = { 'solana:signAndSendTransaction': { code: -32603, message: 'closed' } };
    await expect(send('25')).rejects.toBeDefined();
    const [note = ''] = notes;
    await ask('practice_skipSlots', 400);
    expect(await look('25', { note })).toEqual({ state: 'unknown' });
    wallet.switches.errors = {};
    const { transaction } = await send('25');
    expect(await look('25', { note })).toEqual({ state: 'landed', transaction, isFinal: true, comparison });
  });

  it('is unknown without a note', async () => {
    const { look } = await connect();
    expect(await look('1')).toEqual({ state: 'unknown' });
  });
});

describe('a node', () => {
  const noted = { slot: 100, blockhash: pier, lastHeight: 250 };
  const note = writeNote({ ...noted, answered: 260 });
  const over = { getEpochInfo: { absoluteSlot: 700, blockHeight: 600 }, getFirstAvailableBlock: 0 };
  const statusOf = (slot: number, status: object | null) => ({ context: { slot }, value: [status] });
  const voted = (err: unknown, confirmationStatus: string) => ({
    slot: 1,
    err,
    status: {},
    confirmationStatus,
  });
  /** What it shows of the transfer of one lamport, on the block of the note. */
  const toAnswer = (err: unknown) => {
    const payer = addressOf(idOf(createWallet({ granted: true }), 0));
    const bytes = toWire({ payer, instructions: [transferOf(payer, pier, 1n)], blockhash: noted.blockhash });
    bytes.set(getBase58Encoder().encode(unknownId), 1);
    const [preBalances, postBalances] = [
      [6_010, 0, 1],
      [1_009, 1, 1],
    ];
    const meta = { err, fee: 5_000, preBalances, postBalances, innerInstructions: [] };
    const none = { preTokenBalances: [], postTokenBalances: [] };
    return {
      slot: 101,
      meta: { ...meta, ...none },
      transaction: [getBase64Decoder().decode(bytes), 'base64'],
    };
  };
  const lookAt = async (answers: object, known = note) => {
    await using node = await startNode(answers);
    const { look } = await connect(node.url);
    return await look('1', { transaction: unknownId, note: known });
  };

  const failed = { InstructionError: [0, { Custom: 1 }] };
  it.each([
    ['has it, and may lose it again', voted(null, 'confirmed'), { state: 'landed', isFinal: false }],
    ['has it for good', voted(null, 'finalized'), { state: 'landed', isFinal: true }],
    [
      'has it as failed',
      voted(failed, 'finalized'),
      { state: 'failed', failure: { code: 'network/reverted' }, isFinal: true },
    ],
    ['has it, and few have voted', voted(null, 'processed'), { state: 'sent' }],
    ['has never had it', null, { state: 'expired' }],
  ])('%s', async (_, status, told) => {
    const getTransaction = toAnswer(status?.err ?? null);
    const answers = { ...over, getSignatureStatuses: statusOf(701, status), getTransaction };
    expect(await lookAt(answers)).toMatchObject(told);
  });

  it.each([
    ['tells of it before it shows it', 'confirmed', { state: 'sent', transaction: unknownId }],
    [
      'does not show it any more',
      'finalized',
      { state: 'landed', isFinal: false, comparison: { result: 'not-compared', why: 'unreadable' } },
    ],
  ])('%s', async (_, confirmation, told) => {
    const getSignatureStatuses = statusOf(701, voted(null, confirmation));
    for (const getTransaction of [null, {}, undefined])
      expect(await lookAt({ ...over, getSignatureStatuses, getTransaction })).toMatchObject(told);
  });

  it.each([
    [null, { state: 'landed', transaction: unknownId }],
    [failed, { state: 'unknown' }],
  ])(
    'that has the same on the same block, with the error %j, tells a send without an id',
    async (err, told) => {
      const listed = { signature: unknownId, slot: 101, err, confirmationStatus: 'finalized' };
      await using node = await startNode({
        getSignaturesForAddress: [listed],
        getTransaction: toAnswer(err),
      });
      const { look } = await connect(node.url);
      expect(await look('1', { note: writeNote(noted) })).toMatchObject(told);
    },
  );

  it.each([
    ['may have signed with a blockhash of later', { answered: 601 }],
    ['has answered when nobody could be asked', {}],
  ])('does not tell that a send has expired whose wallet %s', async (_, later) => {
    const answers = { ...over, getSignatureStatuses: statusOf(701, null) };
    const sent = { state: 'sent', transaction: unknownId };
    expect(await lookAt(answers, writeNote({ ...noted, ...later }))).toEqual(sent);
  });

  it('that is behind the last block does not tell that it has expired', async () => {
    const answers = { ...over, getSignatureStatuses: statusOf(699, null) };
    expect(await lookAt(answers)).toEqual({ state: 'sent', transaction: unknownId });
  });

  it('that has thrown its old blocks away does not tell that it has expired', async () => {
    const answers = { ...over, getFirstAvailableBlock: 101, getSignatureStatuses: statusOf(701, null) };
    expect(await lookAt(answers)).toEqual({ state: 'sent', transaction: unknownId });
  });

  it('of another cluster tells nothing', async () => {
    const [, second] = solanaGenesisHashes;
    const answers = { ...over, getGenesisHash: second, getSignatureStatuses: statusOf(701, null) };
    await expect(lookAt(answers)).rejects.toMatchObject({ code: 'network/other-chain' });
  });
});

/** A node that has these answers and no chain, though it names one. */
async function startNode(given: object) {
  const [getGenesisHash] = solanaGenesisHashes;
  const answers: Record<string, unknown> = { getGenesisHash, ...given };
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(await text(request));
    const error = { code: -32_601, message: 'not here' };
    const result = answers[method];
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.asyncDispose]: async () => void server.close() };
}
