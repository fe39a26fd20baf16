import { LinkspanError } from '@linkspan/contract';
import type { Manifest } from '../manifest.ts';

type Numbered = Pick<Manifest, 'remote' | 'version' | 'sequence'>;

/**
 * A release to be published must rise above each that was published, in its sequence and in its version (by the
 * precedence of Semantic Versioning 2.0.0, section 11). Throws `release/older`.
 */
export function assertNewer(offered: Numbered, published: readonly Numbered[]): void {
  for (const seen of published) {
    if (offered.sequence <= seen.sequence) throw older('sequence', offered, seen);
    if (compareVersions(offered.version, seen.version) <= 0) throw older('version', offered, seen);
  }
}

/** Less than, equal to or greater than 0, as the first version is lower, equal or higher. */
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

function older(document: 'sequence' | 'version', offered: Numbered, seen: Numbered): LinkspanError {
  return new LinkspanError('release/older', {
    remote: offered.remote,
    document,
    seen: String(seen[document]),
    offered: String(offered[document]),
  });
}
