import {
  type Comparison,
  type Incomparable,
  type Movement,
  networkOf,
  type Settled,
  type Unsettled,
} from '@linkspan/contract';

/** As many movements as a comparison may list. */
const mostShown = 20;

/**
 * Compares all that a transaction moved with what was asked. Accounts are compared as they are written, so both sides
 * need one spelling.
 */
export function compareMoved(moved: readonly Movement[], asked: Movement): Comparison {
  const [only] = moved;
  if (moved.length === 1 && only !== undefined && isSame(only, asked)) return { result: 'as-asked' };
  return notAsAsked(moved);
}

/** Says that a transaction is another one than was asked for. With `isMore`, it also moved what is not listed. */
export function notAsAsked(moved: readonly Movement[], isMore = false): Comparison {
  const listed = moved.filter(({ amount }) => !/^0+$/.test(amount));
  const isPartial = (isMore || listed.length > mostShown) && ({ isPartial: true } as const);
  return { result: 'not-as-asked', moved: listed.slice(0, mostShown), ...isPartial };
}

/** Says that a transaction cannot be compared, and what has left the sender if that is known. */
export function notCompared(why: Incomparable, paid?: bigint): Comparison {
  return { result: 'not-compared', why, ...(paid !== undefined && { paid: String(paid) }) };
}

/** Whether a later look may still compare what the network did not show this time. */
export function isUnread(comparison: Comparison): boolean {
  return comparison.result === 'not-compared' && comparison.why === 'unreadable';
}

/** A transaction that the chain has, whether or not it did what it was to do. */
interface Executed {
  readonly transaction: string;
  readonly succeeded: boolean;
  readonly comparison: Comparison;
  /** Whether no reorganization can undo it. */
  readonly isFinal: boolean;
}

/** How a send has ended. What could not be compared yet is not final, so that it is looked for again. */
export function toEnded(
  { from }: Pick<Unsettled, 'from'>,
  { succeeded, ...found }: Executed,
): Settled & { readonly state: 'landed' | 'failed' } {
  const ended = { ...found, isFinal: found.isFinal && !isUnread(found.comparison) };
  if (succeeded) return { ...ended, state: 'landed' };
  const failure = { code: 'network/reverted', context: { network: networkOf(from) } };
  return { ...ended, state: 'failed', failure };
}

function isSame(one: Movement, other: Movement): boolean {
  return (
    one.from === other.from && one.to === other.to && one.amount === other.amount && one.asset === other.asset
  );
}
