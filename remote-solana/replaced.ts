import { useState } from 'react';

/*
 * Imports of @solana/wallet-adapter-react that this remote does without: replace.ts puts this file in the place of
 * three modules. A mobile adapter of 30 KB, which phones alone would need; a listener of its own for registered
 * wallets, which nothing takes away again, and by which another wallet of the same name would stand in for the
 * approved one; a selection stored in localStorage, since only the shell remembers.
 */

/** In place of @solana/wallet-standard-wallet-adapter-react: the given adapters are all there are. */
export function useStandardWalletAdapters<Adapter>(adapters: readonly Adapter[]): readonly Adapter[] {
  return adapters;
}

/**
 * In place of `useLocalStorage`: the selection lives as long as its React root. A development server bundles libraries
 * beforehand and leaves this one import alone; there the name of the wallet stays behind, and nothing reads it.
 */
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
