import { toLine } from '../output.ts';
import type { Options, Verb } from '../verb.ts';

/** Options that every verb has. */
export const commonOptions: Options = {
  json: { text: 'answer in JSON, for programs; “npm run --silent” keeps npm’s own lines away' },
  help: { text: 'this text' },
};

/** The form that matches the first word after the verb, else the first form. */
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

/** What `release --help` says. */
export function toHelp(verbs: readonly Verb[]): string {
  return [
    'Releases of a remote: build, sign, publish, share, take back.',
    '',
    `  ${toLine('VERB …')}`,
    '',
    ...columns(verbs.map(({ name, summary }) => [name, summary])),
    '',
    'Each verb has its own --help. The command ends with 0 when done, 1 when refused, 2 when called wrongly, 3 when it cannot tell.',
    'A guide from the first key to the last rollback: docs/release.md',
  ].join('\n');
}

/** What `release VERB --help` says. */
export function toVerbHelp({ summary, forms, options }: Verb): string {
  return [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    '',
    ...forms.map((form) => `  ${toLine(form)}`),
    '',
    ...columns(toRows({ ...options, ...commonOptions })),
  ].join('\n');
}

function toRows(options: Options): [string, string][] {
  return Object.entries(options).map(([name, { value, isMany, text }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    isMany ? `${text}; may be repeated` : text,
  ]);
}

/** Rows of two columns, indented. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
