import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextFrame } from './visibility.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('calls with the next frame, once', () => {
  const run = vi.fn();
  nextFrame(run);
  vi.advanceTimersByTime(20);
  expect(run).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledOnce();
});

it.each([
  ['hidden', true, 100],
  ['shown', false, 1_000],
])('calls a little later where no frame comes to a page that is %s', (_, hidden, ms) => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  const run = vi.fn();
  nextFrame(run);
  vi.advanceTimersByTime(ms - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});
