import { describe, expect, it } from 'vitest';
import { type Cell, chooseCells } from './cell.ts';

const cells: readonly Cell[] = ['hangs', 'throws', 'lies'].flatMap((fault) =>
  ['evm', 'solana', 'near'].map((at) => ({ group: 'wallet' as const, fault, at })),
);
const alone: Cell = { group: 'page', fault: 'hangs', at: 'page' };
const named = (chosen: readonly Cell[]) => chosen.map(({ fault, at }) => `${fault} ${at}`);

describe('the cells that a run tries', () => {
  it('are one of each fault in a quick run, with the families in turn', () => {
    const one = chooseCells([...cells, alone], 'quick');
    expect(named(one)).toEqual(['hangs evm', 'throws solana', 'lies near', 'hangs page']);
  });

  it('are all in two runs together, and none twice', () => {
    const both = [...chooseCells(cells, 'quick'), ...chooseCells(cells, 'rest')];
    expect(named(both).sort()).toEqual(named(cells).sort());
  });

  it('are all where a run is not of a part', () => {
    expect(chooseCells(cells, '')).toEqual(cells);
  });
});
