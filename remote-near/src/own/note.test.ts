import { expect, it } from 'vitest';
import { parseNote, writeNote } from './note.ts';

it.each([
  { height: 0, nonces: '0' },
  { height: 12, nonces: '98765432109876543210', answered: 13 },
])('reads back what was noted: %j', (note) => {
  expect(parseNote(writeNote(note))).toEqual(note);
});

it('leaves a height out that is none', () => {
  expect(parseNote('{"height":1,"nonces":"2","answered":-1}')).toEqual({ height: 1, nonces: '2' });
});

it.each([
  undefined,
  '',
  '{}',
  'null',
  '{"height":1}',
  '{"height":1,"nonces":2}',
  '{"height":1,"nonces":"-2"}',
  'x',
])('reads nothing of %j', (text) => {
  expect(parseNote(text)).toBeUndefined();
});
