import { locale } from './en.ts';
import { t } from './t.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago a time was, such as `2 min. ago`. Both in milliseconds since 1970. */
export function formatAgo(at: number, now: number): string {
  const passedMs = now - at;
  const [unit, unitMs] = units.find(([, length]) => passedMs >= length) ?? [];
  if (unit === undefined) return t('activity.justNow');
  const form = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  return form.format(-Math.floor(passedMs / unitMs), unit);
}
