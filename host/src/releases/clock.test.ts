import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clockMs, dayMs, wrongClockMs } from '../limits.ts';
import { explainOutOfTime, measureClock } from './clock.ts';

const served = Date.parse('2026-11-20T12:00:00Z');
const date = new Date(served).toUTCString();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const measure = (headers: HeadersInit, now = served, status = 200) =>
  measureClock(
    async () => new Response(null, { status, headers }),
    () => now,
  );

it.each([8 * dayMs, 0, -15 * 60_000])(
  'measures a clock that is %i ms ahead of the server’s',
  async (ahead) => {
    expect(await measure({ date }, served + ahead)).toBe(ahead);
  },
);

it('asks the page’s own origin, past every cache of the browser', async () => {
  const asked: unknown[] = [];
  await measureClock(
    async (address, init) => {
      asked.push(address, init?.cache);
      return new Response();
    },
    () => 0,
  );
  expect(asked).toEqual(['/blocked.json', 'no-store']);
});

it('adds the age of an answer that a cache on the way has stored', async () => {
  expect(await measure({ date, age: '600' }, served + 600_000)).toBe(0);
});

it('reads the time of any answer, also that there is no file', async () => {
  expect(await measure({ date }, served, 404)).toBe(0);
});

it.each([{}, { date: 'today' }, { date, age: 'old' }])('knows nothing by %j', async (headers) => {
  expect(await measure(headers)).toBeUndefined();
});

it('knows nothing of a server that does not answer, or not in time', async () => {
  expect(
    await measureClock(
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => 0,
    ),
  ).toBeUndefined();
  const late = measureClock(
    () => new Promise(() => undefined),
    () => 0,
  );
  await vi.advanceTimersByTimeAsync(clockMs);
  expect(await late).toBeUndefined();
});

it('blames the clock only if the server says another time, and the document only if it says the same', () => {
  const code = (ahead?: number) => explainOutOfTime('remote-evm', served, ahead)?.code;
  for (const ahead of [wrongClockMs + 1, -wrongClockMs - 1]) expect(code(ahead)).toBe('release/clock');
  for (const ahead of [wrongClockMs, 0, -wrongClockMs]) expect(code(ahead)).toBeUndefined();
  expect(code()).toBe('release/out-of-time');
});
