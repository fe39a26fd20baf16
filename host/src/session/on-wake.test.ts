import { beforeEach, expect, it } from 'vitest';
import { onWake } from './lifecycle.ts';

let now: number;
let woken: number;
let beat: () => void;
let page: EventTarget & { visibilityState: DocumentVisibilityState };
let frame: EventTarget;

beforeEach(() => {
  [now, woken, beat] = [0, 0, () => undefined];
  frame = new EventTarget();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const every = (_: number, run: () => void) => {
    beat = run;
  };
  onWake({ document: page, window: frame, every, now: () => now }, () => {
    woken += 1;
  });
});

function pass(ms: number): void {
  now += ms;
  beat();
}

it('hears nothing while the page goes on, also slowly in the background', () => {
  for (let onFocus = 0; onFocus < 60; onFocus++) pass(10_000);
  page.visibilityState = 'hidden';
  for (let onFocus = 0; onFocus < 60; onFocus++) pass(60_000);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(woken).toBe(0);
});

it('hears once that the page was still for longer than a minute and a half', () => {
  pass(91_000);
  pass(10_000);
  expect(woken).toBe(1);
});

it('hears of a sleep in the background when the page is seen again', () => {
  page.visibilityState = 'hidden';
  pass(3_600_000);
  expect(woken).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(woken).toBe(1);
});

it('hears of a return from the back-forward cache, however short, and of no first showing', () => {
  frame.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(woken).toBe(0);
  frame.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(woken).toBe(1);
});
