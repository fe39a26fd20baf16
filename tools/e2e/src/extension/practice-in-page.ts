import type { FamilyNetworks } from '@linkspan/practice/network';
import { announce } from '@linkspan/practice/wallets';

declare global {
  /** What the wallets of an extension know of chains by themselves. */
  var networksOfWallets: FamilyNetworks;
}

// An extension puts its wallets into a page before the page's own scripts; their windows need a body.
document.addEventListener('DOMContentLoaded', () => announce({ networks: globalThis.networksOfWallets }));
