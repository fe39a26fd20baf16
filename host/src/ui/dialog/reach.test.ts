import { expect, it, vi } from 'vitest';
import { devices } from '../../testing/devices.ts';
import { isPhone } from './reach.ts';

it.each([
  'Chrome on Android',
  'Firefox on Android',
  'Chrome on an Android tablet',
  'Safari on iOS',
  'Safari on iPadOS',
] as const)('%s is on a phone or a tablet', (name) => {
  expect(isPhone(devices[name])).toBe(true);
});

it.each(['Chrome on Windows with touch', 'Safari on macOS'] as const)('%s is not', (name) => {
  expect(isPhone(devices[name])).toBe(false);
});

it('reads the page’s browser', () => {
  vi.stubGlobal('navigator', devices['Safari on iOS']);
  expect(isPhone()).toBe(true);
  vi.stubGlobal('navigator', devices['Safari on macOS']);
  expect(isPhone()).toBe(false);
});

it('is false without a browser', () => {
  vi.stubGlobal('navigator', undefined);
  expect(isPhone()).toBe(false);
});
