const wholeUpTo = 24;

/** A part of a code, and where in it that begins. */
interface Part {
  readonly at: number;
  readonly part: string;
}

/** A long code in parts of four signs, as people compare it: `0x`, `7099`, `7970` and so on. A name stays whole. */
export function toGroups(code: string): readonly Part[] {
  if (code.length <= wholeUpTo || !/^\w+$/.test(code)) return [{ at: 0, part: code }];
  return [...code.matchAll(/^0x|.{1,4}/g)].map(({ index, 0: part }) => ({ at: index, part }));
}
