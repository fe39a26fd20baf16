import type { PracticeNetwork } from '@linkspan/practice/networks';

/** An amount of the smallest unit for a person, to four decimal places, such as `1.5 SOL`. */
export function toAmount(amount: bigint, { decimals, symbol }: PracticeNetwork): string {
  const rounded = Number(amount) / 10 ** decimals;
  return `${rounded.toLocaleString('en', { maximumFractionDigits: 4 })} ${symbol}`;
}
