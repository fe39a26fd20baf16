import {
  type Comparison,
  type FamilyId,
  integer,
  isSending,
  Malformed,
  networkOf,
  oneOf,
  parseIntent,
  parseSettled,
  record,
  type SendingIntent,
  type Settled,
  type Shape,
  text,
} from '@linkspan/contract';
import { dayMs } from '../limits.ts';
import { openStorage, orUndefined, storagePrefix } from '../storage.ts';

/** A stored send, from before its wallet is asked until some days after its end. */
export interface StoredTransaction {
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
  /** When that was learned. */
  readonly learnedAt: number;
  /** The person has taken note of how it ended. */
  readonly isDismissed: boolean;
}

/** The longest note of a remote, in characters. */
const mostNote = 1_000;

const id = text('an id', (value) => /^[\w-]{1,64}$/.test(value), 64);
const parseSending: Shape<SendingIntent> = (value, place) => {
  const intent = parseIntent(value, place);
  if (!isSending(intent)) throw new Malformed(place, 'a request for a transaction');
  return intent;
};
/** Up to the last time that a `Date` can have. */
const time = integer(0, 8.64e15);
const flag = oneOf([true, false]);

/** A note, from unknown. Throws `Malformed`. */
export const parseNote: Shape<string> = text(`a text of at most ${mostNote} characters`, undefined, mostNote);

/** A stored send, from unknown: another version of the page, or other code, may have written it. Throws `Malformed`. */
export const parseStoredTransaction: Shape<StoredTransaction> = record(
  {
    id,
    family: text('a family', undefined, 64),
    intent: parseSending,
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

/** The comparison of an outcome or a transfer with its intent. */
export function comparisonOf({ comparison }: { readonly comparison?: Comparison }): {
  readonly comparison?: Comparison;
} {
  return comparison ? { comparison } : {};
}

/** A later outcome, with the earlier comparison if the network no longer shows one. */
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

/** The states of a send from two pages, merged; of two outcomes the final one counts, else the later. */
export function merge(one: StoredTransaction, other: StoredTransaction): StoredTransaction {
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

const daysAfterEnd = 7;
const daysWithoutEnd = 60;
const mostStored = 50;

/** The ids that are a send's own: the one that its wallet answered, and the one under which it landed. */
export function idsOf({ transaction, outcome }: StoredTransaction): readonly string[] {
  const by = outcome.state === 'landed' ? outcome.by : undefined;
  return [transaction, by].filter((id) => id !== undefined);
}

/**
 * The ids of the sends that need not be stored any more: old ones, and the oldest where
 * there are many, those without an end last. `asking` are being asked for now.
 */
export function listOutdated(
  kept: readonly StoredTransaction[],
  now: number,
  asking: ReadonlySet<string>,
): readonly string[] {
  const over = kept.filter((send) => !asking.has(send.id) && isOld(send, now));
  const left = kept.filter((send) => !over.includes(send)).sort(byWorth);
  return [...over, ...left.slice(mostStored)].map(({ id }) => id);
}

function isOld({ outcome, at, learnedAt }: StoredTransaction, now: number): boolean {
  return isFinal(outcome) ? now - learnedAt > daysAfterEnd * dayMs : now - at > daysWithoutEnd * dayMs;
}

function byWorth(one: StoredTransaction, other: StoredTransaction): number {
  return Number(isFinal(one.outcome)) - Number(isFinal(other.outcome)) || other.at - one.at;
}

/** The browser's storage of sends, each under a key of its own: no tab overwrites another tab's outcome. */
export interface TransactionStorage {
  /** All sends that can be parsed; others are removed. */
  all(): readonly StoredTransaction[];
  read(id: string): StoredTransaction | undefined;
  /** Stores a send, merged with the state from other tabs. */
  put(send: StoredTransaction): void;
  remove(id: string): void;
  /** Calls when another tab has changed something. */
  listen(changed: () => void): void;
}

const prefix = `${storagePrefix}transactions:`;
/** Of pages with contract 1, whose open tabs remove what they cannot read. */
const formerPrefix = `${storagePrefix}sends:`;

/** Without the browser's storage, a stored send lasts as long as the page. */
export function openTransactionStorage(window: Pick<Window, 'addEventListener'>): TransactionStorage {
  const storage = openStorage(prefix);
  const former = openStorage(formerPrefix);
  /** Those of this page, which the browser may not have taken. */
  const own = new Set<string>();

  const read = (id: string) =>
    parse(id, () => storage.get(id)) ?? parse(id, () => former.get(id), fromContract1);
  function remove(id: string): void {
    own.delete(id);
    storage.remove(id);
    former.remove(id);
  }

  return {
    read,
    remove,
    all() {
      const ids = new Set([...own, ...listKept()]);
      return [...ids].flatMap((id) => {
        const send = read(id);
        if (send === undefined) remove(id);
        return send ?? [];
      });
    },
    put(send) {
      const known = read(send.id);
      own.add(send.id);
      storage.set(send.id, JSON.stringify(known ? merge(known, send) : send));
    },
    listen(changed) {
      window.addEventListener('storage', ({ key }) => {
        // No key at all: everything was cleared.
        if (key === null || key.startsWith(prefix) || key.startsWith(formerPrefix)) changed();
      });
    },
  };
}

function parse(
  id: string,
  get: () => string | null | undefined,
  convert: (value: unknown) => unknown = (value) => value,
): StoredTransaction | undefined {
  const send = orUndefined(() => parseStoredTransaction(convert(JSON.parse(get() ?? '')), ''));
  return send?.id === id ? send : undefined;
}

/** A send as contract 1 has stored it: coins beside the intent's other fields, a token by its address alone. */
function fromContract1(value: unknown): unknown {
  const send = Object(value);
  const { kind, to, amount, ...intent } = Object(send.intent);
  const moves = { to, amount };
  const lines = [
    { is: 'amount', value: amount },
    { is: 'recipient', value: to },
  ];
  const own = { method: 'send', asksFor: 'transaction', lines };
  const { comparison, ...outcome } = Object(send.outcome);
  const network = networkOf(intent.account);
  const toMovement = (one: { readonly asset?: string }) =>
    one.asset === undefined ? one : { ...one, asset: `${network}/token:${one.asset}` };
  const moved = Array.isArray(comparison?.moved) && { moved: comparison.moved.map(toMovement) };
  return {
    ...send,
    intent: { ...(kind === 'send' && own), ...intent, moves },
    outcome: { ...outcome, ...(comparison && { comparison: { ...comparison, ...moved } }) },
  };
}

function listKept(): readonly string[] {
  const keys = orUndefined(() => Object.keys(localStorage)) ?? [];
  const start = (key: string) => [prefix, formerPrefix].find((one) => key.startsWith(one));
  return keys.flatMap((key) => {
    const found = start(key);
    return found === undefined ? [] : [key.slice(found.length)];
  });
}
