import { type FamilyId, parseWallets, type ScopedStorage, type WalletListing } from '@linkspan/contract';
import { orUndefined, storagePrefix } from '../../storage.ts';

/** The prefix of each family's list in the browser's storage. */
export const listedPrefix = `${storagePrefix}listed:`;

/** What a family listed on an earlier visit. Never throws: of a list that cannot be read, nothing is used. */
export function recallListed(
  storage: Pick<ScopedStorage, 'get'>,
  family: FamilyId,
): readonly WalletListing[] {
  return orUndefined(() => parseWallets(JSON.parse(storage.get(family) ?? ''), family)) ?? [];
}
