import type { Comparison } from '../report/compare.ts';
import { nameSubject } from '../subjects.ts';
import { toText } from '../to-text.ts';

/** How long a page takes until its button can be clicked, or until its full list is there. */
export interface Bar {
  readonly kind: 'button' | 'list';
  readonly ms: number;
  /** In words, with how many times that of the page by hand it is. */
  readonly told: string;
}

/** A page's bars. */
export interface Page {
  readonly name: string;
  readonly bars: readonly Bar[];
}

const shown = ['floor', 'single', 'shell', 'shell-own-origins'];
const kinds = [
  { kind: 'button', measure: 'buttonMs' },
  { kind: 'list', measure: 'listMs' },
] as const;

/** The pages of which a bar was measured. Throws a sentence if there is none. */
export function barsOf(cold: readonly Comparison[]): readonly Page[] {
  const pages = shown.map((subject) => ({ name: nameSubject(subject), bars: toBars(cold, subject) }));
  const measured = pages.filter(({ bars }) => bars.length > 0);
  if (measured.length === 0) throw new Error('There is nothing to draw: no page has buttonMs or listMs.');
  return measured;
}

function toBars(cold: readonly Comparison[], subject: string): readonly Bar[] {
  return kinds.flatMap(({ kind, measure }) => {
    const row = cold.find((one) => one.measure === measure);
    const cell = row?.cells.find((one) => one.subject === subject);
    if (cell === undefined) return [];
    return [{ kind, ms: cell.median, told: tell(kind, cell.median, cell.toBase) }];
  });
}

function tell(kind: Bar['kind'], ms: number, toBase: number | undefined): string {
  const told = `${kind} ${toText(ms, 'ms')}`;
  return toBase === undefined ? told : `${told}, ${toText(toBase, 'ratio')} × by hand`;
}
