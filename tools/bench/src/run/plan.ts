import { type Family, families } from '../visit/subject.ts';
import type { Actions } from '../visit/watch.ts';
import type { Options } from './options.ts';

/** What somebody does who comes to one page with a browser that has been nowhere: one visit after another. */
export interface Stay {
  readonly subject: string;
  readonly round: number;
  readonly visits: readonly { readonly scenario: string; readonly actions: Actions }[];
}

/** Stays that are compared with one another. */
type Part = readonly Omit<Stay, 'round'>[];

const toPart = (subjects: readonly string[], visits: Stay['visits']): Part =>
  subjects.map((subject) => ({ subject, visits }));

const cold = { scenario: 'cold', actions: { opens: true } };
const returning = { scenario: 'returning', actions: { opens: true } };

const shells = ['shell', 'shell-own-origins', 'shell-unenforced', 'shell-bare'];

const whole: readonly Part[] = [
  [
    ...toPart(['floor', 'single', ...shells], [cold, returning]),
    // With three families it is the shell itself.
    ...toPart(['shell-1', 'shell-2', 'shell-6', 'shell-12', 'shell-24'], [cold]),
  ],
  ...families.map((family) =>
    toPart(['floor', 'single', 'shell'], [toConnecting(`connect-${family}`, { picks: family })]),
  ),
  // A page without a library has nothing to be ready with by then.
  ...families.map((family) =>
    toPart(['single', 'shell'], [toConnecting(`choose-${family}`, { chooses: family })]),
  ),
];
const quick = [toPart(['floor', ...shells], [cold, returning])];

function toConnecting(scenario: string, actions: { picks: Family } | { chooses: Family }) {
  return { scenario, actions: { opens: true, ...actions } };
}

/**
 * All stays of a run, in their order: the pages of one scenario are visited one after another, so that what the machine
 * does meanwhile meets all of them; in each round another page is the first.
 */
export function toPlan({ rounds, isQuick }: Options): readonly Stay[] {
  const parts = isQuick ? quick : whole;
  return Array.from({ length: rounds }, (_, at) => at + 1).flatMap((round) =>
    parts.flatMap((part) => rotate(part, round - 1).map((stay) => ({ ...stay, round }))),
  );
}

function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
