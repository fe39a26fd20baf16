import {
  type AccountId,
  type Comparison,
  type FamilyId,
  isAccountId,
  oneOf,
  parseSettled,
  record,
  type SendIntent,
  type Settled,
  type Shape,
  text,
  whole,
} from '@linkspan/contract';

/** A send as the browser keeps it, from before its wallet is asked until some days after its end. */
export interface StoredTransaction {
  readonly id: string;
  readonly family: FamilyId;
  readonly intent: SendIntent;
  /** When it was asked for, in milliseconds since 1970. */
  readonly at: number;
  /** The remote's latest note. */
  readonly note?: string;
  /** The id that its wallet answered with, or under which it was found. */
  readonly transaction?: string;
  /** The outcome, as last learned. */
  readonly outcome: Settled;
  /** When that was learned. */
  readonly learnedAt: number;
  /** The person has taken note of how it ended. */
  readonly isDismissed: boolean;
}

/** The longest note that a remote may have kept, in characters. */
const mostNote = 1_000;

const id = text('an id', (value) => /^[\w-]{1,64}$/.test(value), 64);
const time = whole(0, Number.MAX_SAFE_INTEGER);
const flag = oneOf([true, false]);

/** A note, from unknown. Throws `Malformed`. */
export const parseNote: Shape<string> = text(`a text of at most ${mostNote} characters`, undefined, mostNote);

/** A kept send, from unknown: another version of the page, or another hand, may have written it. Throws `Malformed`. */
export const parseStoredTransaction: Shape<StoredTransaction> = record(
  {
    id,
    family: text('a family', undefined, 64),
    intent: record({
      kind: oneOf(['send']),
      account: text('a CAIP-10 account id', isAccountId) as Shape<AccountId>,
      to: text(undefined, undefined, 200),
      amount: text('decimal digits', (value) => /^\d{1,78}$/.test(value)),
    }),
    at: time,
    outcome: parseSettled,
    learnedAt: time,
    isDismissed: flag,
  },
  {
    note: parseNote,
    transaction: text('an id of 1 to 200 characters', (value) => value !== '', 200),
  },
);

/** Whether nothing can change the outcome of a send. */
export function isFinal(outcome: Settled): boolean {
  return outcome.state === 'expired' || ('isFinal' in outcome && outcome.isFinal);
}

/** What an outcome or a transfer says of how it compares with what was asked. */
export function comparisonOf({ comparison }: { readonly comparison?: Comparison }): {
  readonly comparison?: Comparison;
} {
  return comparison ? { comparison } : {};
}

/** A later outcome, with the earlier comparison where the network cannot show any more what it has shown. */
export function keepComparison(earlier: Settled, later: Settled): Settled {
  const known = 'comparison' in earlier ? earlier.comparison : undefined;
  if (known === undefined || earlier.state !== later.state || !isUnread(later)) return later;
  return { ...later, comparison: known } as Settled;
}

function isUnread(outcome: Settled): boolean {
  const comparison = 'comparison' in outcome ? outcome.comparison : undefined;
  return (
    comparison === undefined || (comparison.result === 'not-compared' && comparison.why === 'unreadable')
  );
}

/** What is known of a send, where two pages have learned of it; of two outcomes the final one stands, or the later. */
export function merge(one: StoredTransaction, other: StoredTransaction): StoredTransaction {
  const [earlier, later] = one.learnedAt <= other.learnedAt ? [one, other] : [other, one];
  const { outcome, learnedAt } = isFinal(earlier.outcome) ? earlier : later;
  return {
    ...earlier,
    ...later,
    outcome,
    learnedAt,
    isDismissed: one.isDismissed || other.isDismissed,
  };
}
