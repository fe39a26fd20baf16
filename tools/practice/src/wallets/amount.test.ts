import { expect, it } from 'vitest';
import { toAmount } from './amount.ts';

it.each([
  [0n, '0 ETH'],
  [1n, '0.000000000000000001 ETH'],
  [1_500_000_000_000_000_000n, '1.5 ETH'],
  [1_234_567n * 10n ** 18n, '1,234,567 ETH'],
])('writes %s as %s', (units, text) => {
  expect(toAmount(units, { decimals: 18, symbol: 'ETH' })).toBe(text);
});

it('writes a coin that has no smaller unit', () => {
  expect(toAmount(12n, { decimals: 0, symbol: 'X' })).toBe('12 X');
});
