import { contractVersion, fitsContract, LinkspanError } from '@linkspan/contract';
import type { UnsignedManifest } from '@linkspan/trust';

/**
 * Refuses a release that this page cannot run, before any of its code is loaded.
 * Throws `release/misfit-contract` or `release/misfit-shared`; `offered` holds the page's shared libraries with
 * their versions.
 */
export function assertFits(manifest: UnsignedManifest, offered: Readonly<Record<string, string>>): void {
  const { remote, contract, shared } = manifest;
  if (!fitsContract(contract, contractVersion))
    throw new LinkspanError('release/misfit-contract', { remote, needs: contract, offers: contractVersion });
  for (const [library, needs] of Object.entries(shared)) {
    const offers = Object.hasOwn(offered, library) ? offered[library] : undefined;
    if (offers === undefined || !isWithin(offers, needs))
      throw new LinkspanError('release/misfit-shared', { remote, library, needs, offers: offers ?? 'none' });
  }
}

/** Whether a version lies in a caret range, the only form a manifest may have: Semantic Versioning, as npm reads it. */
function isWithin(version: string, range: string): boolean {
  const has = toNumbers(version);
  const needs = toNumbers(range.slice(1));
  if (has[0] !== needs[0]) return false;
  // Below 1.0.0 a minor may break, below 0.1.0 a patch may.
  if (has[0] === 0 && (has[1] !== needs[1] || (has[1] === 0 && has[2] !== needs[2]))) return false;
  return has[1] !== needs[1] ? has[1] > needs[1] : has[2] >= needs[2];
}

function toNumbers(version: string): [major: number, minor: number, patch: number] {
  const [major = Number.NaN, minor = 0, patch = 0] = version.split('-', 1)[0]?.split('.').map(Number) ?? [];
  return [major, minor, patch];
}
