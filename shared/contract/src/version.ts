/**
 * The contract that this build of host or remote was written against: `major.minor`.
 * A minor adds, a major may take away.
 */
export const contractVersion = '1.4';

/** Whether a host that offers `offered` can run a remote that needs `needed` (both `major.minor`). */
export function fitsContract(needed: string, offered: string): boolean {
  const [neededMajor, neededMinor] = toPair(needed);
  const [offeredMajor, offeredMinor] = toPair(offered);
  return neededMajor === offeredMajor && neededMinor <= offeredMinor;
}

/** Whether a version lies in a caret range such as `^19.0.0`: Semantic Versioning, as npm reads it. */
export function fitsRange(range: string, version: string): boolean {
  const needs = toTriple(range.slice(1));
  const has = toTriple(version);
  if (has[0] !== needs[0]) return false;
  // Below 1.0.0 a minor may break, below 0.1.0 a patch may.
  if (has[0] === 0 && (has[1] !== needs[1] || (has[1] === 0 && has[2] !== needs[2]))) return false;
  return has[1] !== needs[1] ? has[1] > needs[1] : has[2] >= needs[2];
}

function toPair(version: string): [number, number] {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})$/.exec(version) ?? [];
  return [Number(major ?? Number.NaN), Number(minor ?? Number.NaN)];
}

function toTriple(version: string): [major: number, minor: number, patch: number] {
  const [major = Number.NaN, minor = 0, patch = 0] = version.split('-', 1)[0]?.split('.').map(Number) ?? [];
  return [major, minor, patch];
}
