/** The three families that practice has wallets for, in the order of the house. */
export const families = ['evm', 'solana', 'near'] as const;

/** One of the families that practice has wallets for. */
export type Family = (typeof families)[number];

/** What people call a family. */
export const familyTitles: Readonly<Record<Family, string>> = {
  evm: 'Ethereum',
  solana: 'Solana',
  near: 'NEAR',
};

/** The CAIP-2 namespace of each family's networks. */
export const namespaces: Readonly<Record<Family, string>> = {
  evm: 'eip155',
  solana: 'solana',
  near: 'near',
};
