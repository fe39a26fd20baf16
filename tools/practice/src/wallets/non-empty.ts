/** A list that has a first element. */
export type NonEmpty<T> = readonly [T, ...T[]];

/** Takes a list for one that has a first element. Throws a RangeError if it has none. */
export function toNonEmpty<T>([first, ...rest]: readonly T[]): NonEmpty<T> {
  if (first === undefined) throw new RangeError('A wallet needs at least one account.');
  return [first, ...rest];
}
