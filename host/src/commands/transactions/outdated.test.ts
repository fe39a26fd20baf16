import { expect, it } from 'vitest';
import { toStoredTransaction } from '../../testing/kept-sends.ts';
import { listOutdated } from './outdated.ts';

const dayMs = 86_400_000;
const now = 100 * dayMs;
const nobody = new Set<string>();
const fresh = { at: now - 1, learnedAt: now - 1 };

it('keeps what has no end for two months, and what has one for a week', () => {
  const expired = { outcome: { state: 'expired' } as const, at: now - 60 * dayMs };
  const transactions = [
    toStoredTransaction({ id: 'open', at: now - 59 * dayMs }),
    toStoredTransaction({ id: 'open-too-long', at: now - 61 * dayMs }),
    toStoredTransaction({ id: 'ended', ...expired, learnedAt: now - 6 * dayMs }),
    toStoredTransaction({ id: 'ended-long-ago', ...expired, learnedAt: now - 8 * dayMs }),
  ];
  expect(listOutdated(transactions, now, nobody)).toEqual(['open-too-long', 'ended-long-ago']);
});

it('keeps fifty at most, and those without an end before the others', () => {
  const open = Array.from({ length: 40 }, (_, index) =>
    toStoredTransaction({ ...fresh, id: `open-${index}`, at: now - dayMs - index }),
  );
  const ended = Array.from({ length: 20 }, (_, index) =>
    toStoredTransaction({ ...fresh, id: `ended-${index}`, at: now - index, outcome: { state: 'expired' } }),
  );
  const gone = listOutdated([...ended, ...open], now, nobody);
  expect(gone).toEqual(Array.from({ length: 10 }, (_, index) => `ended-${10 + index}`));
});
