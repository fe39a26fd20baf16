import type { FamilyId } from '@linkspan/contract';
import type { Random } from '@linkspan/trust/testing';

/** What can happen to a page, and how often it does beside the others. */
const weights = {
  /** A person presses a wallet in the dialog. */
  press: 8,
  cancel: 3,
  dismiss: 1,
  disconnect: 2,
  sign: 3,
  send: 2,
  switchNetwork: 2,
  switchAccount: 1,
  /** A wallet that was asked to connect. */
  approve: 9,
  reject: 3,
  breaks: 1,
  waits: 1,
  /** A connector that takes over. */
  adopts: 12,
  adoptsHalf: 3,
  adoptsWrongly: 1,
  adoptFails: 2,
  adoptSaysNothing: 1,
  /** A silent read at a reload. */
  restores: 8,
  restoresNothing: 2,
  restoreFails: 1,
  /** A wallet that was asked for a signature, a send or a switch. */
  answers: 6,
  answersWrongly: 1,
  refuses: 2,
  /** A connector that holds the connection. */
  accountChanges: 2,
  revokes: 1,
  /** One that holds it no more. */
  publishesLate: 2,
  /** A wallet that is taken out of the browser, or put in. */
  listingChanges: 1,
  unmounts: 1,
  stops: 1,
  goesOn: 2,
  time: 3,
  reload: 3,
} as const;

/** One thing that happens to a page. `at`, from 0 to below 1, picks among what it can happen to. */
export interface Step {
  readonly act: keyof typeof weights;
  readonly family: FamilyId;
  readonly at: number;
}

const families: readonly [FamilyId, ...FamilyId[]] = ['evm', 'solana', 'near'];
const entries = Object.entries(weights) as readonly (readonly [Step['act'], number])[];
const always: readonly Step['act'][] = ['press', 'approve', 'adopts'];

/**
 * This many steps, most of them with one family, so that they meet. Half of what can happen does not, each time another
 * half: what does comes together in more ways.
 */
export function toSteps(random: Random, count: number): readonly Step[] {
  const main = random.pick(families);
  const chosen = entries.filter(([act]) => always.includes(act) || random.chance(0.5));
  const [first = 'press', ...others] = chosen.flatMap(([act, weight]) =>
    Array<Step['act']>(weight).fill(act),
  );
  return Array.from({ length: count }, () => ({
    act: random.pick([first, ...others]),
    family: random.chance(0.7) ? main : random.pick(families),
    at: random.next(),
  }));
}

/** The one of a list that a step picks; undefined of an empty list. */
export function pickAt<Value>(values: readonly Value[], { at }: Step): Value | undefined {
  return values[Math.floor(at * values.length)];
}
