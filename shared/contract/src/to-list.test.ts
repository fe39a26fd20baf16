import { expect, it } from 'vitest';
import { toList } from './thrown.ts';

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
