import { type Addresses, readAddresses } from '@linkspan/practice/addresses';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { startChains } from '@linkspan/stack/chains';
import type { Link } from './link.ts';

/** Starts the practice chains on free ports. Returns the addresses of the practice, the chains' through the link. */
export async function openChains(
  link: Pick<Link, 'carry'>,
  opened: (close: () => Promise<unknown>) => void,
): Promise<Addresses> {
  const servers = ['EVM_CHAIN', 'EVM_CHAIN_TWO', 'SOLANA_CHAIN', 'SOLANA_CHAIN_WS', 'NEAR_CHAIN'];
  const ports = await findFreePorts(servers.length);
  const env = Object.fromEntries(servers.map((server, at) => [`LINKSPAN_${server}_PORT`, `${ports[at]}`]));
  const { end } = await startChains(env);
  opened(end);
  return carryChains(link, readAddresses(env));
}

/** The same addresses, but of the chains those by which a page reaches them through the link. */
export async function carryChains(link: Pick<Link, 'carry'>, addresses: Addresses): Promise<Addresses> {
  const carried = Object.entries(addresses.chains).map(async ([server, { port: from, url }]) => {
    const port = await link.carry(from);
    return [server, { port, url: `${new URL(url).protocol}//localhost:${port}` }] as const;
  });
  return { ...addresses, chains: Object.fromEntries(await Promise.all(carried)) as Addresses['chains'] };
}
