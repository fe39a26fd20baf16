import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred, orAborted, runWithin, withDeadline } from './async.ts';

const late = () => new Error('late');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('answers what comes in time, and leaves no timer', async () => {
  await expect(withDeadline(Promise.resolve(1), 100, late)).resolves.toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('rejects past the deadline, and drops what comes later', async () => {
  const slow = createDeferred<number>();
  const raced = withDeadline(slow.promise, 100, late);
  const checked = expect(raced).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(100);
  slow.reject(new Error('later still'));
  await checked;
});

it('passes on a failure that comes in time', async () => {
  await expect(withDeadline(Promise.reject(new Error('no')), 100, late)).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

it('aborts what is past its deadline, and nothing before', async () => {
  let given: AbortSignal | undefined;
  const run = (signal: AbortSignal) => {
    given = signal;
    return new Promise<never>(() => undefined);
  };
  const checked = expect(runWithin(100, run, late)).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(99);
  expect(given?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(given?.aborted).toBe(true);
  await checked;
});

describe('orAborted', () => {
  const never = new Promise<never>(() => undefined);

  it('answers what the promise answers', async () => {
    await expect(orAborted(Promise.resolve(1), new AbortController().signal)).resolves.toBe(1);
  });

  it('rejects as soon as it is aborted, whatever the promise does', async () => {
    const control = new AbortController();
    const raced = orAborted(never, control.signal);
    control.abort('enough');
    await expect(raced).rejects.toBe('enough');
  });

  it('rejects where it was aborted before', async () => {
    await expect(orAborted(Promise.resolve(1), AbortSignal.abort('before'))).rejects.toBe('before');
  });
});
