import { describe, expect, it } from 'vitest';
import { locale, numberMarks } from './en.ts';
import { formatAmount, formatBalance, toExactAmount, toList } from './format.ts';

it.each([
  ['9998999950000000000000', 18, '9,998.99'],
  ['9998420000000000000001', 18, '9,998.42'],
  ['12345678900', 4, '1,234,567'],
  ['1234567', 18, '0.00000000000123456'],
  ['0', 18, '0'],
])('a balance of %s at %i decimals reads %s', (amount, decimals, shown) => {
  expect(formatBalance(amount, decimals)).toBe(shown);
});

it('figures have the marks that Intl gives them in the language of the texts', () => {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234.5);
  const find = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  expect(numberMarks).toEqual({ group: find('group'), decimal: find('decimal') });
});

describe('an amount', () => {
  it.each([
    ['9998420000000000000000', 18, '9,998.42'],
    ['9998419999999999999999', 18, '9,998.419999'],
    ['0', 18, '0'],
    ['1', 9, '0.000000001'],
    ['1234567890', 24, '0.00000000000000123456'],
    ['10000000000000000000000000000000000', 24, '10,000,000,000'],
    ['7', 0, '7'],
  ])('of %s at %i decimals reads %s', (amount, decimals, shown) => {
    expect(formatAmount(amount, decimals)).toBe(shown);
  });

  it('is never shown as more than it is', () => {
    expect(formatAmount('999999999', 9)).toBe('0.999999');
  });

  it('is whole to the last digit on demand', () => {
    expect(toExactAmount('9998419999999999999999', 18)).toBe('9998.419999999999999999');
  });
});

it('lists words without a comma before the last one', () => {
  expect(toList(['Ethereum'])).toBe('Ethereum');
  expect(toList(['Ethereum', 'Solana', 'NEAR'])).toBe('Ethereum, Solana and NEAR');
});
