import { LinkspanError } from '@linkspan/contract';
import { locale } from './en.ts';

const fractionDigits = 6;

/**
 * An amount of smallest units in whole coins, such as `9,998.42`: cut, never rounded up, to six significant digits
 * of fraction.
 */
export function formatAmount(amount: string, decimals: number): string {
  const [whole, fraction] = toParts(amount, decimals);
  const leading = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const shown = fraction.slice(0, leading + fractionDigits).replace(/0+$/, '');
  const figures = shown === '' ? whole : `${whole}.${shown}`;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 100 }).format(figures as `${number}`);
}

/** An amount of smallest units in whole coins, to the last digit: `9998.419999999999958`. */
export function toExactAmount(amount: string, decimals: number): string {
  const [whole, fraction] = toParts(amount, decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** What a person wrote in whole coins, such as `0.5`, in smallest units. Throws `input/amount`. */
export function parseAmount(written: string, decimals: number): string {
  const [, whole, fraction = ''] = /^(\d{1,40})(?:\.(\d+))?$/.exec(written.trim()) ?? [];
  const digits = `${whole}${fraction.padEnd(decimals, '0')}`.replace(/^0+/, '');
  if (whole === undefined || fraction.length > decimals || digits === '')
    throw new LinkspanError('input/amount', { value: written });
  return digits;
}

function toParts(amount: string, decimals: number): [whole: string, fraction: string] {
  const digits = amount.padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const whole = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return [whole, digits.slice(point).replace(/0+$/, '')];
}
