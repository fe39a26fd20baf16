import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FamilyConfig } from '../../config.ts';
import { createSlot, type FamilySlot } from '../../loader/family-slot.ts';
import { readRecordedFailures } from '../../releases/recorded-failures.ts';
import { createFakeRelease } from '../../testing/fake-release.ts';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { createFakeStorage } from '../../testing/fake-storage.ts';
import { openProbations, wakeStorage } from './open-probations.ts';

let pages: number;
let sight: EventTarget;
let now: number;
const withFailure = (remote: string) =>
  readRecordedFailures(remote, now).map(({ stage, from }) => [stage, from]);

beforeEach(() => {
  vi.useFakeTimers();
  [pages, now] = [0, 0];
  sight = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => void vi.useRealTimers());

/** The slots of a page that is loaded in this tab, with their trials. */
function load(): readonly [FamilySlot, FamilySlot] {
  // A person has waited a while before.
  now += 3_000;
  const slots = fakeConfig.families.slice(0, 2).map((family: FamilyConfig) => {
    const slot = createSlot(family, createFakeStorage(), undefined);
    slot.release = createFakeRelease({ remote: family.remote.name });
    return slot;
  });
  openProbations(slots, { document: sight as never, window: sight, page: `page ${++pages}`, now: () => now });
  return slots as unknown as readonly [FamilySlot, FamilySlot];
}

it('holds against one remote what the last page has left against it alone', () => {
  load()[0].probation?.begin('discovery');
  const [first, second] = load();
  expect([first.probation?.isSuspect, second.probation?.isSuspect]).toEqual([false, false]);
  expect([withFailure('remote-evm'), withFailure('remote-solana')]).toEqual([[['discovery', 0]], []]);
});

it('accuses none where the last page was ended while several were about to run, and suspects them all', () => {
  for (const { probation } of load()) probation?.begin('discovery');
  now += 30_000;
  expect([withFailure('remote-evm'), withFailure('remote-solana')]).toEqual([[], []]);
  const [first, second] = load();
  expect([first.probation?.isSuspect, second.probation?.isSuspect]).toEqual([true, true]);
  expect(Object.keys(localStorage).filter((key) => key.includes(':charge:'))).toEqual([]);
});

it('suspects each of them until it has listed wallets, or a day has passed', () => {
  for (const { probation } of load()) probation?.begin('discovery');
  load()[0].probation?.list();
  expect(load().map(({ probation }) => probation?.isSuspect)).toEqual([false, true]);
  expect(load().map(({ probation }) => probation?.isSuspect)).toEqual([false, true]);
  now += 24 * 3_600_000;
  expect(load().map(({ probation }) => probation?.isSuspect)).toEqual([false, false]);
});

it('knows the one of them that does it again, when they run one after another', () => {
  for (const { probation } of load()) probation?.begin('discovery');
  load()[1].probation?.begin('discovery');
  load();
  expect([withFailure('remote-evm'), withFailure('remote-solana')]).toEqual([[], [['discovery', 0]]]);
});

it('leaves no mark where the page is left or nobody sees it', () => {
  const [first] = load();
  first.probation?.begin('connector');
  expect(Object.keys(localStorage)).toHaveLength(1);
  sight.dispatchEvent(new Event('pagehide'));
  expect(Object.keys(localStorage)).toEqual([]);
  sight.dispatchEvent(new Event('pageshow'));
  expect(Object.keys(localStorage)).toHaveLength(1);
});

it('accuses none by a page that still lives, whose tab was copied with all that it keeps', () => {
  const over = load()[0].probation?.begin('discovery');
  for (let seconds = 0; seconds < 9; seconds += 1) {
    now += 1_000;
    vi.advanceTimersByTime(1_000);
  }
  expect(withFailure('remote-evm')).toEqual([]);
  now += 3_000;
  expect(withFailure('remote-evm')).toEqual([['discovery', now + 17_000]]);
  over?.();
  expect([Object.keys(localStorage), vi.getTimerCount()]).toEqual([[], 0]);
});

it('says nothing so soon after it was made: the page may only just have been left', () => {
  load()[0].probation?.begin('discovery');
  now += 2_999;
  expect(withFailure('remote-evm')).toEqual([]);
  now += 1;
  expect(withFailure('remote-evm')).toHaveLength(1);
});

it.each(['{"id":', 'null', '7', '{}', ''])('takes away what it cannot read: %j', (text) => {
  load()[0].probation?.begin('discovery');
  const other = 'linkspan:1:charge:remote-near:torn';
  localStorage.setItem('linkspan:1:charge:remote-evm:torn', text);
  localStorage.setItem(other, text);
  expect(load()[0].probation?.isSuspect).toBe(false);
  expect(withFailure('remote-evm')).toEqual([['discovery', 0]]);
  expect(Object.keys(localStorage).filter((key) => key.endsWith(':torn'))).toEqual([other]);
});

it('works without any storage', () => {
  const kept = Reflect.getOwnPropertyDescriptor(globalThis, 'localStorage') ?? {};
  Reflect.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new Error('switched off');
    },
  });
  try {
    load()[0].probation?.begin('discovery')();
  } finally {
    Reflect.defineProperty(globalThis, 'localStorage', kept);
  }
});

it('opens the tab’s storage ahead, if there is one', () => {
  const kept = Reflect.getOwnPropertyDescriptor(globalThis, 'sessionStorage') ?? {};
  let opened = 0;
  Reflect.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      opened += 1;
      throw new Error('switched off');
    },
  });
  try {
    expect(() => wakeStorage()).not.toThrow();
    expect(opened).toBe(1);
  } finally {
    Reflect.defineProperty(globalThis, 'sessionStorage', kept);
  }
});
