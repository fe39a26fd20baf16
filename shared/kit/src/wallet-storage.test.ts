import { describe, expect, it } from 'vitest';
import { createStorage } from './testing/storage.ts';
import { createProof } from './wallet-storage.ts';

describe('the proof of an account', () => {
  it('is stored once, however often the account signs', () => {
    const storage = createStorage();
    const proof = createProof(storage, () => true);
    for (const account of ['one', 'two', 'one']) proof.add(account);
    expect(storage.get('proved')).toBe('one two');
    expect([proof.has('two'), proof.has('tw')]).toEqual([true, false]);
  });

  it('is not stored once the session has ended', () => {
    const storage = createStorage();
    createProof(storage, () => false).add('one');
    expect(storage.kept.size).toBe(0);
  });
});
