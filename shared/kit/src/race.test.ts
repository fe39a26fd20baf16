import type { Progress } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openInPress, raceAttempt, raceRead, raceRequest } from './race.ts';
import { createDeferred } from './testing/deferred.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A wallet with answers on demand, and a record of undone approvals. */
function ask(mayUndo = () => true) {
  const answer = createDeferred<string>();
  const control = new AbortController();
  const steps: Progress['step'][] = [];
  const undone: string[] = [];
  const options = {
    signal: control.signal,
    deadlineMs: 30_000,
    onProgress: ({ step }: Progress) => steps.push(step),
    mayUndo,
  };
  const attempt = raceAttempt('Harbour', options, {
    ask: () => answer.promise,
    undo: async (late) => void undone.push(late),
  });
  const outcome = attempt.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { answer, control, steps, undone, outcome };
}

const cancelled = { error: { code: 'wallet/cancelled', context: { wallet: 'Harbour' } } };

describe('an attempt', () => {
  it('says that it is asking, and answers what the wallet answers', async () => {
    const { answer, steps, outcome, undone } = ask();
    answer.resolve('yes');
    expect(await outcome).toEqual({ value: 'yes' });
    expect(steps).toEqual(['asking']);
    expect(undone).toEqual([]);
  });

  it('is waiting after the deadline, and is not cut off', async () => {
    const { answer, steps, outcome } = ask();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(steps).toEqual(['asking']);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(steps).toEqual(['asking', 'waiting']);
    answer.resolve('late but welcome');
    expect(await outcome).toEqual({ value: 'late but welcome' });
  });

  it('ends at once when the person cancels', async () => {
    const { control, steps, outcome } = ask();
    control.abort();
    expect(await outcome).toMatchObject(cancelled);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(steps).toEqual(['asking']);
  });

  it('undoes an approval after the cancel', async () => {
    const { answer, control, undone, outcome } = ask();
    control.abort();
    await outcome;
    expect(undone).toEqual([]);
    answer.resolve('late');
    await vi.advanceTimersByTimeAsync(0);
    expect(undone).toEqual(['late']);
  });

  it('undoes nothing if a newer attempt needs the late answer', async () => {
    const newer = vi.fn(() => false);
    const { answer, control, undone, outcome } = ask(newer);
    control.abort();
    await outcome;
    expect(newer).not.toHaveBeenCalled();
    answer.resolve('late');
    await vi.advanceTimersByTimeAsync(0);
    expect(newer).toHaveBeenCalledOnce();
    expect(undone).toEqual([]);
  });

  it('lets the cancel win if both come at the same moment', async () => {
    const { answer, control, undone, outcome } = ask();
    answer.resolve('same moment');
    control.abort();
    expect(await outcome).toMatchObject(cancelled);
    await vi.advanceTimersByTimeAsync(0);
    expect(undone).toEqual(['same moment']);
  });

  it('undoes an approval that is cancelled during its adoption, once', async () => {
    const { answer, control, undone, outcome } = ask();
    answer.resolve('approved');
    expect(await outcome).toEqual({ value: 'approved' });
    expect(undone).toEqual([]);
    control.abort();
    control.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(undone).toEqual(['approved']);
  });

  it('undoes no approval that a newer attempt needs at the cancel', async () => {
    const { answer, control, undone, outcome } = ask(() => false);
    answer.resolve('approved');
    await outcome;
    control.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(undone).toEqual([]);
  });

  it('does not ask if it is cancelled already', async () => {
    const asked = vi.fn(async () => 'yes');
    const options = { signal: AbortSignal.abort(), deadlineMs: 1, onProgress: vi.fn(), mayUndo: () => true };
    const attempt = raceAttempt('Harbour', options, { ask: asked, undo: async () => undefined });
    await expect(attempt).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(asked).not.toHaveBeenCalled();
    expect(options.onProgress).not.toHaveBeenCalled();
  });
});

const never = () => new Promise<never>(() => {});

it('a silent read ends at its deadline', async () => {
  const options = { signal: new AbortController().signal, deadlineMs: 5_000 };
  const read = expect(raceRead('Harbour', options, never)).rejects.toMatchObject({
    code: 'wallet/timeout',
    context: { wallet: 'Harbour' },
  });
  await vi.advanceTimersByTimeAsync(5_000);
  await read;
});

it('a request is passed on however long it takes', async () => {
  const { signal } = new AbortController();
  const ask = () => new Promise((resolve) => setTimeout(resolve, 3_600_000, 'signed'));
  const asked = raceRequest('Harbour', signal, ask);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await asked).toBe('signed');
  const refused = raceRequest('Harbour', signal, () => Promise.reject(new Error('no')));
  await expect(refused).rejects.toThrow('no');
});

it('a request is cancelled once its session closes, and is never made after that', async () => {
  const closed = new AbortController();
  const ask = vi.fn(never);
  const asked = raceRequest('Harbour', closed.signal, ask);
  closed.abort();
  for (const answer of [asked, raceRequest('Harbour', closed.signal, ask)])
    await expect(answer).rejects.toMatchObject({ code: 'wallet/cancelled', context: { wallet: 'Harbour' } });
  expect(ask).toHaveBeenCalledOnce();
});

describe('the code of a wallet', () => {
  // A load that is abandoned goes on.
  afterEach(() => void vi.clearAllTimers());

  let steps: Progress['step'][];
  let cancel: AbortController;
  let press: () => void;
  let isActive: boolean;

  beforeEach(() => {
    [steps, cancel, isActive] = [[], new AbortController(), true];
    vi.stubGlobal('navigator', {
      get userActivation() {
        return { isActive };
      },
    });
  });

  function open(load: () => Promise<string>): Promise<string> {
    const pressed = () => new Promise<void>((resolve) => (press = resolve));
    const onProgress = ({ step }: Progress) => void steps.push(step);
    return openInPress('Harbour', { onProgress, pressed, signal: cancel.signal }, load);
  }

  const after = (ms: number) => () =>
    new Promise<string>((resolve) => void setTimeout(() => resolve('wallet'), ms));

  it('opens in the press that began the attempt', async () => {
    expect(await open(async () => 'wallet')).toBe('wallet');
    expect(steps).toEqual(['loading']);
  });

  it.each([
    ['is late', 1_500, true],
    ['comes when the press does not count any more', 500, false],
  ])('asks for another press if the code %s', async (_, ms, stillActive) => {
    const opened = open(after(ms));
    isActive = stillActive;
    await vi.advanceTimersByTimeAsync(ms);
    expect(steps).toEqual(['loading', 'press']);
    press();
    expect(await opened).toBe('wallet');
  });

  it.each([
    ['the code has come', 1_000],
    ['the other press', 2_000],
  ])('ends at once when the attempt is cancelled before %s', async (_, ms) => {
    const opened = open(after(2_000)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(ms);
    cancel.abort();
    expect(await opened).toMatchObject({ code: 'wallet/cancelled', context: { wallet: 'Harbour' } });
  });

  it('rejects if the code does not come', async () => {
    const lost = new TypeError('Failed to fetch');
    await expect(open(() => Promise.reject(lost))).rejects.toBe(lost);
  });
});
