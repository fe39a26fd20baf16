import { contractVersion, fitsContract, fitsRange, LinkspanError } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';

/** What a release needs of a page. */
type Needs = Pick<Manifest, 'remote' | 'contract' | 'shared'>;

/** Whether this page can run a release: see `assertFits`. */
export function fits(manifest: Needs, offered: Readonly<Record<string, string>>): boolean {
  try {
    assertFits(manifest, offered);
    return true;
  } catch {
    return false;
  }
}

/**
 * Refuses a release that this page cannot run, before any of its code is loaded.
 * Throws `release/misfit-contract` or `release/misfit-shared`; `offered` holds the page's shared libraries with
 * their versions.
 */
export function assertFits(manifest: Needs, offered: Readonly<Record<string, string>>): void {
  const { remote, contract, shared } = manifest;
  if (!fitsContract(contract, contractVersion))
    throw new LinkspanError('release/misfit-contract', { remote, needs: contract, offers: contractVersion });
  for (const [library, needs] of Object.entries(shared)) {
    const offers = Object.hasOwn(offered, library) ? offered[library] : undefined;
    if (offers === undefined || !fitsRange(needs, offers))
      throw new LinkspanError('release/misfit-shared', { remote, library, needs, offers: offers ?? 'none' });
  }
}
