import { expect, it } from 'vitest';
import { isClockLikelyWrong, refusal } from './refusal.ts';

const expiresAt = '2026-11-05T12:00:00Z';
const expired = refusal('release/expired', { remote: 'remote-evm', document: 'live', expiresAt });
const tooLate = refusal('release/expires-too-late', { remote: 'remote-near', expiresAt });
const unreachable = refusal('release/unreachable', { remote: 'remote-solana' });
const malformed = refusal('release/malformed', { remote: 'remote-solana', place: 'live' });
const withdrawn = refusal('release/withdrawn', { remote: 'remote-evm' });

it('suspects the clock if all documents are out of their time', () => {
  expect(isClockLikelyWrong([expired, expired, expired])).toBe(true);
  expect(isClockLikelyWrong([expired, tooLate])).toBe(true);
});

it('suspects the clock if all reachable ones are', () => {
  expect(isClockLikelyWrong([expired, unreachable, tooLate])).toBe(true);
  expect(isClockLikelyWrong([malformed, expired, tooLate])).toBe(true);
});

it.each([
  ['one document is sound', [expired, undefined]],
  ['one is refused for another reason', [expired, withdrawn]],
  ['there is one document alone, whose team may have forgotten it', [expired]],
  ['one alone has come', [expired, unreachable, unreachable]],
  ['there is none', []],
])('does not if %s', (_, refusals) => {
  expect(isClockLikelyWrong(refusals)).toBe(false);
});
