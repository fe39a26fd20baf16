import { type Family, families } from '../visit/subject.ts';
import type { Deeds } from '../visit/watch.ts';
import type { Options } from './options.ts';

/** What somebody does who comes to one page with a browser that has been nowhere: one visit after another. */
export interface Stay {
  readonly subject: string;
  readonly round: number;
  readonly visits: readonly { readonly scenario: string; readonly deeds: Deeds }[];
}

interface Part {
  readonly subjects: readonly string[];
  readonly visits: Stay['visits'];
}

const opening: Part = {
  subjects: ['floor', 'single', 'shell', 'shell-own-origins'],
  visits: [
    { scenario: 'cold', deeds: { opens: true } },
    { scenario: 'returning', deeds: { opens: true } },
  ],
};

const toConnecting = (family: Family): Part => ({
  subjects: ['floor', 'single', 'shell'],
  visits: [{ scenario: `connect-${family}`, deeds: { opens: true, picks: family } }],
});

const whole = [opening, ...families.map(toConnecting)];
const quick = [{ ...opening, subjects: ['floor', 'shell', 'shell-own-origins'] }];

/**
 * All stays of a run, in their order: the pages of one scenario are visited one after another, so that what the machine
 * does meanwhile meets all of them; in each round another page is the first.
 */
export function toPlan({ rounds, isQuick }: Options): readonly Stay[] {
  const parts = isQuick ? quick : whole;
  return Array.from({ length: rounds }, (_, at) => at + 1).flatMap((round) =>
    parts.flatMap(({ subjects, visits }) =>
      rotate(subjects, round - 1).map((subject) => ({ subject, round, visits })),
    ),
  );
}

function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
