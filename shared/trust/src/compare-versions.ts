/**
 * Less than, equal to or greater than 0, as the first version is lower, equal or higher: by the precedence of Semantic
 * Versioning 2.0.0, section 11.
 */
export function compareVersions(one: string, other: string): number {
  const [oneCore, onePre] = split(one);
  const [otherCore, otherPre] = split(other);
  const core = compareParts(oneCore, otherCore);
  if (core !== 0) return core;
  // A version without a pre-release is above one with it.
  if (onePre.length === 0 || otherPre.length === 0) return otherPre.length - onePre.length;
  return compareParts(onePre, otherPre);
}

function split(version: string): [core: readonly string[], pre: readonly string[]] {
  const dash = version.indexOf('-');
  if (dash < 0) return [version.split('.'), []];
  return [version.slice(0, dash).split('.'), version.slice(dash + 1).split('.')];
}

function compareParts(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((part, at) => part !== other[at]);
  const [left, right] = [one[index], other[index]];
  if (left === undefined || right === undefined) return one.length - other.length;
  const [isLeftNumber, isRightNumber] = [left, right].map((part) => /^\d+$/.test(part));
  if (isLeftNumber && isRightNumber) return Number(left) - Number(right);
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  return left < right ? -1 : 1;
}
