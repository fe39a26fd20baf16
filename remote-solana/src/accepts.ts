import type { Accepts } from '@linkspan/contract';

/** The references of the public clusters (CAIP-2) by what the Wallet Standard calls them. */
export const clusters = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
} as const;

/** CAIP-2, namespace solana: the first 32 characters of the genesis hash, in base58. */
export const accepts: Accepts = {
  namespace: 'solana',
  networks: { reference: '[1-9A-HJ-NP-Za-km-z]{32}', decimals: 9, known: clusters },
  options: { practice: 'true' },
};
