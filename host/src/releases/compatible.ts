import { contractVersion, fitsContract, fitsRange, LinkspanError } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';

/** The requirements of a release. */
type Requirements = Pick<Manifest, 'remote' | 'contract' | 'shared'>;

type Offered = Readonly<Record<string, string>>;

/** True if this page has the contract and every library that a release requires. `offered` has the page's versions. */
export function isCompatible(manifest: Requirements, offered: Offered): boolean {
  return incompatibilityOf(manifest, offered) === undefined;
}

/** Why this page cannot run a release: `release/misfit-contract` or `release/misfit-shared`. Undefined if it can. */
export function incompatibilityOf(
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
