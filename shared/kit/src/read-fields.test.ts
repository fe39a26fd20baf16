import { expect, it } from 'vitest';
import { readFields } from './read-fields.ts';

it('reads the named fields, in their order', () => {
  expect(readFields('{"a":1,"b":"two","c":0}', ['b', 'a', 'c'])).toEqual(['two', 1, 0]);
});

it.each([undefined, '', 'x', 'null', '[]', '{}'])('finds nothing in %j', (text) => {
  expect(readFields(text, ['a', 'b'])).toEqual([undefined, undefined]);
});

it.each(['-1', '1.5', '9007199254740992', 'null', 'true', '[]', '{}'])('leaves out %s', (value) => {
  expect(readFields(`{"a":${value}}`, ['a'])).toEqual([undefined]);
});
