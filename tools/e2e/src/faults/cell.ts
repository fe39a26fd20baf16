import type { EngineKind } from '../engines/engine.ts';
import type { Family } from '../page/families.ts';
import { choose, part } from '../place/part.ts';

/** A cell of the matrix of docs/evidence/faults.md: one fault at one place. */
export interface Cell {
  readonly group: 'remote' | 'wallet' | 'page';
  /** The row, as people read it: `sends nothing`, `closes its window`. */
  readonly fault: string;
  /** The column: a stage of loading for `remote`, a family's id for `wallet`, and for `page` where it strikes. */
  readonly at: string;
  /** Whose card tells of it; else the family that `at` names. A fault of the whole page has none. */
  readonly family?: Family['id'];
  /** The engines in which it can be tried, where that is not all; `because` is read in the matrix. */
  readonly only?: { readonly engines: readonly EngineKind['name'][]; readonly because: string };
}

/** What a test tells of its cell; `words` are added when it has seen them. */
export interface CellMeta extends Cell {
  readonly engine: EngineKind['name'];
  words?: string;
}

/** Whether a cell cannot be tried in its engine. */
export function isBarred({ only, engine }: CellMeta): boolean {
  return only !== undefined && !only.engines.includes(engine);
}

/** The cells of a file that this part of the tests has: in a quick run, one cell of each fault. */
export function chooseCells<Own extends Cell>(cells: readonly Own[], of = part): readonly Own[] {
  const faults = [...new Set(cells.map(toName))];
  return faults.flatMap((fault, turn) => {
    const own = cells.filter((cell) => toName(cell) === fault);
    return choose(own, turn, of);
  });
}

function toName({ group, fault }: Cell): string {
  return `${group}: ${fault}`;
}

declare module 'vitest' {
  interface TaskMeta {
    /** The cell that the test is for. */
    cell?: CellMeta;
  }
}
