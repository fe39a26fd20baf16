import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it('leaves the middle of a long address out', () => {
  expect(shorten('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266');
});

it('keeps a name whole', () => {
  expect(shorten('harbour.near')).toBe('harbour.near');
});
