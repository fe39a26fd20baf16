/** Returns whether one more, of this name at this time in milliseconds, is within so many a second. */
export function createLimit(mostASecond: number): (name: string, at: number) => boolean {
  const windows = new Map<string, { readonly since: number; count: number }>();
  return (name, at) => {
    const known = windows.get(name);
    const window = known && at - known.since < 1_000 ? known : { since: at, count: 0 };
    windows.set(name, window);
    window.count += 1;
    return window.count <= mostASecond;
  };
}
