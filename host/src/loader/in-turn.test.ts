import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import { createTurns } from './in-turn.ts';

let order: string[];

beforeEach(() => {
  vi.useFakeTimers();
  order = [];
});
afterEach(() => void vi.useRealTimers());

function note(name: string, until: Promise<unknown> = Promise.resolve()) {
  return async () => {
    order.push(`${name} begins`);
    await until;
    order.push(`${name} ends`);
    return name;
  };
}

it('lets one end before the next begins, and passes on what each comes to', async () => {
  const inTurn = createTurns();
  const all = [inTurn(note('one')), inTurn(() => Promise.reject(new Error('no'))), inTurn(note('two'))];
  const settled = await Promise.allSettled(all);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('waits for one that hangs for half a second at most, and hears it all the same', async () => {
  const inTurn = createTurns();
  const slow = createDeferred<void>();
  const first = inTurn(note('one', slow.promise));
  const second = inTurn(note('two'));
  await vi.advanceTimersByTimeAsync(499);
  expect(order).toEqual(['one begins']);
  await vi.advanceTimersByTimeAsync(1);
  expect(await second).toBe('two');
  slow.resolve();
  expect(await first).toBe('one');
});
