import type { Progress } from '@linkspan/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openInPress } from './open-in-press.ts';

let steps: Progress['step'][];
let cancel: AbortController;
let press: () => void;
let isActive: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [steps, cancel, isActive] = [[], new AbortController(), true];
  vi.stubGlobal('navigator', {
    get userActivation() {
      return { isActive };
    },
  });
});

afterEach(() => void vi.useRealTimers());

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
