/** From 0 up to the first at or above the most, in four steps at most, each 1, 2, 2.5 or 5 times a power of ten. */
export function toTicks(most: number): readonly number[] {
  const least = most / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 2.5, 5].find((times) => times * power >= least) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}
