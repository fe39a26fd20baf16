/** What is shown now: first what was shown before, in that order, and below it what is new. */
export function keepPlaces(now: readonly string[], before: readonly string[]): readonly string[] {
  return [...new Set([...before.filter((key) => now.includes(key)), ...now])];
}
