import { expect, it } from 'vitest';
import { parseNote, writeNote } from './note.ts';

it.each([{}, { answered: 190 }])('reads back what was noted, with %j', (later) => {
  const note = { slot: 12, blockhash: 'hash', lastHeight: 162, ...later };
  expect(parseNote(writeNote(note))).toEqual(note);
});

it.each([
  undefined,
  '',
  '{}',
  'null',
  '{"slot":1,"blockhash":"a"}',
  '{"slot":1,"blockhash":2,"lastHeight":3}',
  '{"slot":-1,"blockhash":"a","lastHeight":3}',
  'x',
])('reads nothing of %j', (text) => {
  expect(parseNote(text)).toBeUndefined();
});
