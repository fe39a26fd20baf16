import type { Options, Verb } from '../verb.ts';
import { toLine } from './forms.ts';
import { commonOptions } from './parse-asked.ts';

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
    'A guide from the first key to the last rollback: docs/guides/deploy-a-remote.md',
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
