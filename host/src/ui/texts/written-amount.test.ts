import { describe, expect, it } from 'vitest';
import { toExactAmount } from './amount.ts';
import { readAmount, writeAmount } from './written-amount.ts';

/** In thousandths, at three decimals. */
const read = (written: string, language: string) => readAmount(written, 3, language);

describe('a written amount', () => {
  it.each([
    ['0.5', 18, '500000000000000000'],
    ['1', 9, '1000000000'],
    [' 007.10 ', 2, '710'],
    ['0.000000001', 9, '1'],
    ['7', 0, '7'],
  ])('%j becomes smallest units', (written, decimals, units) => {
    expect(readAmount(written, decimals, 'en')).toEqual({ units });
  });

  it.each([
    '',
    ' ',
    '0',
    '0.00',
    '-1',
    '1e3',
    '1,5',
    '1.',
    '.5',
    '0x10',
    '1 000',
    '٣',
    '1..5',
    '1'.repeat(41),
  ])('%j is none in English', (written) => {
    expect(readAmount(written, 9, 'en')).toEqual({ wrong: 'no-amount' });
  });

  it('is not cut where it has more decimals than the coin', () => {
    expect(readAmount('0.0000000001', 9, 'en')).toEqual({ wrong: 'too-many-decimals' });
    expect(readAmount('0.5', 0, 'en')).toEqual({ wrong: 'too-many-decimals' });
  });

  it.each([
    ['de', '1,5', '1500'],
    ['de', '1.5', '1500'],
    ['de', '1,234', '1234'],
    ['de', '0,123', '123'],
    ['de', '0.123', '123'],
    ['de', '1.234', '1234000'],
    ['de', '1.234,5', '1234500'],
    ['de', '1,234.5', '1234500'],
    ['de', '1,234,567', '1234567000'],
    ['de', '1.234.567', '1234567000'],
    ['de-AT', '1,5', '1500'],
    ['fr', '1,5', '1500'],
    ['fr', '1.5', '1500'],
    ['fr', '1.234', '1234'],
    ['fr', '1 234,5', '1234500'],
    ['fr', '1\u202f234,5', '1234500'],
    ['fr', '1\u00a0234,5', '1234500'],
    ['es', '1.234', '1234000'],
    ['pt-BR', '12.345,67', '12345670'],
    ['ru', '12 345,67', '12345670'],
    ['en', '1.5', '1500'],
    ['en', '1.234', '1234'],
    ['en', '1,234', '1234000'],
    ['en', '1,234.5', '1234500'],
    ['en-GB', '1,234', '1234000'],
    ['en-IN', '1,00,000', '100000000'],
    ['en-IN', '1,234', '1234000'],
    ['de-CH', '1’234.5', '1234500'],
    ['de-CH', "1'234.5", '1234500'],
    ['ja', '1,234.5', '1234500'],
    ['not a language', '1,234.5', '1234500'],
  ])('in %s %j is %s thousandths', (language, written, units) => {
    expect(read(written, language)).toEqual({ units });
  });

  it.each([
    ['en', '0,123'],
    ['en', '1.234,5'],
    ['en', '12,34'],
    ['en', '1,2345'],
    ['en', '1,234,5'],
    ['en', '1.234.567'],
    ['de', '1,5,5'],
    ['de', '1.23.456'],
    ['de', '1,'],
    ['de', ',5'],
    ['fr', '1 23,5'],
    ['en-IN', '1,0,0'],
  ])('in %s %j is none, since a mark stands where none belongs', (language, written) => {
    expect(read(written, language)).toEqual({ wrong: 'no-amount' });
  });

  it.each(['en', 'de', 'fr', 'es', 'de-CH', 'en-IN', 'ar-EG', 'fa', 'hi', 'not a language'])(
    'is read as it was written by the page itself, in %s',
    (language) => {
      for (const units of ['1', '1234', '1500', '1234567', '1234000', '9998420']) {
        expect(read(writeAmount(toExactAmount(units, 3), language), language)).toEqual({ units });
      }
    },
  );
});
