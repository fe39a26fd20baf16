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

/** Compares all movements of a transaction with the request. Both sides need one spelling of an account. */
export function compareMoved(moved: readonly Movement[], asked: Movement): Comparison {
  const [only] = moved;
  if (moved.length === 1 && only !== undefined && isSame(only, asked)) return { result: 'as-asked' };
  return notAsAsked(moved);
}

/** The comparison of a transaction that differs from the request. With `isMore`, it moved more than is listed. */
export function notAsAsked(moved: readonly Movement[], isMore = false): Comparison {
  const listed = moved.filter(({ amount }) => !/^0+$/.test(amount));
  const isPartial = (isMore || listed.length > mostShown) && ({ isPartial: true } as const);
  return { result: 'not-as-asked', moved: listed.slice(0, mostShown), ...isPartial };
}

/** The comparison of a transaction that cannot be compared, with the amount that has left the sender if known. */
export function notCompared(why: Incomparable, paid?: bigint): Comparison {
  return { result: 'not-compared', why, ...(paid !== undefined && { paid: String(paid) }) };
}

/** Whether a later read may still compare a transaction that the network did not show this time. */
export function isUnread(comparison: Comparison): boolean {
  return comparison.result === 'not-compared' && comparison.why === 'unreadable';
}

/**
 * The end of a send whose transaction the chain has executed. It is not final while the comparison is unread, so that it is
 * looked up again.
 */
export function toEnded(
  { from }: Pick<Unsettled, 'from'>,
  executed: {
    readonly transaction: string;
    readonly succeeded: boolean;
    readonly comparison: Comparison;
    /** Whether no reorganization can undo it. */
    readonly isFinal: boolean;
  },
): Settled & { readonly state: 'landed' | 'failed' } {
  const { succeeded, ...found } = executed;
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
