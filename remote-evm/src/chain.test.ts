import { expect, it } from 'vitest';
import { parseNote, writeNote } from './chain.ts';

it.each([
  { block: 0, count: 0 },
  { block: 12, count: 3, nonce: 4 },
])('reads back what was noted: %j', (note) => {
  expect(parseNote(writeNote(note))).toEqual(note);
});

it('leaves a nonce out that is none', () => {
  expect(parseNote('{"block":1,"count":2,"nonce":"3"}')).toEqual({ block: 1, count: 2 });
});

it.each([
  undefined,
  '',
  '{}',
  '[]',
  'null',
  '{"block":1}',
  '{"block":-1,"count":0}',
  '{"block":1,"count":1.5}',
  'x',
])('reads nothing of %j', (text) => {
  expect(parseNote(text)).toBeUndefined();
});
