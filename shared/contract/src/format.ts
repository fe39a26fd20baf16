import { isolate } from './clean-text.ts';

/** A text with named places, such as `{wallet} did not answer`. */
export type Template = string;

/** The names of a text's places: `wallet` of `Open {wallet}`. */
export type PlaceOf<Text extends Template> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceOf<Rest>
  : never;

/** A value for each place of a text. Of a text that only the running page knows, any values. */
export type ValuesOf<Text extends Template> = Readonly<
  Record<string extends Text ? string : PlaceOf<Text>, string>
>;

/**
 * The text with each `{name}` replaced. A value that a literal text needs and does not get does not compile; one that is
 * missing all the same, or is empty, reads `…`. No value turns the words around it.
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
