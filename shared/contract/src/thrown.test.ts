import { describe, expect, it } from 'vitest';
import { codeOf, failure, hasCode, toFailure, toPlainError } from './failure.ts';
import { exotic } from './testing/exotic.ts';
import { field, isA, keysOf, messageOf, toList } from './thrown.ts';

const fallback = failure('remote/failed', { family: 'evm' });

describe('whatever is thrown', () => {
  it('is read without an error', () => {
    for (const [name, make] of exotic) {
      expect(() => [codeOf(make()), hasCode(make(), 'wallet/failed')], name).not.toThrow();
      expect(() => [field(make(), 'code'), keysOf(make(), 10), isA(make(), TypeError)], name).not.toThrow();
      expect(messageOf(make()).length, name).toBeLessThanOrEqual(20_000);
    }
  });

  it('becomes a fact that a store can hold', () => {
    for (const [name, make] of exotic) {
      const failed = toFailure(make(), fallback);
      expect(structuredClone(failed), name).toEqual(failed);
    }
  });

  it('becomes an error of ours, with what was thrown as its cause', () => {
    for (const [name, make] of exotic) {
      const thrown = make();
      const error = toPlainError(thrown);
      expect(error.cause === thrown, name).toBe(true);
      expect(() => `${error.name} ${error.message} ${error.stack}`, name).not.toThrow();
      expect(toFailure(error, fallback).code, name).toMatch(/^(remote\/failed|wallet\/(failed|rejected))$/);
    }
  });
});

describe('anything thrown, as an error', () => {
  it('keeps its code, also one that is newer than this build', () => {
    const context = { wallet: 'A', n: 1 };
    expect(toPlainError({ code: 'wallet/asleep', context })).toMatchObject({
      code: 'wallet/asleep',
      context: { wallet: 'A' },
    });
  });

  it('keeps what it says', () => {
    expect(toPlainError(new RangeError('no ink')).message).toBe('no ink');
    expect(toPlainError('no ink').message).toBe('no ink');
    expect(toPlainError({ message: {} }).message).toBe('');
  });
});

it('a field of what is no object is nothing', () => {
  expect([field('text', 'length'), field(undefined, 'x'), field({ x: 1 }, 'x')]).toEqual([
    undefined,
    undefined,
    1,
  ]);
});

it('reads the entries of a list, holes too, and by no iterator of its own', () => {
  // biome-ignore lint/suspicious/noSparseArray: a wallet may answer one
  const sparse = ['a', , 'b'];
  const odd = Object.assign(['a'], { [Symbol.iterator]: () => [][Symbol.iterator]() });
  expect(toList(sparse)).toEqual(['a', undefined, 'b']);
  expect(toList(odd)).toEqual(['a']);
  for (const value of [undefined, null, 'ab', { length: 1 }]) expect(toList(value)).toBeUndefined();
});

it('reads no list that claims to be endless', () => {
  const claiming = new Proxy([], { get: (list, key) => (key === 'length' ? 1e9 : Reflect.get(list, key)) });
  for (const value of [new Array(1e9), claiming]) expect(toList(value)).toBeUndefined();
});
