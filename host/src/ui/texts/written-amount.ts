import { locale } from './en.ts';

/** A written amount in smallest units, or its mistake. `readings` are its meanings, as `writeAmount` writes them. */
export type WrittenAmount =
  | { readonly units: string; readonly wrong?: undefined }
  | { readonly wrong: 'no-amount' | 'too-many-decimals' }
  | { readonly wrong: 'ambiguous'; readonly readings: readonly [string, string] };

const mostCharacters = 100;
const mostWholeDigits = 40;

/**
 * Reads whole coins, such as `1,234.5`, in the page’s language and in the browser’s `languages`. All that can read it
 * must agree: `1.234` is ambiguous beside German; `1,5` is one and a half, since only German reads it.
 */
export function readAmount(
  written: string,
  decimals: number,
  languages: readonly string[] = [],
): WrittenAmount {
  const text = written.length > mostCharacters ? '' : toPlain(written).trim();
  const styles = new Set([locale, ...languages].flatMap(toStyles));
  const [first, second] = new Set([...styles].flatMap((style) => readNumber(text, style) ?? []));
  if (first === undefined) return { wrong: 'no-amount' };
  if (second !== undefined)
    return { wrong: 'ambiguous', readings: [writeAmount(first), writeAmount(second)] };
  const [whole = '', fraction = ''] = first.split('.');
  if (fraction.length > decimals) return { wrong: 'too-many-decimals' };
  const units = `${whole}${fraction.padEnd(decimals, '0')}`.replace(/^0+/, '');
  return units === '' ? { wrong: 'no-amount' } : { units };
}

/** An exact amount that every language reads alike: `9.9880`, since a point before three digits can be a group mark. */
export function writeAmount(exact: string): string {
  return /\.\d{3}$/.test(exact) ? `${exact}0` : exact;
}

/** One way in which a language writes numbers. */
interface Style {
  readonly decimal: string;
  /** Undefined if it has none. */
  readonly group: string | undefined;
  readonly form: Intl.NumberFormat;
}

/** The number without zeros that do not count, such as `1234.5`; undefined if this style does not write numbers so. */
function readNumber(text: string, { decimal, group, form }: Style): string | undefined {
  const own = text.replaceAll('٫', decimal).replaceAll('٬', group ?? '٬');
  const [grouped = '', fraction = '', ...more] = own.split(decimal);
  const whole = group === undefined ? grouped : grouped.replaceAll(group, '');
  if (more.length > 0 || !/^\d+$/.test(whole + fraction) || whole.length > mostWholeDigits) return undefined;
  // A group mark counts only where this style puts it.
  if (grouped !== whole && grouped !== inGroups(whole, form)) return undefined;
  const counted = fraction.replace(/0+$/, '');
  return `${BigInt(whole)}${counted && `.${counted}`}`;
}

function inGroups(digits: string, form: Intl.NumberFormat): string {
  const parts = form
    .formatToParts(BigInt(digits))
    .filter(({ type }) => type === 'integer' || type === 'group');
  return toPlain(parts.map(({ value }) => value).join(''));
}

const known = new Map<string, readonly Style[]>();

/** A language’s forms of numbers and of money, which differ in Austria; none if `Intl` does not know it. */
function toStyles(language: string): readonly Style[] {
  const styles = known.get(language) ?? openStyles(language);
  known.set(language, styles);
  return styles;
}

function openStyles(language: string): readonly Style[] {
  // Browsers name languages that `Intl` refuses, such as `C`.
  try {
    if (Intl.NumberFormat.supportedLocalesOf(language).length === 0) return [];
  } catch {
    return [];
  }
  return [{}, { style: 'currency', currency: 'EUR' } as const].map((kind) => {
    const options = { numberingSystem: 'latn', useGrouping: 'always', ...kind } as const;
    const form = new Intl.NumberFormat(language, options);
    const parts = form.formatToParts(1_234_567.5);
    const find = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
    const group = find('group');
    return { decimal: toPlain(find('decimal') ?? '.'), group: group && toPlain(group), form };
  });
}

/**
 * The text with Latin digits, plain spaces and apostrophes, without invisible characters. Digits of two scripts and
 * marks that reverse the order stay: the text is no number then.
 */
function toPlain(text: string): string {
  const seen = text
    .replace(/[\u00ad\u200b-\u200e\u202a\u202c\u202d\u2060\u2066\u2068\u2069\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[’‘＇]/g, "'")
    .replaceAll('．', '.')
    .replaceAll('，', ',');
  const zeros = new Set(seen.match(/\p{Nd}/gu)?.map(toZero));
  return zeros.size > 1 ? seen : seen.replace(/\p{Nd}/gu, (digit) => String(pointOf(digit) - toZero(digit)));
}

/** The code point of the zero of a digit's script. Scripts have ten digits in a row: Unicode Standard, 4.6. */
function toZero(digit: string): number {
  const point = pointOf(digit);
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return point - ((point - first) % 10);
}

function pointOf(digit: string): number {
  return digit.codePointAt(0) ?? 0;
}
