import {
  type FamilyId,
  failure,
  isConnectedTo,
  type WalletListing,
  type WalletRef,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { endConnection } from '../loader/slot.ts';

/**
 * Whether several wallets that are here claim to be the one with this id, so that nobody knows which of them it was
 * before a reload. Discoveries tell them apart as `id`, `id#2` and so on, in the order in which they have come.
 */
export function isClaimedTwice(listed: readonly WalletListing[], id: string): boolean {
  const isSame = (one: WalletListing) => one.reach === 'installed' && toClaimed(one.id) === toClaimed(id);
  return listed.filter(isSame).length > 1;
}

/**
 * Ends a connection that came back by itself with `wallet/claimed-twice`, as soon as another wallet claims to be the
 * same: also where that one is listed late. What a person chooses after that is left alone.
 */
export function endIfClaimedTwice(store: Store, family: FamilyId, { id, name }: WalletRef): void {
  const { wallets, connection } = store.view.family(family);
  const isUsed = () => isConnectedTo(connection.get(), id);
  const look = () => {
    const isDoubted = isClaimedTwice(wallets.get(), id);
    if (isUsed() && !isDoubted) return;
    for (const end of ends) end();
    if (isUsed()) endConnection(store, family, failure('wallet/claimed-twice', { wallet: name }));
  };
  const ends = [wallets.listen(look), connection.listen(look)];
  look();
}

function toClaimed(id: string): string {
  return id.replace(/#\d+$/, '');
}
