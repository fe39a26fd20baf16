import { useState } from 'react';

/*
 * What @solana/wallet-adapter-react imports and this remote does without; `replace` in vite.config.ts puts this
 * file in the place of all three modules. A mobile adapter of 30 KB, which phones alone would need; a listener of
 * its own for announced wallets, which could put another wallet of the same name in the place of the approved one
 * and which nothing ever takes away; a selection kept in localStorage, where the shell alone remembers.
 */

/** In place of @solana/wallet-standard-wallet-adapter-react: the given adapters are all there are. */
export function useStandardWalletAdapters<Adapter>(adapters: readonly Adapter[]): readonly Adapter[] {
  return adapters;
}

/** In place of `useLocalStorage`: the selection lives as long as its React root. */
export function useLocalStorage<Value>(_key: string, initial: Value) {
  return useState(initial);
}

/** In place of @solana-mobile/wallet-adapter-mobile: the name of no wallet. */
export const SolanaMobileWalletAdapterWalletName = Symbol('no mobile wallet');

/** Never made: an installed wallet is given, and beside one the library makes no mobile adapter. */
export class SolanaMobileWalletAdapter {}

export const createDefaultAddressSelector = () => undefined;
export const createDefaultAuthorizationResultCache = () => undefined;
export const createDefaultWalletNotFoundHandler = () => undefined;
