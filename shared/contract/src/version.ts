/**
 * The contract that this build of host or remote was written against: `major.minor`.
 * A minor adds, a major may take away.
 */
export const contractVersion = '1.0';

/** Whether a host that offers `offered` can run a remote that needs `needed` (both `major.minor`). */
export function fitsContract(needed: string, offered: string): boolean {
  // The same major, whichever it is.
  const minors = /^(\d{1,4})\.(\d{1,4}) \1\.(\d{1,4})$/.exec(`${needed} ${offered}`);
  return minors !== null && Number(minors[2]) <= Number(minors[3]);
}

/** Whether a version lies in a caret range such as `^19.0.0`: Semantic Versioning, as npm reads it. */
export function fitsRange(range: string, version: string): boolean {
  const [needs, has] = [range.slice(1), version].map((one) => one.split(/[.-]/, 3).map(Number)) as Parts;
  const at = needs.findIndex((part, index) => part !== has[index]);
  // The first part that is not 0 may not differ: below 1.0.0 a minor may break, below 0.1.0 a patch may.
  const fixed = needs.findIndex(Boolean);
  return at < 0 || (fixed >= 0 && at > fixed && Number(has[at]) > Number(needs[at]));
}

type Parts = [number[], number[]];
