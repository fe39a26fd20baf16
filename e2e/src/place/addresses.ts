import { readAddresses } from '@linkspan/practice/addresses';

/** Ports of the journeys' own, so that a running `npm start` is not disturbed. */
const ports = {
  LINKSPAN_HOST_PORT: '4400',
  LINKSPAN_EVM_PORT: '4401',
  LINKSPAN_SOLANA_PORT: '4402',
  LINKSPAN_NEAR_PORT: '4403',
  LINKSPAN_EVM_CHAIN_PORT: '18545',
  LINKSPAN_EVM_CHAIN_TWO_PORT: '18546',
  LINKSPAN_SOLANA_CHAIN_PORT: '18899',
  LINKSPAN_SOLANA_CHAIN_WS_PORT: '18900',
  LINKSPAN_NEAR_CHAIN_PORT: '13030',
};

/** How many ports a house takes. */
export const portCount = Object.keys(ports).length;

/** Names other ports for a house that stands beside the journeys: as many as it takes, with commas between. */
export const portsVariable = 'LINKSPAN_E2E_PORTS';

const others = process.env[portsVariable]?.split(',');

/** What tells all parts of the house where they listen. */
export const environment: Readonly<Record<keyof typeof ports, string>> = others
  ? (Object.fromEntries(Object.keys(ports).map((name, at) => [name, others[at] ?? ''])) as typeof ports)
  : ports;

/** Where everything listens while the tests run. */
export const addresses = readAddresses(environment);

/** What the house of these tests is called: each has folders of its own. */
export const houseName = others ? `house-${addresses.host.port}` : 'e2e';
