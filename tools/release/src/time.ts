/** A day in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1000;

/** An instant as documents write it, some days from a time in milliseconds since 1970. */
export function toInstant(now: number, days = 0): string {
  return new Date(now + days * dayMs).toISOString().replace(/\.\d+/, '');
}

/** How far away an instant may be to be told with its time of day, and without its year. */
const nearMs = 7 * dayMs;
const sameYearMs = 300 * dayMs;

/** An ISO instant as short as it can be told, in UTC: `20 Nov 12:00`, `2 Dec` or `20 Nov 2027`. */
export function toShortTime(instant: string, now: number): string {
  const awayMs = Math.abs(Date.parse(instant) - now);
  const parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  if (awayMs <= nearMs) return `${toText(instant, parts)} ${instant.slice(11, 16)}`;
  return toText(instant, awayMs <= sameYearMs ? parts : { ...parts, year: 'numeric' });
}

/** How long until an ISO instant: `in 2 days`, `in 5 hours`. In the past: `3 days ago`. */
export function toDistance(instant: string, now: number): string {
  const ms = Date.parse(instant) - now;
  return ms >= 0 ? `in ${toSpan(ms)}` : `${toSpan(-ms)} ago`;
}

/** A span of milliseconds in the unit that fits: `90 minutes`, `5 hours`, `12 days`. */
function toSpan(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return count(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? count(hours, 'hour') : count(Math.round(hours / 24), 'day');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

function toText(instant: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(new Date(instant));
}

/**
 * The version of a document that follows another, or 0: no less than the minutes since 1970. Were the one before lost,
 * or an old one put back, readers would refuse one that merely counts on from there. `now` in milliseconds since 1970.
 */
export function toHostVersion(previous: number, now: number): number {
  return Math.max(previous + 1, Math.floor(now / 60_000));
}
