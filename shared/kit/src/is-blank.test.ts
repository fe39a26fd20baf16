import { expect, it } from 'vitest';
import { isBlank } from './is-blank.ts';

it.each([[['']], [[null]], [['', null]]])(
  '%j is what a wallet shows that was never unlocked',
  (addresses) => {
    expect(isBlank(addresses)).toBe(true);
  },
);

it.each([[[]], [['0x1']], [['', '0x1']], [[undefined]], [undefined]])('%j is not', (addresses) => {
  expect(isBlank(addresses)).toBe(false);
});
