/** A day in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1000;

/** An instant as documents write it, some days from a time in milliseconds since 1970. */
export function toInstant(now: number, days = 0): string {
  return new Date(now + days * dayMs).toISOString().replace(/\.\d+/, '');
}
