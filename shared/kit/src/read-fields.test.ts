import { expect, it } from 'vitest';
import { isCount, readFields } from './read-fields.ts';

it('reads the named fields, in their order', () => {
  expect(readFields('{"a":1,"b":"two","c":3}', ['b', 'a'])).toEqual(['two', 1]);
});

it.each([undefined, '', 'x', 'null', '[]', '{}'])('finds nothing in %j', (text) => {
  expect(readFields(text, ['a', 'b'])).toEqual([undefined, undefined]);
});

it('counts with whole numbers from zero on', () => {
  expect([0, 7, Number.MAX_SAFE_INTEGER].every(isCount)).toBe(true);
  expect([-1, 1.5, Number.NaN, '1', undefined, 2 ** 53].some(isCount)).toBe(false);
});
