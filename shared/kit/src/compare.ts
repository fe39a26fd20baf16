import type { Comparison, Incomparable, Movement } from '@linkspan/contract';

/** As many movements as a comparison may tell. */
const mostTold = 20;

/**
 * Compares all that a transaction moved with what was asked. Accounts are compared as they are written, so both sides
 * need one spelling.
 */
export function compareMoved(moved: readonly Movement[], asked: Movement): Comparison {
  const [only] = moved;
  if (moved.length === 1 && only !== undefined && isSame(only, asked)) return { result: 'as-asked' };
  const told = moved.filter(({ amount }) => !/^0+$/.test(amount)).slice(0, mostTold);
  return { result: 'not-as-asked', moved: told };
}

/** Says that a transaction cannot be compared. */
export function notCompared(why: Incomparable): Comparison {
  return { result: 'not-compared', why };
}

/** Whether a later look may still compare what the network did not show this time. */
export function isUnread(comparison: Comparison): boolean {
  return comparison.result === 'not-compared' && comparison.why === 'unreadable';
}

function isSame(one: Movement, other: Movement): boolean {
  return (
    one.from === other.from && one.to === other.to && one.amount === other.amount && one.asset === other.asset
  );
}
