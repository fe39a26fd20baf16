import { locale } from './en.ts';

const form = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });

/** A time in ISO 8601 as people read it, in their own time zone; any other text as it is. */
export function formatInstant(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : form.format(at);
}
