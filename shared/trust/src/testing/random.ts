/** Randomness that a seed repeats. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** Whether something of this chance, from 0 to 1, happens. */
  chance(of: number): boolean;
  between(range: readonly [number, number]): number;
  /** As often in each order of magnitude. */
  magnitude(range: readonly [number, number]): number;
  /** A whole number, both ends included. */
  whole(range: readonly [number, number]): number;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
}

/** The same numbers for the same seeds: mulberry32, whose state begins with a mixture of them. */
export function createRandom(...seeds: readonly number[]): Random {
  let state = seeds.reduce((mixed, seed) => scramble(mixed + Math.imul(seed, 0x9e3779b1) + 1), 0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    return (scramble(state) >>> 0) / 2 ** 32;
  };
  const between: Random['between'] = ([least, most]) => least + next() * (most - least);
  return {
    next,
    chance: (of) => next() < of,
    between,
    magnitude: ([least, most]) => Math.exp(between([Math.log(least), Math.log(most)])),
    whole: ([least, most]) => Math.floor(between([least, most + 1])),
    pick: ([first, ...rest]) => rest[Math.floor(next() * (rest.length + 1)) - 1] ?? first,
  };
}

function scramble(state: number): number {
  const first = Math.imul(state ^ (state >>> 15), state | 1);
  const second = first ^ (first + Math.imul(first ^ (first >>> 7), first | 61));
  return second ^ (second >>> 14);
}
