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
