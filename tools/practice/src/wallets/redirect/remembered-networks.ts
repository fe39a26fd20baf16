import { type FamilyNetworks, parseNetworks } from '../options.ts';
import type { PageStorage } from '../page-storage.ts';
import { STORAGE_PREFIX } from '../wallet-store.ts';

const KEY = `${STORAGE_PREFIX}networks`;

/** Leaves the networks of a page to the redirect wallet, which lives on the same origin. */
export function rememberNetworks(networks: FamilyNetworks, storage: PageStorage): void {
  storage.setItem(KEY, JSON.stringify(networks));
}

/** The networks that a page has left. Throws a TypeError if none has. */
export function recallNetworks(storage: PageStorage): FamilyNetworks {
  const remembered = storage.getItem(KEY);
  if (remembered === null) throw new TypeError('No network is known yet. Open the app once, then come back.');
  return parseNetworks(JSON.parse(remembered), 'networks');
}
