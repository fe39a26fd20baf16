import { LinkspanError } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { openHistory } from './history.ts';

/** A node's own error, as `createRpc` passes it on. */
const refusal = (name: string) =>
  new LinkspanError(
    'network/refused',
    { network: 'NEAR', detail: '' },
    { cause: { name: 'HANDLER_ERROR', cause: { name } } },
  );

/** A history whose node answers so, and what it was asked for. An error is what the node refuses with. */
function open(answer: (method: string, params: Record<string, unknown>) => unknown) {
  const asked: [string, object][] = [];
  const history = openHistory(async (method, params) => {
    asked.push([method, params]);
    const given = answer(method, params as Record<string, unknown>);
    if (given instanceof Error) throw given;
    return given;
  }, 'NEAR');
  return { history, asked };
}

const malformed = { code: 'network/malformed', context: { network: 'NEAR' } };

describe('the blocks of a history', () => {
  it('end with the final one, and begin with the earliest that the node has', async () => {
    const { history, asked } = open((_, { finality }) => ({
      header: { height: finality === 'final' ? 9 : 4 },
    }));
    expect(await history.finalHeight()).toBe(9);
    expect([
      await history.reachesBack(3),
      await history.reachesBack(4),
      await history.reachesBack(5),
    ]).toEqual([false, true, true]);
    expect(asked.slice(0, 2)).toEqual([
      ['block', { finality: 'final' }],
      ['block', { sync_checkpoint: 'earliest_available' }],
    ]);
  });

  it.each([undefined, '9', 2 ** 53])('have no height such as %s', async (height) => {
    await expect(open(() => ({ header: { height } })).history.finalHeight()).rejects.toMatchObject(malformed);
  });
});

describe('the keys of an account', () => {
  const keys = (block_height: unknown, ...nonces: unknown[]) => ({
    block_height,
    keys: nonces.map((nonce) => ({ access_key: { nonce } })),
  });

  it('are those of the last final block, their nonces together', async () => {
    const { history, asked } = open(() => keys(7, 3, 4));
    expect(await history.keysOf('a.near')).toEqual({ height: 7, nonces: 7n });
    expect(asked).toEqual([
      ['query', { request_type: 'view_access_key_list', account_id: 'a.near', finality: 'final' }],
    ]);
    expect(await open(() => keys(7)).history.keysOf('a.near')).toEqual({ height: 7, nonces: 0n });
  });

  it('are those of the next block if there is none of a height, of five at most', async () => {
    const from = (first: number) =>
      open((_, { block_id }) => (Number(block_id) < first ? refusal('UNKNOWN_BLOCK') : keys(block_id, 1)));
    expect(await from(10).history.keysOf('a.near', 10)).toEqual({ height: 10, nonces: 1n });
    expect(await from(15).history.keysOf('a.near', 10)).toEqual({ height: 15, nonces: 1n });
    const { history, asked } = from(16);
    await expect(history.keysOf('a.near', 10)).rejects.toMatchObject({ code: 'network/refused' });
    expect(asked).toHaveLength(6);
  });

  const odd = ['x', -1, 0.5, undefined].map((nonce) => keys(7, nonce));
  it.each([{}, { keys: {}, block_height: 1 }, keys('7', 1), ...odd])('are none in %j', async (answer) => {
    await expect(open(() => answer).history.keysOf('a.near')).rejects.toMatchObject(malformed);
  });
});

describe('what an account has signed', () => {
  it('is each transaction of a block once, by its id, and nothing that others did to its keys', async () => {
    const cause = (type: string, tx_hash: string) => ({ cause: { type, tx_hash } });
    const { history, asked } = open(() => ({
      changes: [
        cause('transaction_processing', 'one'),
        cause('transaction_processing', 'one'),
        cause('receipt_processing', 'two'),
        cause('transaction_processing', 'three'),
      ],
    }));
    expect(await history.signedIn('a.near', 5)).toEqual(['one', 'three']);
    expect(asked).toEqual([
      [
        'EXPERIMENTAL_changes',
        { changes_type: 'all_access_key_changes', account_ids: ['a.near'], block_id: 5 },
      ],
    ]);
  });

  it('is nothing if the node tells none', async () => {
    expect(await open(() => ({})).history.signedIn('a.near', 5)).toEqual([]);
  });
});

describe('a transaction', () => {
  const transaction = { hash: 'id' };
  const read = (found: unknown) => open(() => found).history.transactionOf('id', 'a.near');

  it('is asked for as its node has it now, and not known if it says so', async () => {
    const { history, asked } = open(() => refusal('UNKNOWN_TRANSACTION'));
    expect(await history.transactionOf('id', 'a.near')).toBeUndefined();
    expect(asked).toEqual([['tx', { tx_hash: 'id', sender_account_id: 'a.near', wait_until: 'NONE' }]]);
    expect(await read({ transaction: null })).toBeUndefined();
    await expect(read(refusal('TIMEOUT_ERROR'))).rejects.toMatchObject({ code: 'network/refused' });
  });

  const done = { SuccessValue: '' };
  it.each<[what: string, found: object, end: string | undefined]>([
    ['is still on its way', { final_execution_status: 'EXECUTED', status: done }, undefined],
    ['has succeeded', { final_execution_status: 'FINAL', status: done }, 'succeeded'],
    ['has failed', { final_execution_status: 'FINAL', status: { Failure: {} } }, 'failed'],
    ['has ended in a way that is not known here', { final_execution_status: 'FINAL', status: {} }, undefined],
    ['has ended where an older node tells its receipts', { receipts_outcome: [], status: done }, 'succeeded'],
    ['has not where it tells none', { status: done }, undefined],
    [
      'has not if it says so with receipts',
      { final_execution_status: 'INCLUDED', receipts_outcome: [], status: done },
      undefined,
    ],
  ])('%s', async (_, found, end) => {
    const shown = { transaction, ...found };
    expect(await read(shown)).toEqual({ found: shown, end });
  });
});
