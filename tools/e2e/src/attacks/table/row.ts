import type { Group } from '../attack.ts';
import type { Claim } from './claim.ts';
import type { Became, Result } from './results.ts';

/** An engine's name. */
export type Engine = Claim['engine'];

/** The engines, as the table's columns. */
export const columns: readonly Engine[] = ['Chromium', 'Firefox', 'WebKitGTK'];

/** The parts of the table in their order, with their titles. */
export const groupTitles: Readonly<Record<Group, string>> = {
  files: 'Files of a release',
  assets: 'Styles, workers, wasm and JSON of a release',
  documents: 'Signed documents',
  routes: 'Routes through the page’s own server',
  page: 'The page itself',
  powers: 'Code of a remote, properly signed',
};

/** One attack, and its outcome in each engine. */
export interface Row {
  readonly group: Group;
  readonly attack: string;
  readonly ending: string;
  readonly cells: Readonly<Record<Engine, Became>>;
}

/** A row for each attack, by groups. Where an engine has no test of it, it was not run there. */
export function toRows(results: readonly Result[]): readonly Row[] {
  const groups = Object.keys(groupTitles);
  return [...new Set(results.map(({ id }) => id))]
    .map((id) => toRow(results.filter((result) => result.id === id) as [Result, ...Result[]]))
    .sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group));
}

function toRow(results: readonly [Result, ...Result[]]): Row {
  const { group, attack, ending } = results[0];
  const became = (engine: Engine) => results.find((one) => one.engine === engine)?.became ?? 'not run';
  const cells = Object.fromEntries(columns.map((engine) => [engine, became(engine)])) as Row['cells'];
  return { group, attack, ending, cells };
}
