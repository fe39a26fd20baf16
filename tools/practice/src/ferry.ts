/** The contracts of the practice chains, for applications: a fee that anybody reads and sets, and a token. */
export const ferry = {
  evm: '0x00000000000000000000000000000000000000fe',
  near: 'ferry.practice',
  /** A mint of 2 decimals, of which each practice account has 1,000. */
  token: 'FerryToken111111111111111111111111111111111',
} as const;

/** The first fee of the contracts. */
export const firstFee = 5;
