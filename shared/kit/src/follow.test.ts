import { describe, expect, it } from 'vitest';
import { pollUntil } from './follow.ts';

const open = () => new AbortController().signal;

describe('a poll', () => {
  it('looks until there is something to see, each pause twice the one before, up to the most', async () => {
    const paused: number[] = [];
    const look = async (pausedMs: number) => {
      paused.push(pausedMs);
      return paused.length === 5 ? 'landed' : undefined;
    };
    await expect(pollUntil(look, { firstMs: 1, mostMs: 4, signal: open() })).resolves.toBe('landed');
    expect(paused).toEqual([0, 1, 2, 4, 4]);
  });

  it('ends as its look does', async () => {
    const cause = new Error('expired');
    await expect(
      pollUntil(() => Promise.reject(cause), { firstMs: 1, mostMs: 1, signal: open() }),
    ).rejects.toBe(cause);
  });

  it('looks no more and settles no more once its signal has aborted', async () => {
    const ended = new AbortController();
    let looks = 0;
    const look = async () => {
      looks += 1;
      ended.abort();
      return 'landed';
    };
    const polled = pollUntil(look, { firstMs: 1, mostMs: 1, signal: ended.signal });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(looks).toBe(1);
    await expect(Promise.race([polled, 'still open'])).resolves.toBe('still open');
  });
});
