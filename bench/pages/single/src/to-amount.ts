import type { Network } from './networks.ts';

/** An amount of the smallest unit for a person, to four decimal places, such as `1.5 SOL`. */
export function toAmount(amount: bigint, { decimals, symbol }: Network): string {
  const rounded = Number(amount) / 10 ** decimals;
  return `${rounded.toLocaleString('en', { maximumFractionDigits: 4 })} ${symbol}`;
}
