import {
  type FamilyId,
  type Intent,
  integer,
  isSending,
  Malformed,
  oneOf,
  parseIntent,
  parseSettled,
  record,
  type SendingIntent,
  type Settled,
  type Shape,
  type Signed,
  text,
} from '@linkspan/contract';

/** A request that a person has answered. */
export type Entry = SignedEntry | SentEntry;

/** A signature of this page. */
export interface SignedEntry {
  readonly kind: 'signed';
  readonly id: string;
  readonly family: FamilyId;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly intent: Intent & { readonly asksFor: 'signature' };
  /** Missing if the application has asked for it: it has received it. */
  readonly signed?: Signed;
}

/** A send of this page, of an earlier one, or of another tab. */
export interface SentEntry extends Send {
  readonly kind: 'sent';
  /** Asked for by an earlier page, or by another tab. */
  readonly isEarlier: boolean;
  /**
   * Whether this page has learned the outcome itself, or knows it from the browser's storage alone, which other code may have
   * written. `absent`: its chain did not show again what is stored.
   */
  readonly checked: 'yes' | 'no' | 'absent';
}

/** What the browser stores of a send, from before its wallet is asked until some days after its end. */
export interface Send {
  readonly id: string;
  readonly family: FamilyId;
  readonly intent: SendingIntent;
  /** When it was asked for, in milliseconds since 1970. */
  readonly at: number;
  /** The remote's latest note. */
  readonly note?: string;
  /** The id that its wallet answered with, or under which it was found. */
  readonly transaction?: string;
  /** The outcome, as last learned. */
  readonly outcome: Settled;
  /** When that was learned; `at` as long as nobody has looked. */
  readonly learnedAt: number;
  /** The person has taken note of how it ended. */
  readonly isDismissed: boolean;
}

/** The longest note of a remote, in characters. */
const mostNote = 1_000;

/** A note, from unknown. Throws `Malformed`. */
export const parseNote: Shape<string> = text(`a text of at most ${mostNote} characters`, undefined, mostNote);

const parseSending: Shape<SendingIntent> = (value, place) => {
  const intent = parseIntent(value, place);
  if (!isSending(intent)) throw new Malformed(place, 'a request for a transaction');
  return intent;
};
/** Up to the last time that a `Date` can have. */
const time = integer(0, 8.64e15);

/** A stored send, from unknown: another version of the page, or other code, may have written it. Throws `Malformed`. */
export const parseSend: Shape<Send> = record(
  {
    id: text('an id', (value) => /^[\w-]{1,64}$/.test(value), 64),
    family: text('a family', undefined, 64),
    intent: parseSending,
    at: time,
    outcome: parseSettled,
    learnedAt: time,
    isDismissed: oneOf([true, false]),
  },
  {
    note: parseNote,
    transaction: text('an id of 1 to 200 characters', (value) => value !== '', 200),
  },
);

/** Whether nothing can change an outcome any more. */
export function isFinal(outcome: Settled): boolean {
  return outcome.state === 'expired' || ('isFinal' in outcome && outcome.isFinal);
}

/** Whether a send has neither landed nor failed, as far as is known. */
export function isPending(outcome: Settled): boolean {
  return outcome.state === 'unknown' || outcome.state === 'sent';
}

/** Whether an outcome proves less than the one that is known. */
export function isLess(outcome: Settled, known: Settled): boolean {
  if (isFinal(known)) return !isFinal(outcome) || (outcome.state === 'expired' && known.state !== 'expired');
  return outcome.state === 'unknown' && !isPending(known);
}

/** A later outcome, with the earlier comparison if the network no longer shows one. */
export function keepComparison(earlier: Settled, later: Settled): Settled {
  const [known, read] = [earlier, later].map((outcome) =>
    'comparison' in outcome ? outcome.comparison : undefined,
  );
  const isUnread = read === undefined || (read.result === 'not-compared' && read.why === 'unreadable');
  if (known === undefined || earlier.state !== later.state || !isUnread) return later;
  return { ...later, comparison: known } as Settled;
}

/** The states of a send from two pages, merged; of two outcomes the final one counts, else the later. */
export function merge(one: Send, other: Send): Send {
  const [earlier, later] = one.learnedAt <= other.learnedAt ? [one, other] : [other, one];
  const isEnded = isFinal(earlier.outcome) && !isFinal(later.outcome);
  const { outcome, learnedAt } = isEnded ? earlier : later;
  return {
    ...earlier,
    ...later,
    outcome,
    learnedAt,
    isDismissed: one.isDismissed || other.isDismissed,
  };
}

/** The ids that are a send's own: the one that its wallet answered, and the one under which it landed. */
export function idsOf({ transaction, outcome }: Send): readonly string[] {
  const by = outcome.state === 'landed' ? outcome.by : undefined;
  return [transaction, by].filter((id) => id !== undefined);
}
