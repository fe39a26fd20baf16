import { expect, it } from 'vitest';
import { createProof } from './proof.ts';
import { createStorage } from './testing/storage.ts';

it('keeps each account that a signature has proved, once', () => {
  const storage = createStorage();
  const proof = createProof(storage);
  for (const account of ['one', 'two', 'one']) proof.add(account);
  expect([proof.has('one'), proof.has('two'), proof.has('on')]).toEqual([true, true, false]);
  expect(storage.get('proved')).toBe('one two');
});
