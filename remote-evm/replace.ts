/**
 * Modules that a file of this remote stands in for, in what discovery loads: a polyfill that writes to what the page has
 * frozen, and a store in IndexedDB, which the remote's own takes the place of.
 */
export const replaceInDiscovery = {
  'cross-fetch': 'native-fetch.ts',
  '@walletconnect/keyvaluestorage': 'no-store.ts',
};
