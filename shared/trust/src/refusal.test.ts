import { expect, it } from 'vitest';
import { isClockInDoubt, refusal } from './refusal.ts';

const expiresAt = '2026-11-05T12:00:00Z';
const expired = refusal('release/expired', { remote: 'remote-evm', document: 'live', expiresAt });
const tooLate = refusal('release/expires-too-late', { remote: 'remote-near', expiresAt });
const unreachable = refusal('release/unreachable', { remote: 'remote-solana' });
const malformed = refusal('release/malformed', { remote: 'remote-solana', place: 'live' });
const withdrawn = refusal('release/withdrawn', { remote: 'remote-evm' });

it('doubts the clock if all documents are out of their time', () => {
  expect(isClockInDoubt([expired, expired, expired])).toBe(true);
  expect(isClockInDoubt([expired, tooLate])).toBe(true);
  expect(isClockInDoubt([expired])).toBe(true);
});

it('doubts the clock if all reachable ones are', () => {
  expect(isClockInDoubt([expired, unreachable, tooLate])).toBe(true);
  expect(isClockInDoubt([malformed, expired, tooLate])).toBe(true);
  expect(isClockInDoubt([expired, unreachable, unreachable])).toBe(true);
});

it.each([
  ['one document is sound', [expired, undefined]],
  ['one is refused for another reason', [expired, withdrawn]],
  ['there is none', []],
])('does not if %s', (_, refusals) => {
  expect(isClockInDoubt(refusals)).toBe(false);
});
