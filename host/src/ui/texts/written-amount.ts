import { locale as pageLanguage } from './en.ts';

/** What a person wrote in whole coins: in smallest units, or why it is none. */
export type WrittenAmount =
  | { readonly units: string; readonly wrong?: undefined }
  | { readonly wrong: 'no-amount' | 'too-many-decimals' };

/**
 * Reads what a person wrote in whole coins, such as `1,234.5`, by the marks of `language`, as BCP 47 names it; what is no
 * number in that, by the marks of the page, in which it shows amounts. Where the decimal mark is a comma, `1,5` and `1.5`
 * are the same, and `1,234` is one and a bit. Where it is a point, `1,5` is none, and `1,234` is more than a thousand.
 */
export function readAmount(written: string, decimals: number, language: string): WrittenAmount {
  const text = unify(written.trim());
  const [whole, fraction = ''] = readNumber(text, language) ?? readNumber(text, pageLanguage) ?? [];
  if (whole === undefined) return { wrong: 'no-amount' };
  if (fraction.length > decimals) return { wrong: 'too-many-decimals' };
  const units = `${whole}${fraction.padEnd(decimals, '0')}`.replace(/^0+/, '');
  return units === '' ? { wrong: 'no-amount' } : { units };
}

/** An amount in whole coins, such as `1234.5`, as `readAmount` reads it in this language: `1234,5`. */
export function writeAmount(exact: string, language: string): string {
  return exact.replace('.', toMarks(language).decimal);
}

/** The digits before and after the decimal mark; undefined if it is no number of this language. */
function readNumber(text: string, language: string): readonly [whole: string, fraction?: string] | undefined {
  const { decimal, group, inGroups } = toMarks(language);
  const [grouped = '', fraction, ...more] = text.split(decimal);
  const whole = group === '' ? grouped : grouped.replaceAll(group, '');
  if (more.length > 0 || !/^\d{1,40}$/.test(whole) || !/^\d+$/.test(fraction ?? '0')) return undefined;
  // A group mark counts only where this language puts it.
  if (grouped !== whole && grouped !== inGroups(whole)) return undefined;
  return fraction === undefined ? [whole] : [whole, fraction];
}

/** How a language writes numbers. */
interface Marks {
  readonly decimal: string;
  /** Empty where there is none. */
  readonly group: string;
  /** Digits as they are written in groups. */
  inGroups(digits: string): string;
}

function toMarks(language: string): Marks {
  const form = openForm(language);
  const parts = form.formatToParts(1_234_567.5);
  const find = (wanted: string) => unify(parts.find(({ type }) => type === wanted)?.value ?? '');
  return {
    decimal: find('decimal') || '.',
    group: find('group'),
    inGroups: (digits) => unify(form.format(BigInt(digits))),
  };
}

/** A browser can name a language that its own `Intl` refuses. */
function openForm(language: string): Intl.NumberFormat {
  const options = { numberingSystem: 'latn', useGrouping: 'always' } as const;
  try {
    return new Intl.NumberFormat(language, options);
  } catch {
    return new Intl.NumberFormat(pageLanguage, options);
  }
}

/** One space and one apostrophe for all that languages write between groups, and that keyboards do not have. */
function unify(text: string): string {
  return text.replace(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('’', "'");
}
