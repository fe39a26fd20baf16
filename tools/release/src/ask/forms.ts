import type { Verb } from '../verb.ts';

/** The line that a form of a verb is typed as. */
export function toLine(form: string): string {
  return `npm run release -- ${form}`;
}

/** The form that is meant by the words after the verb: the one that begins with the first of them, else the first. */
export function findForm({ name, forms }: Pick<Verb, 'name' | 'forms'>, words: readonly string[]): string {
  const meant = forms.find((form) => `${form} `.startsWith(`${name} ${words[0]} `));
  return meant ?? forms[0] ?? name;
}

/** How many words beside the options a verb takes at most. */
export function countMostWords({ forms }: Pick<Verb, 'forms'>): number {
  return Math.max(...forms.map(countWords));
}

function countWords(form: string): number {
  // An option that may be left out, then one with its value: what is left are the verb and its words.
  const words = form.replace(/\[--[^\]]*\]/g, '').replace(/--\S+( (?!--)\S+)?/g, '');
  return words.includes('…') ? Number.POSITIVE_INFINITY : words.trim().split(/\s+/).length - 1;
}
