import { parseReports } from '../../table/report.ts';
import { type Cell, type CellMeta, isBarred } from '../cell.ts';

/** An engine's name. */
export type Engine = CellMeta['engine'];

/** The engines in the order in which a cell names them. */
export const engineNames: readonly Engine[] = ['Chromium', 'Firefox', 'WebKitGTK'];

/** A cell of the matrix, with the engines in which it has held, and what the card says then. */
export interface Row extends Pick<Cell, 'group' | 'fault' | 'at'> {
  readonly held: readonly Engine[];
  /** As Chromium shows it, where it was run; empty where nothing is said. */
  readonly words: string;
  /** Why it was not tried in the other engines; empty where it could be. */
  readonly because: string;
}

/** A cell as a run has found it. */
export interface Found extends Row {
  /** The engines of the run in which it could be tried, and was not: the run was of other cells. */
  readonly left: readonly Engine[];
}

/** What a run of the faults has found. */
export interface Results {
  readonly rows: readonly Found[];
  /** Those in which anything was run. */
  readonly engines: readonly Engine[];
  /** What has failed, in a line each. */
  readonly failed: readonly string[];
}

/** Reads Vitest's JSON reports of the faults. Throws a sentence if one is not a report, or if two tests are for one cell. */
export function parseResults(...reports: readonly unknown[]): Results {
  const { isSound, tests } = parseReports<{ readonly cell?: CellMeta }>(reports);
  const cells = tests.flatMap(({ meta: { cell }, outcome }) => (cell ? [{ cell, outcome }] : []));
  assertOnce(cells.map(({ cell }) => `${toName(cell)} in ${cell.engine}`));
  const failed = cells.filter(({ outcome }) => outcome === 'failed');
  const run = cells.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
  return {
    rows: [...new Set(cells.map(({ cell }) => toName(cell)))].map((name) =>
      toRow(cells.filter(({ cell }) => toName(cell) === name)),
    ),
    engines: engineNames.filter((engine) => run.some(({ cell }) => cell.engine === engine)),
    failed: [
      ...failed.map(({ cell }) => `${toName(cell)} does not hold in ${cell.engine}.`),
      ...(isSound || failed.length > 0 ? [] : ['A test of the run has failed.']),
    ],
  };
}

/** How sentences name a cell. */
export function toName({ group, fault, at }: Pick<Cell, 'group' | 'fault' | 'at'>): string {
  return `“${fault}” (${group}, ${at})`;
}

type Tried = { readonly cell: CellMeta; readonly outcome: string };

function toRow(found: readonly Tried[]): Found {
  const [first] = found;
  if (first === undefined) throw new Error('A cell without a test is none.');
  const { group, fault, at, only } = first.cell;
  const held = found.filter(({ outcome }) => outcome === 'passed').map(({ cell }) => cell);
  const left = found.filter(({ outcome, cell }) => outcome === 'left out' && !isBarred(cell));
  const words = engineNames.flatMap((engine) => held.find((cell) => cell.engine === engine)?.words ?? []);
  return {
    ...{ group, fault, at },
    held: engineNames.filter((engine) => held.some((cell) => cell.engine === engine)),
    left: left.map(({ cell }) => cell.engine),
    words: toLine(words[0] ?? ''),
    because: toLine(only?.because ?? ''),
  };
}

/** As it stands in a table. */
function toLine(text: string): string {
  return text.replaceAll('|', '/').replaceAll(/\s+/g, ' ').trim();
}

/** Else what one of two has shown would stand for both. */
function assertOnce(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two tests are for ${twice}: each cell is tried once.`);
}
