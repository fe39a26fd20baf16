import { expect, it } from 'vitest';
import { formatInstant } from './instant.ts';

it('writes a time as people read it', () => {
  // Without an offset it is local time, wherever the test runs.
  expect(formatInstant('2026-12-01T10:00:00')).toMatch(/^December 1, 2026 at 10:00\sAM$/);
});

it('leaves alone what is no time', () => {
  expect(formatInstant('soon')).toBe('soon');
});
