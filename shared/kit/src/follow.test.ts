import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollUntil } from './follow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a poll', () => {
  it('looks until there is something to see, each pause twice the one before, up to 15 seconds', async () => {
    const looks: number[] = [];
    const look = async () => {
      looks.push(performance.now());
      return looks.length === 8 ? 'landed' : undefined;
    };
    const polled = pollUntil(look, new AbortController().signal);
    await vi.runAllTimersAsync();
    expect(await polled).toBe('landed');
    const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
    expect(pauses).toEqual([400, 800, 1_600, 3_200, 6_400, 12_800, 15_000]);
  });

  it('ends as its look does', async () => {
    const cause = new Error('expired');
    await expect(pollUntil(() => Promise.reject(cause), new AbortController().signal)).rejects.toBe(cause);
  });

  it('looks no more and settles no more once its signal has aborted', async () => {
    const ended = new AbortController();
    const look = vi.fn(async () => {
      ended.abort();
      return 'landed';
    });
    const polled = pollUntil(look, ended.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(look).toHaveBeenCalledOnce();
    await expect(Promise.race([polled, 'still open'])).resolves.toBe('still open');
  });
});
