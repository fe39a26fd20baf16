/** The families of the instant wallets, in the order of the house. */
export type InstantFamily = 'evm' | 'solana' | 'near';
