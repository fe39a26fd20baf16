import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isBlank, readLate } from './accounts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A wallet that shows its account at the given read. */
function showAt(turn: number) {
  let reads = 0;
  return { read: async () => (++reads < turn ? [] : ['alder']), reads: () => reads };
}

it.each([
  ['at once', 1, undefined, ['alder'], 1],
  ['600 ms later', 4, undefined, ['alder'], 4],
  ['too late', 50, undefined, [], 6],
  ['later than there is time for', 5, 200, [], 3],
])('reads accounts that are there %s', async (_, turn, waitMs, expected, times) => {
  const { read, reads } = showAt(turn);
  const found = readLate(read, waitMs);
  await vi.runAllTimersAsync();
  expect(await found).toEqual(expected);
  expect(reads()).toBe(times);
});

it('counts the time that the wallet takes', async () => {
  const read = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 900));
    return [];
  });
  const found = readLate(read);
  await vi.runAllTimersAsync();
  expect(await found).toEqual([]);
  expect(read).toHaveBeenCalledTimes(3);
});

it.each([[['']], [[null]], [['', null]]])(
  '%j is what a wallet shows that was never unlocked',
  (addresses) => {
    expect(isBlank(addresses)).toBe(true);
  },
);

it.each([[[]], [['0x1']], [['', '0x1']], [[undefined]], [undefined]])('%j is not', (addresses) => {
  expect(isBlank(addresses)).toBe(false);
});
