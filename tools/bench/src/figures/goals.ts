import { type Family, families } from '../visit/subject.ts';
import type { Series } from './sample.ts';

interface Aim {
  /** For people: what is to be so. */
  readonly told: string;
  readonly measure: string;
  readonly series: Series;
  /** What the figure may be at most: a ratio, or an amount in the unit of the measure. */
  readonly limit: number;
}

/** A goal against another series of the same run. `isBound`: what the ratio does not exceed with 95 % is to keep to it. */
interface RatioGoal extends Aim {
  readonly kind: 'ratio';
  readonly against: Series;
  readonly isBound: boolean;
}

interface AmountGoal extends Aim {
  readonly kind: 'amount';
}

/** What a run is to show. */
export type Goal = RatioGoal | AmountGoal;

const cold = (subject: string) => ({ subject, scenario: 'cold' });
const returning = (subject: string) => ({ subject, scenario: 'returning' });
const connecting = (subject: string, family: Family) => ({ subject, scenario: `connect-${family}` });
const choosing = (subject: string, family: Family) => ({ subject, scenario: `choose-${family}` });

const toFloor = {
  kind: 'ratio',
  series: cold('shell'),
  against: cold('floor'),
  isBound: false,
} as const;
const toAmount = { kind: 'amount', series: cold('shell') } as const;
const toUnenforced = { kind: 'ratio', measure: 'listMs', limit: 1.05, isBound: true } as const;

const names: Readonly<Record<Family, string>> = { evm: 'EVM', solana: 'Solana', near: 'NEAR' };
const connectBytes: Readonly<Record<Family, number>> = { evm: 34_500, solana: 36_500, near: 29_000 };

/** What must be shown of a run, in the order of people's interest. */
export const goals: readonly Goal[] = [
  {
    ...toAmount,
    told: 'No external script before the button can be clicked',
    measure: 'scriptsToButton',
    limit: 0,
  },
  { ...toFloor, told: 'The button, against the page by hand', measure: 'buttonMs', limit: 0.6 },
  {
    ...toFloor,
    told: "The full list, where the remotes are under the page's origin",
    measure: 'listMs',
    limit: 0.95,
  },
  {
    ...toFloor,
    told: 'The full list, where each remote serves its own',
    measure: 'listMs',
    series: cold('shell-own-origins'),
    limit: 1.1,
  },
  {
    ...toFloor,
    told: 'The rows that a returning visitor saw last, drawn',
    measure: 'drawnMs',
    series: returning('shell'),
    against: returning('floor'),
    limit: 1.3,
  },
  {
    ...toFloor,
    told: 'The full list for a returning visitor',
    measure: 'listMs',
    series: returning('shell'),
    against: returning('floor'),
    limit: 1.5,
  },
  ...families.map(
    (family): Goal => ({
      ...toFloor,
      told: `${names[family]}: from navigation to the wallet that receives the request`,
      measure: 'askedMs',
      series: connecting('shell', family),
      against: connecting('floor', family),
      limit: 1,
    }),
  ),
  { ...toAmount, told: 'Everything before the list', measure: 'bytesToList', limit: 42_000 },
  {
    ...toAmount,
    told: 'All JS, with what is loaded when the page rests',
    measure: 'jsAfterIdle',
    limit: 90_000,
  },
  ...families.map(
    (family): Goal => ({
      kind: 'ratio',
      told: `${names[family]}: from approved to Connected, against the single build`,
      measure: 'approvedToConnectedMs',
      series: choosing('shell', family),
      against: choosing('single', family),
      limit: 1.3,
      isBound: false,
    }),
  ),
  ...families.map(
    (family): Goal => ({
      kind: 'amount',
      told: `${names[family]}: JS that is fetched to connect`,
      measure: 'jsForConnect',
      series: connecting('shell', family),
      limit: connectBytes[family],
    }),
  ),
  {
    kind: 'amount',
    told: 'What a returning visitor loads again after one changed line of a remote',
    measure: 'refetchedBytes',
    series: { subject: 'shell', scenario: 'updated' },
    limit: 11_500,
  },
  { ...toFloor, told: 'Blocking time until the list', measure: 'blockingMs', limit: 1.1 },
  { ...toAmount, told: 'Heap after the list', measure: 'heapBytes', limit: 2_200_000 },
  {
    ...toFloor,
    told: 'The button with 12 registered families, against 3',
    measure: 'buttonMs',
    series: cold('shell-12'),
    against: cold('shell'),
    limit: 1.05,
  },
  {
    ...toUnenforced,
    told: 'The list with enforcement on, against off: first visit (upper bound)',
    series: cold('shell'),
    against: cold('shell-unenforced'),
  },
  {
    ...toUnenforced,
    told: 'The list with enforcement on, against off: returning (upper bound)',
    series: returning('shell'),
    against: returning('shell-unenforced'),
  },
  {
    kind: 'amount',
    told: 'One remote built, signed and published',
    measure: 'buildSignPublishMs',
    series: { subject: 'shell', scenario: 'publish' },
    limit: 10_000,
  },
];
