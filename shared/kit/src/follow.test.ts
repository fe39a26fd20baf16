import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findSent, pollUntil } from './follow.ts';

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

describe('the error of a wallet that was asked to send', () => {
  const find = (error: object) => {
    const noted = vi.fn();
    return [findSent(error, { form: /^0x[0-9a-f]{64}$/, note: '{"block":7}', noted }), ...noted.mock.calls];
  };
  const transactionHash = `0x${'a'.repeat(64)}`;

  it('is success if it names a transaction that the network has already', () => {
    expect(find({ code: -32000, message: 'already known', transactionHash })).toEqual([transactionHash]);
  });

  it.each(['timeout', 'nonce too low', 'The message port closed before a response was received.'])(
    'has the transaction noted that it names, if it says: %s',
    (message) => {
      const note = JSON.stringify({ block: 7, transaction: transactionHash });
      expect(find({ code: -32603, message, transactionHash })).toEqual([undefined, [note]]);
    },
  );

  it('notes nothing if it names none', () => {
    expect(find({ code: -32000, message: 'already known' })).toEqual([undefined]);
  });
});
