/** Every code of a store, with the names of what its context holds. Codes are only ever added. */
export const storeCodes = {
  /** The store's address is not one; `place` is the part that is wrong. */
  'store/address': ['place', 'expected'],
  /** Nothing in the environment lets us in. */
  'store/credentials': ['store', 'expected'],
  /** The bucket or container is not there. */
  'store/missing': ['store'],
  /** The store knows us and says no. */
  'store/refused': ['store', 'detail'],
  'store/unreachable': ['store', 'detail'],
  /** The store writes although its condition is not met; `proof` is what it did. */
  'store/unconditional': ['store', 'proof'],
  /** A path that not every store can hold. */
  'store/path': ['path', 'expected'],
  /** Something is there already. */
  'store/exists': ['path'],
  /** What was read is not there any more: another publisher was first. */
  'store/changed': ['path'],
  /** Others kept writing until our patience ended; `holder` is who, as far as it is known. */
  'store/busy': ['path', 'holder'],
  /** Anything else; `detail` is the store's own word. */
  'store/failed': ['store', 'detail'],
} as const;

/** The code of a failure of a store. */
export type StoreCode = keyof typeof storeCodes;

/** What the error of this code tells besides its code. */
export type StoreContext<C extends StoreCode> = C extends StoreCode
  ? { readonly [N in (typeof storeCodes)[C][number]]: string }
  : never;
