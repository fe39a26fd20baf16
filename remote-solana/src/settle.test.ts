import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { addressOf, type Unsettled } from '@linkspan/contract';
import { solanaAccounts } from '@linkspan/practice/accounts';
import { solanaGenesisHashes } from '@linkspan/practice/networks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeNote } from './chain.ts';
import { startTestChain } from './testing/chains.ts';
import { idOf, openConnector, openDocument, toNetworks } from './testing/page.ts';
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
async function connect(rpc: readonly [string, ...string[]] = [cluster.url]) {
  const wallet = createWallet({ granted: true, rpc: cluster.url });
  const connector = openConnector(toNetworks(cluster.url));
  await connector.adopt(wallet);
  const from = idOf(wallet, 0);
  const notes: string[] = [];
  const send = (amount: string, to = pier) =>
    connector.send({ kind: 'send', account: from, to, amount }, { noted: (note = '') => notes.push(note) });
  const [first, ...rest] = toNetworks();
  const later = openConnector([{ ...first, rpc }, ...rest]);
  const look = (amount: string, known: Partial<Unsettled<'solana'>> = {}) =>
    later.settle({ from, to: pier, amount, others: [], ...known });
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

describe('a send like the one before it', () => {
  it('has landed by its own transaction, and not by the older one that its wallet answers with', async () => {
    const { send, notes, look } = await connect();
    const older = await send('31');
    await vi.waitFor(() => expect(notes).toHaveLength(2));
    await ask('practice_skipSlots', 2);
    const own = await send('31');
    const [, note = '', later = ''] = notes;
    expect(await look('31', { ...older, note })).toMatchObject({ state: 'landed', ...older, comparison });
    expect(await look('31', { ...own, note: later })).toMatchObject({ state: 'landed', ...own, comparison });
    expect(await look('31', { ...older, note: later })).toEqual({ state: 'unknown' });
  });
});

describe('a send of which the page has never heard the end', () => {
  it('was noted before the wallet was asked', async () => {
    const { wallet, send, notes } = await connect();
    wallet.switches.errors = { 'solana:signAndSendTransaction': { code: 4001, message: 'no' } };
    await expect(send('1')).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(JSON.parse(notes[0] ?? '')).toMatchObject({ lastHeight: expect.any(Number) });
  });

  it('is unknown, whatever its account has sent since', async () => {
    const { send, notes, look } = await connect();
    await send('21');
    expect(await look('21', { note: notes[0] ?? '' })).toEqual({ state: 'unknown' });
  });

  it('is unknown without a note', async () => {
    const { look } = await connect();
    expect(await look('1')).toEqual({ state: 'unknown' });
  });
});

describe('a node', () => {
  const noted = { slot: 100, lastHeight: 250 };
  const note = writeNote({ ...noted, answered: 260 });
  const over = { getEpochInfo: { absoluteSlot: 700, blockHeight: 600 }, getFirstAvailableBlock: 0 };
  const statusOf = (slot: number, status: object | null) => ({ context: { slot }, value: [status] });
  const voted = (err: unknown, confirmationStatus: string, slot = 101) => ({
    ...{ slot, err, status: {} },
    confirmationStatus,
  });
  /** What it shows of the transfer of one lamport. */
  const toAnswer = (err: unknown) => {
    const source = addressOf(idOf(createWallet({ granted: true }), 0));
    const parsed = { type: 'transfer', info: { source, destination: pier, lamports: 1 } };
    const message = {
      accountKeys: [{ pubkey: source }, { pubkey: pier }],
      instructions: [{ program: 'system', programId: '1'.repeat(32), parsed }],
    };
    const meta = {
      err,
      fee: 5_000,
      preBalances: [6_010, 0],
      postBalances: [1_009, 1],
      innerInstructions: [],
    };
    return { slot: 101, meta, transaction: { signatures: [unknownId], message } };
  };
  const lookAt = async (answers: object, known = note) => {
    await using node = await startNode(answers);
    const { look } = await connect([node.url]);
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
    ['may have signed with a blockhash of later', { answered: 601 }],
    ['has answered when nobody could be asked', {}],
  ])('does not say that a send has expired whose wallet %s', async (_, later) => {
    const answers = { ...over, getSignatureStatuses: statusOf(701, null) };
    const sent = { state: 'sent', transaction: unknownId };
    expect(await lookAt(answers, writeNote({ ...noted, ...later }))).toEqual(sent);
  });

  it.each([
    ['landed', null],
    ['failed', failed],
  ])('that has it from before the send does not say that it has %s', async (_, err) => {
    for (const confirmation of ['confirmed', 'finalized']) {
      const getSignatureStatuses = statusOf(701, voted(err, confirmation, 99));
      const answers = { ...over, getSignatureStatuses, getTransaction: toAnswer(err) };
      expect(await lookAt(answers)).toEqual({ state: 'unknown' });
      expect(await lookAt(answers, '')).toMatchObject({ state: err === null ? 'landed' : 'failed' });
    }
  });

  it('that is behind the last block does not say that it has expired', async () => {
    const answers = { ...over, getSignatureStatuses: statusOf(699, null) };
    expect(await lookAt(answers)).toEqual({ state: 'sent', transaction: unknownId });
  });

  it('that has thrown its old blocks away does not say that it has expired', async () => {
    const answers = { ...over, getFirstAvailableBlock: 101, getSignatureStatuses: statusOf(701, null) };
    expect(await lookAt(answers)).toEqual({ state: 'sent', transaction: unknownId });
  });

  it('that does not have what another has does not say that it has expired', async () => {
    const lacking = { ...over, getSignatureStatuses: statusOf(701, null) };
    const getSignatureStatuses = statusOf(701, voted(null, 'finalized'));
    await using lagging = await startNode({ ...lacking, getTransaction: null });
    await using other = await startNode({ ...over, getSignatureStatuses, getTransaction: toAnswer(null) });
    await using same = await startNode(lacking);
    const lookAtBoth = async (second: string) => {
      const { look } = await connect([lagging.url, second]);
      return look('1', { transaction: unknownId, note });
    };
    expect(await lookAtBoth(other.url)).toMatchObject({ state: 'landed', isFinal: true, comparison });
    expect(await lookAtBoth(same.url)).toEqual({ state: 'expired' });
    await expect(lookAtBoth('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'network/unreachable' });
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
