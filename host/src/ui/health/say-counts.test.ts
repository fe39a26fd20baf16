import { expect, it } from 'vitest';
import { sayCounts } from './say-counts.ts';

it('says the most frequent first, and what went well in words', () => {
  expect(sayCounts({ 'wallet/rejected': 2, none: 1_300 })).toBe('1,300 well, 2 wallet/rejected');
  expect(sayCounts({})).toBe('none yet');
});
