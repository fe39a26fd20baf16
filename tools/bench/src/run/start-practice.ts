import { findFreePorts } from '@linkspan/practice/free-ports';
import { startChains } from '@linkspan/stack/chains';
import type { Opened } from './opened.ts';

const variables = [
  'LINKSPAN_EVM_CHAIN_PORT',
  'LINKSPAN_EVM_CHAIN_TWO_PORT',
  'LINKSPAN_SOLANA_CHAIN_PORT',
  'LINKSPAN_SOLANA_CHAIN_WS_PORT',
  'LINKSPAN_NEAR_CHAIN_PORT',
];

/** Starts the practice chains on free ports; returns the environment that tells where they are. */
export async function startPractice(opened: Opened): Promise<Readonly<Record<string, string>>> {
  const ports = await findFreePorts(variables.length);
  const env = Object.fromEntries(variables.map((variable, at) => [variable, `${ports[at]}`]));
  const chains = await startChains(env);
  opened(chains.end);
  return env;
}
