import type { Network } from '@linkspan/contract';
import { locale, numberMarks } from './en.ts';
import { t } from './t.ts';

const fractionDigits = 6;

/** Opened at its first use: that takes a slow processor some 20 ms. */
let times: Intl.DateTimeFormat | undefined;

/** Smallest units in whole coins, such as `9,998.42`: cut to so many significant digits of fraction, never rounded up. */
export function formatAmount(amount: string, decimals: number, digits = fractionDigits): string {
  return format(toParts(amount, decimals), digits);
}

/** A balance, such as `9,998.42`: cut to six significant digits, or to all whole coins. */
export function formatBalance(amount: string, decimals: number): string {
  const parts = toParts(amount, decimals);
  const [whole] = parts;
  return format(parts, whole === '0' ? fractionDigits : Math.max(fractionDigits - whole.length, 0));
}

function format([whole, fraction]: readonly [whole: string, fraction: string], digits: number): string {
  const leading = whole === '0' ? fraction.length - withoutLeading(fraction).length : 0;
  const shown = withoutTrailing(fraction.slice(0, leading + digits));
  const figures = toGroups(whole);
  return shown === '' ? figures : `${figures}${numberMarks.decimal}${shown}`;
}

/** Digits in groups of three. */
function toGroups(digits: string): string {
  if (digits.length <= 3) return digits;
  return `${toGroups(digits.slice(0, -3))}${numberMarks.group}${digits.slice(-3)}`;
}

/** An amount of smallest units in whole coins, to the last digit: `9998.419999999999958`. */
export function toExactAmount(amount: string, decimals: number): string {
  const [whole, fraction] = toParts(amount, decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function toParts(amount: string, decimals: number): [whole: string, fraction: string] {
  const digits = amount.padStart(decimals + 1, '0');
  const wholeDigits = digits.length - decimals;
  const whole = withoutLeading(digits.slice(0, wholeDigits)) || '0';
  return [whole, withoutTrailing(digits.slice(wholeDigits))];
}

// No patterns: remotes can replace those, and people compare amounts.

/** Digits without the zeros that they begin with. */
function withoutLeading(digits: string): string {
  return digits.startsWith('0') ? withoutLeading(digits.slice(1)) : digits;
}

/** Digits without the zeros that they end with. */
function withoutTrailing(digits: string): string {
  return digits.endsWith('0') ? withoutTrailing(digits.slice(0, -1)) : digits;
}

/** A time in ISO 8601 as people read it, in their own time zone; any other text as it is. */
export function formatInstant(text: string): string {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return text;
  times ??= new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  return times.format(at);
}

/** `Ethereum, Solana and NEAR`. */
export function toList(words: Iterable<string>): string {
  // The British one: without a comma before `and`.
  return new Intl.ListFormat('en-GB').format(words);
}

/** Smallest units as people read them, with the symbol of the coin. */
export function sayUnits(
  units: bigint | string,
  { decimals, symbol }: Pick<Network, 'decimals' | 'symbol'>,
  digits?: number,
): string {
  return `${formatAmount(String(units), decimals, digits)} ${symbol}`;
}

/** The same to the last digit, where less than it is would be wrong. */
export function sayAllUnits(units: bigint | string, network: Network): string {
  return sayUnits(units, network, network.decimals);
}

/** A fee as people read it: to two digits, and never less than it is. */
export function sayFee(fee: bigint, network: Network): string {
  return sayUnits(roundFee(fee), network);
}

/** The same as a line of its own: `None`, `about 0.00042 ETH`, or what is paid out. */
export function sayAboutFee(fee: bigint, network: Network): string {
  if (fee < 0n) return t('forms.feeBack', { fee: sayFee(-roundFee(fee), network) });
  return fee === 0n ? t('forms.feeNone') : t('forms.feeAbout', { fee: sayFee(fee, network) });
}

/** The same beside an amount: `and a fee of up to about 0.00042 ETH`. */
export function sayFeeBeside(fee: bigint, network: Network): string {
  if (fee < 0n) return t('card.request.feeBack', { fee: sayFee(-roundFee(fee), network) });
  return fee === 0n ? t('card.request.feeNone') : t('card.request.feeAbout', { fee: sayFee(fee, network) });
}

/** A fee to two digits, and never less than it is: of one that is paid out, never more. */
export function roundFee(fee: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(fee).replace('-', '').length - 2));
  return ((fee + (fee > 0n ? unit - 1n : 0n)) / unit) * unit;
}
