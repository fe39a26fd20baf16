import type { Accepts } from '@linkspan/contract';
import { clusters } from './own/clusters.ts';

/** CAIP-2, namespace solana: the first 32 characters of the genesis hash, in base58. */
export const accepts: Accepts = {
  namespace: 'solana',
  networks: { reference: '[1-9A-HJ-NP-Za-km-z]{32}', decimals: 9, known: clusters },
  options: { practice: 'true' },
};
