import type { Unit } from './measures.ts';

/** What a number is a number of. */
export type Kind = Unit | 'ratio';

const digitsOf: Readonly<Record<Kind, number>> = { ms: 0, bytes: 1, count: 0, ratio: 2 };

/** A number for people: whole milliseconds, kB of 1,000 bytes with one decimal, ratios with two. */
export function toText(value: number, kind: Kind, moreDigits = 0): string {
  if (!Number.isFinite(value)) return '∞';
  const digits = digitsOf[kind] + moreDigits;
  const least = kind === 'count' ? 0 : digits;
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: least, maximumFractionDigits: digits });
  return withUnit(format.format(kind === 'bytes' ? value / 1000 : value), kind);
}

/** With as many more digits as a figure needs to be seen above its limit. */
export function toTextBeside(value: number, limit: number, kind: Kind): string {
  const beside = [0, 1, 2, 3].find((more) => toText(value, kind, more) !== toText(limit, kind, more));
  return toText(value, kind, value > limit ? beside : 0);
}

function withUnit(number: string, kind: Kind): string {
  if (kind === 'ms') return `${number} ms`;
  return kind === 'bytes' ? `${number} kB` : number;
}
