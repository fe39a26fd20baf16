import { readAddresses } from '@linkspan/practice/addresses';

/** Ports of the journeys' own, so that a running `npm start` is not disturbed. */
export const environment = {
  LINKSPAN_HOST_PORT: '4400',
  LINKSPAN_EVM_PORT: '4401',
  LINKSPAN_SOLANA_PORT: '4402',
  LINKSPAN_NEAR_PORT: '4403',
  LINKSPAN_EVM_CHAIN_PORT: '18545',
  LINKSPAN_EVM_CHAIN_TWO_PORT: '18546',
  LINKSPAN_SOLANA_CHAIN_PORT: '18899',
  LINKSPAN_SOLANA_CHAIN_WS_PORT: '18900',
  LINKSPAN_NEAR_CHAIN_PORT: '13030',
} as const;

/** Where everything listens while the journeys run. */
export const addresses = readAddresses(environment);
