import { type Port, type Settled, toAccountId, type Unsettled } from '@linkspan/contract';
import { encodeFunctionData, getAddress, parseAbi, toEventSelector, zeroAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeNote } from '../chain.ts';
import { toNetworks } from '../testing/page.ts';
import { executionFailure, executionSuccess, settle } from './settle-safe.ts';
import { type FakeSafe, installSafe } from './testing/safe.ts';

const abi = parseAbi([
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)',
]);
const address = `0x${'5a'.repeat(20)}`;
const owner = `0x${'0e'.repeat(20)}`;
const asked = `0x${'bb'.repeat(20)}` as const;
const thief = `0x${'cc'.repeat(20)}` as const;
const safeTxHash = `0x${'ab'.repeat(32)}`;
const hash = `0x${'1'.repeat(64)}`;
const note = JSON.stringify({ block: 10, count: 1, by: 'safe' });

let safe: FakeSafe;
let ended: AbortController;
beforeEach(() => {
  safe = installSafe();
  ended = new AbortController();
});
afterEach(() => {
  ended.abort();
  vi.useRealTimers();
});

interface Call {
  readonly to?: `0x${string}`;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
  readonly operation?: number;
  readonly gasPrice?: bigint;
}

function toInput({ to = asked, value = 7n, data = '0x', operation = 0, gasPrice = 0n }: Call = {}) {
  const args = [to, value, data, operation, 0n, 0n, gasPrice, zeroAddress, zeroAddress, '0x1234'] as const;
  return encodeFunctionData({ abi, functionName: 'execTransaction', args });
}

const success = { address, topics: [executionSuccess], data: `${safeTxHash}${'0'.repeat(64)}` };
const transaction = {
  ...{ hash, from: owner, to: address, value: '0x0', input: toInput(), nonce: '0x3' },
  ...{ type: '0x2', chainId: '0x7a69', blockNumber: '0x10' },
};
const receipt = { transactionHash: hash, blockNumber: '0x10', status: '0x1', logs: [success] };

/** Looks once, with what the chain has of the transaction that Safe names; a function answers by the params. */
async function look(chain: object = {}, send: Partial<Unsettled<'eip155'>> = {}): Promise<Settled> {
  const answers: Record<string, unknown> = {
    ...{ eth_chainId: '0x7a69', eth_blockNumber: '0x20', eth_getBlockByNumber: { number: '0x20' } },
    ...{ eth_getTransactionReceipt: receipt, eth_getTransactionByHash: transaction },
    ...chain,
  };
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    const { id, method, params } = JSON.parse(body);
    const answer = answers[method];
    const given = typeof answer === 'function' ? answer(...params) : { result: answer ?? null };
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...given }));
  });
  const from = toAccountId<'eip155'>('eip155:31337', address);
  const unsettled = { from, to: asked, amount: '7', transaction: safeTxHash, note, others: [], ...send };
  return settle(unsettled, { networks: toNetworks(), signal: ended.signal } as Port<'eip155'>);
}
const tell = (details: unknown) => {
  safe.switches.answers.getTxBySafeTxHash = details;
};
const executed = () => tell({ txStatus: 'SUCCESS', txHash: hash });
const waiting = { state: 'sent', transaction: safeTxHash, awaits: 'owners' };
const landed = { state: 'landed', transaction: safeTxHash, by: hash, comparison: { result: 'as-asked' } };

it('knows what the contract of a Safe logs', () => {
  expect([executionSuccess, executionFailure]).toEqual(
    abi.slice(0, 2).map((event) => toEventSelector(event as never)),
  );
});

describe('a send by a Safe', () => {
  it('waits for its owners, and has landed once they have executed it', async () => {
    tell({ txStatus: 'AWAITING_CONFIRMATIONS' });
    expect(await look()).toEqual(waiting);
    expect(safe.asked).toEqual([{ method: 'getTxBySafeTxHash', params: { safeTxHash } }]);
    executed();
    expect(await look({ eth_getTransactionReceipt: null })).toEqual(waiting);
    expect(await look()).toEqual({
      ...{ state: 'landed', transaction: safeTxHash, by: hash, isFinal: true },
      comparison: { result: 'as-asked' },
    });
  });

  it('has landed also by a contract that logs the hash as a topic', async () => {
    executed();
    const logs = [{ address, topics: [executionSuccess, safeTxHash], data: `0x${'0'.repeat(64)}` }];
    expect(await look({ eth_getTransactionReceipt: { ...receipt, logs } })).toMatchObject({
      state: 'landed',
    });
  });

  it('has failed if the Safe has logged that, though its transaction succeeded', async () => {
    executed();
    const logs = [{ ...success, topics: [executionFailure] }];
    expect(await look({ eth_getTransactionReceipt: { ...receipt, logs } })).toMatchObject({
      ...{ state: 'failed', transaction: safeTxHash, isFinal: true },
      failure: { code: 'network/reverted' },
    });
  });

  it('is replaced if the owners have rejected it, which may still turn out otherwise', async () => {
    tell({ txStatus: 'CANCELLED' });
    expect(await look()).toEqual({ state: 'replaced', isFinal: false });
  });

  it('is not final before its block is', async () => {
    executed();
    expect(await look({ eth_getBlockByNumber: { number: '0xf' } })).toMatchObject({ isFinal: false });
  });

  it('is none from before it was asked for', async () => {
    executed();
    const older = JSON.stringify({ block: 16, count: 1, by: 'safe' });
    expect(await look({}, { note: older })).toEqual({ state: 'unknown' });
  });

  it('is unknown if Safe has not answered', async () => {
    expect(await look({}, { transaction: undefined } as never)).toEqual({ state: 'unknown' });
  });

  it.each<[string, object]>([
    ['nothing', { logs: [] }],
    ['no list', { logs: undefined }],
    ['another transaction of the Safe', { logs: [{ ...success, data: `0x${'0'.repeat(128)}` }] }],
    ['another contract', { logs: [{ ...success, address: thief }] }],
    ['something else', { logs: [{ ...success, topics: [safeTxHash] }] }],
  ])('still waits if Safe names a transaction in which %s is logged', async (_, differs) => {
    executed();
    expect(await look({ eth_getTransactionReceipt: { ...receipt, ...differs } })).toEqual(waiting);
  });

  it.each([
    ['is no answer', null],
    ['is an error', new Error('Not found')],
    ['names no hash', { txHash: 'soon' }],
  ])('still waits if what Safe tells %s', async (_, details) => {
    tell(details);
    expect(await look()).toEqual(waiting);
  });

  it.each([
    ['AWAITING_CONFIRMATIONS', waiting],
    ['CANCELLED', { state: 'replaced', isFinal: false }],
  ])('of which Safe says %s has landed once its contract has logged that', async (txStatus, before) => {
    tell({ txStatus });
    expect(await look()).toEqual(before);
    expect(await look({ eth_getLogs: [{ ...success, transactionHash: hash }] })).toMatchObject(landed);
  });

  it('still waits if Safe does not answer within its limit, and leaves nothing behind', async () => {
    vi.useFakeTimers();
    safe.switches.silent = ['getTxBySafeTxHash'];
    const outcome = look();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([await outcome, safe.listeners()]).toEqual([waiting, 0]);
  });

  it('still waits if the page is in no frame', async () => {
    Reflect.set(window, 'parent', window);
    expect(await look()).toEqual(waiting);
  });
});

describe('a send by a Safe that no site reports on', () => {
  const log = { ...success, transactionHash: hash };
  const indexed = { ...log, topics: [executionSuccess, safeTxHash], data: `0x${'0'.repeat(64)}` };
  const other = { ...log, data: `0x${'0'.repeat(128)}`, transactionHash: `0x${'2'.repeat(64)}` };
  /** The ranges that the node was asked for. */
  let ranges: (readonly [number, number])[];
  beforeEach(() => {
    ranges = [];
    Reflect.set(window, 'parent', window);
  });

  /** A node that searches at most so many blocks, and has these logs in block 16, at this height. */
  function openNode(logs: readonly object[], { height = 32, most = 1_000, code = -32000 } = {}) {
    return {
      eth_blockNumber: `0x${height.toString(16)}`,
      eth_getLogs({ address: asked, topics, fromBlock, toBlock }: Record<string, string>) {
        expect([asked, topics]).toEqual([address, [[executionSuccess, executionFailure]]]);
        const [from, to] = [Number(fromBlock), Number(toBlock)];
        ranges.push([from, to]);
        if (to - from >= most) return { error: { code, message: 'block range is too large' } };
        return { result: from <= 16 && 16 <= to ? logs : [] };
      },
    };
  }

  it.each([
    ['as a topic', indexed],
    ['in the data', log],
  ])('has landed once its contract logs the hash %s', async (_, logged) => {
    expect(await look(openNode([]))).toEqual(waiting);
    expect(
      await look({ ...openNode([other, logged]), eth_getTransactionReceipt: { ...receipt, logs: [logged] } }),
    ).toMatchObject(landed);
    expect(ranges).toEqual([
      [11, 32],
      [11, 32],
    ]);
  });

  it('has failed if its contract logs that', async () => {
    const logs = [{ ...log, topics: [executionFailure] }];
    const chain = { ...openNode(logs), eth_getTransactionReceipt: { ...receipt, logs } };
    expect(await look(chain)).toMatchObject({ state: 'failed', failure: { code: 'network/reverted' } });
  });

  it('waits if only another transaction of the Safe was executed', async () => {
    expect(await look(openNode([other]))).toEqual(waiting);
  });

  it.each([-32000, -32005])(
    'is found by smaller steps if a node refuses large ones with %i',
    async (code) => {
      expect(await look(openNode([log], { most: 10, code }))).toMatchObject(landed);
      expect(ranges).toEqual([
        [11, 32],
        [11, 32],
        [11, 20],
      ]);
    },
  );

  it('is read on where the last look has ended, ten steps at a time, the newest blocks again', async () => {
    const node = openNode([], { height: 15_000 });
    expect(await look(node)).toEqual(waiting);
    expect([ranges.length, ranges.at(0), ranges.at(-1)]).toEqual([10, [11, 1_010], [9_011, 10_010]]);
    expect(await look(node)).toEqual(waiting);
    expect([ranges.length, ranges.at(-1)]).toEqual([15, [14_011, 15_000]]);
    expect(await look(node)).toEqual(waiting);
    expect([ranges.length, ranges.at(-1)]).toEqual([16, [14_936, 15_000]]);
  });

  it('is unknown once 200,000 blocks do not show it', async () => {
    const node = openNode([], { height: 1_000_000 });
    for (let looks = 1; looks < 20; looks += 1) expect(await look(node)).toEqual(waiting);
    expect(await look(node)).toEqual({ state: 'unknown' });
    expect(await look(node)).toEqual({ state: 'unknown' });
    expect([ranges.length, ranges.at(-1)]).toEqual([200, [199_011, 200_010]]);
  });

  it('is unknown if the node searches no logs', async () => {
    expect(await look(openNode([], { most: 0 }))).toEqual({ state: 'unknown' });
  });

  it('stays as it is if no node answers', async () => {
    const busy = openNode([], { most: 0, code: -32005 });
    await expect(look(busy)).rejects.toMatchObject({ code: 'network/busy' });
  });

  it('is found by what it does if the wallet has not answered, and is no other send', async () => {
    const chain = { ...openNode([log]), eth_getTransactionReceipt: { ...receipt, logs: [log] } };
    const unnamed = { transaction: undefined } as never;
    expect(await look(chain, unnamed)).toEqual({
      ...{ state: 'landed', transaction: hash, isFinal: true, comparison: { result: 'as-asked' } },
    });
    for (const others of [[safeTxHash], [hash]])
      expect(await look(chain, { ...(unnamed as object), others })).toEqual({ state: 'unknown' });
  });

  it.each([
    ['moves something else', { input: toInput({ value: 8n }) }, log],
    ['has failed', {}, { ...log, topics: [executionFailure] }],
  ])('is not one that %s if the wallet has not answered', async (_, differs, logged) => {
    const chain = {
      ...openNode([logged]),
      eth_getTransactionReceipt: { ...receipt, logs: [logged] },
      eth_getTransactionByHash: { ...transaction, ...differs },
    };
    expect(await look(chain, { transaction: undefined } as never)).toEqual({ state: 'unknown' });
  });

  it('waits for no other owner if one is enough', async () => {
    const one = JSON.stringify({ block: 10, count: 1, by: 'safe', threshold: 1 });
    expect(await look(openNode([]), { note: one })).toEqual({ state: 'sent', transaction: safeTxHash });
  });
});

describe('a send by a Safe whose wallet has answered with the chain’s own id', () => {
  const lookNamed = (chain: object) => look(chain, { transaction: hash });

  it('has landed by the log of the Safe', async () => {
    expect(await lookNamed({})).toEqual({
      ...{ state: 'landed', transaction: hash, isFinal: true, comparison: { result: 'as-asked' } },
    });
  });

  it('has failed by the log of the Safe', async () => {
    const logs = [{ ...success, topics: [executionFailure] }];
    expect(await lookNamed({ eth_getTransactionReceipt: { ...receipt, logs } })).toMatchObject({
      state: 'failed',
    });
  });

  it('is sent, and waits for nobody, before a block has it', async () => {
    const waits = { ...transaction, blockNumber: null };
    const chain = {
      ...{ eth_getTransactionReceipt: null, eth_getTransactionByHash: waits },
      eth_getTransactionCount: '0x1',
    };
    expect(await lookNamed(chain)).toEqual({ state: 'sent', transaction: hash });
  });

  it('has landed also if a module has executed it, which the Safe logs otherwise', async () => {
    const by = { ...transaction, to: thief, input: '0xdeadbeef' };
    const chain = {
      eth_getTransactionReceipt: { ...receipt, logs: [] },
      eth_getTransactionByHash: by,
    };
    expect(await lookNamed(chain)).toMatchObject({ state: 'landed', comparison: { result: 'not-compared' } });
  });
});

const because = (why: string) => ({ result: 'not-compared', why });
const instead = (moved: object) => ({
  result: 'not-as-asked',
  moved: [{ from: getAddress(address), to: getAddress(asked), amount: '7', ...moved }],
});

it.each<[string, object, object, object?]>([
  ['the transfer that was asked for', {}, { result: 'as-asked' }],
  ['another amount', { input: toInput({ value: 8n }) }, instead({ amount: '8' })],
  ['another recipient', { input: toInput({ to: thief }) }, instead({ to: getAddress(thief) })],
  ['a call', { input: toInput({ data: '0xdeadbeef' }) }, because('contract')],
  ['a call in the place of the Safe', { input: toInput({ operation: 1 }) }, because('contract')],
  ['the transfer, for which the Safe pays', { input: toInput({ gasPrice: 1n }) }, because('more')],
  ['a call of another contract', { to: thief }, because('relayer')],
  ['another call of the Safe', { input: '0xdeadbeef' }, because('relayer')],
  ['a call without its arguments', { input: '0x6a761202' }, because('relayer')],
  ['one of two executions', {}, because('relayer'), { logs: [success, { ...success, data: '0x00' }] }],
  ['one of another chain', { chainId: '0x1' }, because('unreadable')],
  ['one of another block', { blockNumber: '0x11' }, because('unreadable')],
])(
  'compares what a Safe has executed with what was asked: %s',
  async (_, differs, comparison, logged = {}) => {
    executed();
    const chain = {
      eth_getTransactionByHash: { ...transaction, ...differs },
      eth_getTransactionReceipt: { ...receipt, ...logged },
    };
    expect(await look(chain)).toMatchObject({ state: 'landed', by: hash, comparison });
  },
);

it('does not compare a request with data by its coins alone', async () => {
  executed();
  const withData = writeNote({ block: 1, count: 1, by: 'safe', data: `0x${'1'.repeat(64)}` });
  expect(await look({}, { note: withData })).toMatchObject({
    state: 'landed',
    comparison: because('contract'),
  });
});
