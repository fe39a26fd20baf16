import { contractVersion, fitsContract, fitsRange, LinkspanError } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';

/** The requirements of a release. */
type Requirements = Pick<Manifest, 'remote' | 'contract' | 'shared'>;

type Offered = Readonly<Record<string, string>>;

/** True if this page has the contract and every library that a release requires. `offered` has the page's versions. */
export function isCompatible(manifest: Requirements, offered: Offered): boolean {
  return incompatibilityOf(manifest, offered) === undefined;
}

/**
 * Refuses a release that this page cannot run, before any of its code is loaded.
 * Throws `release/misfit-contract` or `release/misfit-shared`.
 */
export function assertCompatible(manifest: Requirements, offered: Offered): void {
  const error = incompatibilityOf(manifest, offered);
  if (error !== undefined) throw error;
}

function incompatibilityOf(
  { remote, contract, shared }: Requirements,
  offered: Offered,
): LinkspanError | undefined {
  if (!fitsContract(contract, contractVersion))
    return new LinkspanError('release/misfit-contract', { remote, needs: contract, offers: contractVersion });
  for (const [library, needs] of Object.entries(shared)) {
    const offers = Object.hasOwn(offered, library) ? (offered[library] ?? '') : '';
    if (!fitsRange(needs, offers))
      return new LinkspanError('release/misfit-shared', { remote, library, needs, offers: offers || 'none' });
  }
  return undefined;
}
