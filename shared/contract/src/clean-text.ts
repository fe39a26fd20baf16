/** The longest slice to read, in UTF-16 code units for each shown character. */
const unitsPerCharacter = 8;
const mostMarks = 3;

/** Characters shown as a gap: the blanks of Unicode, line breaks, and letters without a shape. */
const blank = /(?!\uFEFF)[\s\p{Z}\x85\u115F\u1160\u2800\u3164\uFFA0\u{13441}\u{13442}\u{16FE4}\u{1D159}]/gu;

/**
 * Invisible characters, and those that change their neighbors: controls, formats such as bidirectional overrides and
 * joiners, default ignorable code points (UAX #44), lone surrogates, private use, unassigned, enclosing marks.
 */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Me}\uFFFC]/gu;

/** Marks without a letter, and those above the first three of a letter. */
const looseMarks = /(?<=^| )\p{M}+/gu;
const stackedMarks = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu');

/** A clean text, for which no browser needs the tables of Unicode. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/** Letters that are written from right to left (bidirectional classes R and AL, by their blocks). */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A text of somebody else as one line to show: in normalization form C, without invisible characters and those that change
 * the text around them, its blanks collapsed, at most `max` user-perceived characters (UAX #29). It may be empty. Cleaning
 * twice changes nothing.
 */
export function cleanText(text: string, max = 60): string {
  if (text.length <= max && plain.test(text)) return text;
  const units = max * unitsPerCharacter;
  const line = text
    .slice(0, units * 4)
    .normalize()
    .replace(blank, ' ')
    .replace(hidden, '');
  const clean = line
    .normalize()
    .replace(looseMarks, '')
    .replace(stackedMarks, '$1')
    .replace(/ +/g, ' ')
    .trim();
  return clean.length <= max ? clean : shorten(clean, max, units);
}

/** The same for a text of several lines. */
export function cleanLines(text: string, max: number): string {
  const lines = text.slice(0, max * unitsPerCharacter).split(/[\r\n]+/, 20);
  return lines
    .map((line) => cleanText(line, max))
    .filter(Boolean)
    .join('\n');
}

/** A text whose direction does not change its neighbors' (UAX #9, isolates). */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

let segmenter: Intl.Segmenter | undefined;

/** A character may be long: syllables of Hangul have no limit. */
function shorten(text: string, max: number, units: number): string {
  let [count, end, cut] = [0, 0, 0];
  segmenter ??= new Intl.Segmenter();
  for (const { index, segment } of segmenter.segment(text)) {
    count += 1;
    end = index + segment.length;
    if (count > max || end > units) return `${text.slice(0, cut).trim()}…`;
    if (count < max) cut = end;
  }
  return text;
}

/** A text with named places, such as `{wallet} did not answer`. */
export type Template = string;

/** The names of a text's places: `wallet` of `Open {wallet}`. */
export type PlaceOf<Text extends Template> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceOf<Rest>
  : never;

/** A value for each place of a literal text; any values for other texts. */
export type ValuesOf<Text extends Template> = Readonly<
  Record<string extends Text ? string : PlaceOf<Text>, string>
>;

/**
 * The text with each `{name}` replaced; a missing or empty value reads `…`. No value changes the direction of the words
 * around it.
 */
export function format<const Text extends Template>(template: Text, values: ValuesOf<Text>): string {
  return template.replace(place, (_, name: string) => isolate(given(values, name) ?? '…'));
}

/** The sentences of a text that have a value for each of their places. */
export function toKnownSentences(template: Template, values: Readonly<Record<string, string>>): Template {
  const isKnown = (sentence: string) =>
    [...sentence.matchAll(place)].every(([, name = '']) => given(values, name) !== undefined);
  return template
    .split(/(?<=[.!?]) /)
    .filter(isKnown)
    .join(' ');
}

const place = /\{(\w+)\}/g;

function given(values: Readonly<Record<string, string>>, name: string): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value?.trim() ? value : undefined;
}
