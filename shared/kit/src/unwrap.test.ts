import { LinkspanError } from '@linkspan/contract';
import { exotic } from '@linkspan/contract/testing';
import { describe, expect, it, vi } from 'vitest';
import { findCoded, findId, findSent, hasName, isAlreadyKnown, unwrap } from './unwrap.ts';

const wrap = (cause: unknown) => new Error('the library failed', { cause });

describe('the errors within an error', () => {
  it('are listed from the outside in, each once', () => {
    const inner = { code: '-32000', message: 'no ink' };
    const outer = Object.assign(wrap(inner), { data: { originalError: inner } });
    expect(unwrap(outer).map(({ code, texts }) => [code, ...texts])).toEqual([
      [undefined, 'the library failed'],
      [-32000, 'no ink'],
      [undefined],
    ]);
  });

  it('are at most 60, and 10 deep', () => {
    const list = { errors: Array.from({ length: 100 }, () => ({ errors: [{ code: 1 }, { code: 2 }] })) };
    const wide = { errors: Array.from({ length: 100 }, () => structuredClone(list)) };
    expect(unwrap(wide).length).toBeLessThanOrEqual(60);
    let deep: unknown = { code: 4001 };
    for (let depth = 0; depth < 1_000; depth += 1) deep = { cause: deep };
    expect(unwrap(deep)).toHaveLength(10);
  });

  it('end in lists of lists without an end', () => {
    const endless = (): unknown[] => new Proxy([], { get: (_, key) => (key === 'length' ? 10 : endless()) });
    expect(unwrap(endless())).toEqual([]);
  });

  it('end if an error holds itself', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    expect(unwrap(loop)).toHaveLength(1);
  });

  it('are read whatever one is', () => {
    for (const [name, make] of exotic)
      expect(
        () => [unwrap(make()), unwrap({ data: make() }), hasName(wrap(make()), 'x')],
        name,
      ).not.toThrow();
  });
});

it('an error of ours is found at every depth', () => {
  const coded = new LinkspanError('wallet/rejected', { wallet: 'Harbour' }, { cause: { code: 4001 } });
  expect(findCoded(unwrap(wrap(wrap(coded))))).toBe(coded);
  expect(findCoded(unwrap({ name: 'LinkspanError', code: 'wallet/rejected' }))).toBeUndefined();
});

it('a name is found at every depth', () => {
  const error = wrap(Object.assign(new Error('inner'), { name: 'TimeoutError' }));
  expect(hasName(error, 'HttpRequestError', 'TimeoutError')).toBe(true);
  expect(hasName(error, 'AbortError')).toBe(false);
});

describe('the transaction that an error is about', () => {
  const id = `0x${'a'.repeat(64)}`;
  const form = /^0x[0-9a-f]{64}$/;

  it.each([
    { transactionHash: id },
    { hash: id },
    { context: { transactionHash: id } },
    { transaction: { hash: id } },
    wrap({ data: { txHash: id } }),
    { code: -32603, message: JSON.stringify({ transactionHash: id }) },
  ])('is found by its id in %j', (error) => {
    expect(findId(error, form)).toBe(id);
  });

  it.each([undefined, { hash: 'another form' }, { hash: 7 }, { blockHash: id }, new Error(id)])(
    'is not found in %s',
    (error) => {
      expect(findId(error, form)).toBeUndefined();
    },
  );

  it.each([
    'already known',
    'AlreadyKnown',
    'Known transaction: 0x12',
    'Transaction already imported',
    'tx already in mempool',
    'This transaction has already been processed',
    { err: 'AlreadyProcessed' },
  ])('is known to the node already: %j', (said) => {
    expect(isAlreadyKnown(wrap({ code: -32000, message: 'x', data: said }))).toBe(true);
  });

  it.each(['nonce too low', 'already pending', 'already processing', 'The account is already unlocked'])(
    'is not known to the node already if it says %j',
    (message) => {
      expect(isAlreadyKnown({ code: -32000, message })).toBe(false);
    },
  );
});

describe('the error of a wallet that was asked to send', () => {
  const find = (error: object) => {
    const noted = vi.fn();
    return [findSent(error, { form: /^0x[0-9a-f]{64}$/, note: '{"block":7}', noted }), ...noted.mock.calls];
  };
  const transactionHash = `0x${'a'.repeat(64)}`;

  it('is success if it names a transaction that the network has already', () => {
    expect(find({ code: -32000, message: 'already known', transactionHash })).toEqual([transactionHash]);
  });

  it.each(['timeout', 'nonce too low', 'The message port closed before a response was received.'])(
    'has the transaction noted that it names, if it says: %s',
    (message) => {
      const note = JSON.stringify({ block: 7, transaction: transactionHash });
      expect(find({ code: -32603, message, transactionHash })).toEqual([undefined, [note]]);
    },
  );

  it('notes nothing if it names none', () => {
    expect(find({ code: -32000, message: 'already known' })).toEqual([undefined]);
  });
});
