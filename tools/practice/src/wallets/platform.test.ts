import { expect, it } from 'vitest';
import { toUuid } from './platform.ts';

it('writes sixteen bytes as a UUID of version 4', () => {
  expect(toUuid(new Uint8Array(16))).toBe('00000000-0000-4000-8000-000000000000');
  expect(toUuid(new Uint8Array(16).fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});
