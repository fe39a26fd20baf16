import { describe, expect, it } from 'vitest';
import { toDistance, toShortTime } from './time.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('a short time', () => {
  it.each([
    ['2026-11-20T12:00:00Z', '20 Nov 12:00'],
    ['2026-11-27T12:00:00Z', '27 Nov 12:00'],
    ['2026-12-24T23:59:00Z', '24 Dec'],
    ['2026-02-01T00:00:00Z', '1 Feb'],
    ['2027-11-20T12:00:00Z', '20 Nov 2027'],
    ['2025-11-20T12:00:00Z', '20 Nov 2025'],
  ])('tells %s as %s', (instant, text) => {
    expect(toShortTime(instant, now)).toBe(text);
  });
});

describe('a distance', () => {
  it.each([
    ['2026-11-20T12:01:00Z', 'in 1 minute'],
    ['2026-11-20T13:00:00Z', 'in 60 minutes'],
    ['2026-11-22T11:00:00Z', 'in 47 hours'],
    ['2026-11-23T12:00:00Z', 'in 3 days'],
    ['2026-11-20T07:00:00Z', '5 hours ago'],
    ['2026-10-20T12:00:00Z', '31 days ago'],
  ])('tells %s as %s', (instant, text) => {
    expect(toDistance(instant, now)).toBe(text);
  });
});
