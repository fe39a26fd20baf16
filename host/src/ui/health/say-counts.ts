import type { ByCode } from '../../diagnostics/health-log.ts';
import { locale } from '../texts/en.ts';
import { healthTexts as texts } from '../texts/en-health.ts';

/** Counts by their codes, the most frequent first: `3 well, 1 wallet/rejected`. */
export function sayCounts(counts: ByCode): string {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one);
  if (entries.length === 0) return texts.none;
  return entries
    .map(([code, count]) => `${sayCount(count)} ${code === 'none' ? texts.well : code}`)
    .join(', ');
}

function sayCount(count: number): string {
  return count.toLocaleString(locale);
}
