import { expect, it } from 'vitest';
import { isSame } from './family-state.ts';

const fact = { status: 'connected', accounts: ['eip155:1:0xa'], wallet: { id: 'harbour', name: 'Harbour' } };

it('takes facts for the same that say the same', () => {
  expect(isSame(fact, structuredClone(fact))).toBe(true);
  expect(isSame([fact], [structuredClone(fact)])).toBe(true);
  expect(isSame(undefined, undefined)).toBe(true);
});

it.each<[string, unknown, unknown]>([
  ['another value, however deep', fact, { ...fact, wallet: { id: 'harbour', name: 'Pier' } }],
  ['another order of a list', ['a', 'b'], ['b', 'a']],
  ['a field less', { ...fact, failure: undefined }, fact],
  ['a field of another name', { a: undefined }, { b: undefined }],
  ['a longer list', ['a'], ['a', 'b']],
  ['a list in place of an object', [], {}],
  ['nothing in place of something', fact, undefined],
  ['no object in place of one', fact, null],
])('tells %s apart', (_, one, other) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([false, false]);
});
