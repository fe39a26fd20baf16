/**
 * Every code, with the names of what its context holds. The part before the slash is the stage. Codes are only
 * ever added. Callers match on the code, never on a text.
 */
export const codes = {
  /** The configuration is not what it should be; `place` is the field. */
  'config/malformed': ['place', 'expected'],
  /** Two entries where only one may be; `place` is the later one. */
  'config/duplicate': ['place', 'value'],
  /** The remote's server did not answer. */
  'release/unreachable': ['remote'],
  /** What the server sent is no release document; `place` is where it goes wrong. */
  'release/malformed': ['remote', 'place'],
  'release/misfit-contract': ['remote', 'needs', 'offers'],
  'release/misfit-shared': ['remote', 'library', 'needs', 'offers'],
  /** The document came after the page's one import map was closed. */
  'release/late': ['remote'],
  'loader/unreachable': ['remote', 'stage'],
  'loader/timeout': ['remote', 'stage'],
  /** The module was fetched but threw, or does not export what the contract asks for. */
  'loader/broken': ['remote', 'stage'],
  /** The page's map of addresses and hashes is not in force in this browser. */
  'loader/unenforced': ['remote'],
  /** A part of the page itself did not load or start; no remote is at fault. */
  'loader/host': [],
  'remote/malformed': ['family', 'place'],
  'remote/foreign': ['family', 'id'],
  'remote/unleased': ['family'],
  'remote/stale-balance': ['family', 'account'],
  'remote/unknown-family': ['family'],
  /** A remote brought its own copy of a library that the page shares. */
  'remote/second-copy': ['family', 'library'],
  'remote/failed': ['family'],
  'wallet/rejected': ['wallet'],
  'wallet/cancelled': ['wallet'],
  'wallet/pending': ['wallet'],
  'wallet/absent': ['wallet'],
  'wallet/timeout': ['wallet'],
  'wallet/no-accounts': ['wallet'],
  /** The wallet ended the connection by itself. */
  'wallet/revoked': ['wallet'],
  'wallet/not-connected': [],
  'wallet/account-changed': ['account'],
  'wallet/network-unsupported': ['wallet', 'network'],
  'wallet/unsupported': ['wallet', 'method'],
  /** The wallet answered with an error of its own; `detail` is its text. */
  'wallet/failed': ['wallet', 'detail'],
  /** The wallet answered in a form that its standard does not have. */
  'wallet/malformed': ['wallet', 'place'],
  'network/unreachable': ['network'],
  /** The node answered, with an error; `detail` is its text. */
  'network/refused': ['network', 'detail'],
  'network/insufficient-funds': ['network'],
  /** The transaction was taken, and its execution failed. */
  'network/reverted': ['network'],
  'network/expired': ['network'],
  'input/recipient': ['value'],
  'input/amount': ['value'],
  'input/empty': [],
} as const satisfies Record<`${string}/${string}`, readonly string[]>;

export type Code = keyof typeof codes;

/** The context of a code: each named value as text. */
export type Context<C extends Code = Code> = C extends Code
  ? Readonly<Record<(typeof codes)[C][number], string>>
  : never;
