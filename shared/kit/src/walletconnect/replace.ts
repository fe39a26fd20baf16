import { resolve } from 'node:path';

/**
 * Modules that a file beside this one stands in for, in what a discovery loads: a polyfill that writes to what the page has
 * frozen, and a store in IndexedDB, which the remote's own takes the place of.
 */
export const replaceInDiscovery = {
  'cross-fetch': resolve(import.meta.dirname, 'native-fetch.ts'),
  '@walletconnect/keyvaluestorage': resolve(import.meta.dirname, 'no-store.ts'),
};
