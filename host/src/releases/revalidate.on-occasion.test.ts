import { beforeEach, expect, it } from 'vitest';
import { onOccasion, type Sight } from './revalidate.ts';

let document: EventTarget & { visibilityState: DocumentVisibilityState };
let window: EventTarget;
let periods: { ms: number; run: () => void }[];
let calls: number;
let end: () => void;

beforeEach(() => {
  document = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  window = new EventTarget();
  [periods, calls] = [[], 0];
  const every: Sight['every'] = (ms, run) => {
    periods.push({ ms, run });
    return () => periods.pop();
  };
  end = onOccasion({ document, window, every } as Sight, () => {
    calls += 1;
  });
});

function see(visibilityState: DocumentVisibilityState): void {
  document.visibilityState = visibilityState;
  document.dispatchEvent(new Event('visibilitychange'));
}

const show = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

it('calls when the page comes back to the foreground, and not when it leaves', () => {
  see('hidden');
  expect(calls).toBe(0);
  see('visible');
  expect(calls).toBe(1);
});

it('calls when the page comes back from the back-forward cache, and not when it is loaded', () => {
  show(false);
  expect(calls).toBe(0);
  show(true);
  expect(calls).toBe(1);
});

it('calls every five minutes while the page is seen', () => {
  expect(periods.map(({ ms }) => ms)).toEqual([300_000]);
  periods[0]?.run();
  expect(calls).toBe(1);
  see('hidden');
  periods[0]?.run();
  expect(calls).toBe(1);
});

it('listens to nothing once it has ended', () => {
  end();
  see('visible');
  show(true);
  expect([calls, periods.length]).toEqual([0, 0]);
});
