import { nameMeasure } from '../measures.ts';
import type { Connect } from './compare-connects.ts';
import { toCell, toNumbers } from './tables.ts';
import { toTable } from './to-table.ts';

/**
 * How wallets are connected, in words and tables; why a press at once is told apart from that of a person. Nothing where
 * none was connected.
 */
export function toConnectText(connects: readonly Connect[]): readonly string[] {
  if (connects.every(({ time, whole }) => time.cells.length + whole.cells.length === 0)) return [];
  return [
    '## Connecting',
    'A person opens the list, waits until the page rests, moves the pointer onto a wallet and presses 300 ms later. The wallet approves at once; the time is from there to connected. In brackets: the ratio to the one ordinary build. The JS of the remote is all that is fetched to connect.',
    toTable(
      ['family', 'one build', 'the shell', 'JS of the remote'].map(toColumn),
      connects.map(({ family, time, size }) => [
        family,
        ...[toCell(time, 'single'), toCell(time, 'shell'), toCell(size, 'shell')],
      ]),
    ),
    'When JS arrives in such a visit, beside what is in the page itself:',
    toTable(toStageColumns(connects), connects.flatMap(toStageLines)),
    'If a visitor presses as soon as the list appears, and the wallet answers within 1 ms, a library can only arrive after the approval; the one ordinary build has loaded the libraries of all families before it lists the first wallet. So for such a press the whole time from the navigation to connected is compared. It is not a goal.',
    toTable(
      ['family', 'one build', 'the shell'].map(toColumn),
      connects.map(({ family, whole }) => [family, toCell(whole, 'single'), toCell(whole, 'shell')]),
    ),
  ];
}

function toColumn(head: string, at: number) {
  return at === 0 ? { head } : toNumbers(head);
}

function toStageColumns([first]: readonly Connect[]) {
  return ['family', 'page', ...(first?.stages ?? []).map(({ measure }) => nameMeasure(measure))].map(
    (head, at) => (at < 2 ? { head } : toNumbers(head)),
  );
}

function toStageLines({ family, stages }: Connect): readonly (readonly string[])[] {
  const subjects = [
    ['single', 'one build'],
    ['shell', 'the shell'],
  ] as const;
  return subjects.map(([subject, page]) => [
    family,
    page,
    ...stages.map(({ measure, cells }) =>
      toCell({ measure, cells: cells.map(({ toBase, ...cell }) => cell) }, subject),
    ),
  ]);
}
