import { contractVersion, fitsContract, fitsRange, LinkspanError } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';

/** The requirements of a release. */
type Needs = Pick<Manifest, 'remote' | 'contract' | 'shared'>;

type Offered = Readonly<Record<string, string>>;

/** True if this page has the contract and every library that a release requires. `offered` has the page's versions. */
export function isCompatible({ contract, shared }: Omit<Needs, 'remote'>, offered: Offered): boolean {
  return (
    fitsContract(contract, contractVersion) &&
    Object.entries(shared).every((need) => isOffered(need, offered))
  );
}

/**
 * Refuses a release that this page cannot run, before any of its code is loaded.
 * Throws `release/misfit-contract` or `release/misfit-shared`.
 */
export function assertCompatible(manifest: Needs, offered: Offered): void {
  const { remote, contract, shared } = manifest;
  if (!fitsContract(contract, contractVersion))
    throw new LinkspanError('release/misfit-contract', { remote, needs: contract, offers: contractVersion });
  const lack = Object.entries(shared).find((need) => !isOffered(need, offered));
  if (lack === undefined) return;
  const [library, needs] = lack;
  const offers = (Object.hasOwn(offered, library) && offered[library]) || 'none';
  throw new LinkspanError('release/misfit-shared', { remote, library, needs, offers });
}

function isOffered([library, needs]: readonly [string, string], offered: Offered): boolean {
  return Object.hasOwn(offered, library) && fitsRange(needs, offered[library] ?? '');
}
