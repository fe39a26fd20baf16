/**
 * The contract that this build of host or remote was written against: `major.minor`.
 * A minor adds, a major may take away.
 */
export const contractVersion = '1.1';

/** Whether a host that offers `offered` can run a remote that needs `needed` (both `major.minor`). */
export function fitsContract(needed: string, offered: string): boolean {
  const [neededMajor, neededMinor] = toNumbers(needed);
  const [offeredMajor, offeredMinor] = toNumbers(offered);
  return neededMajor === offeredMajor && neededMinor <= offeredMinor;
}

function toNumbers(version: string): [number, number] {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})$/.exec(version) ?? [];
  return [Number(major ?? Number.NaN), Number(minor ?? Number.NaN)];
}
