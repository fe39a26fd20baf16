import { expect, it } from 'vitest';
import { formatAgo } from './ago.ts';

const now = 1_790_000_000_000;

it.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [125_000, '2 min. ago'],
  [3_600_000, '1 hr. ago'],
  [90_000_000, 'yesterday'],
])('%i ms ago reads %s', (passedMs, words) => {
  expect(formatAgo(now - passedMs, now)).toBe(words);
});

it('takes a clock that was set back for no time at all', () => {
  expect(formatAgo(now + 5000, now)).toBe('just now');
});
