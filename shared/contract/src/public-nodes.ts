import type { Network } from './network.ts';
import { publicFamilies } from './public-networks.ts';

/** A configuration in the long form, as far as it is read here. */
interface LongConfig {
  readonly practice?: unknown;
  readonly families: readonly { readonly networks: readonly Pick<Network, 'title' | 'rpc'>[] }[];
}

/** A sentence for the page's team that names the networks for which a known public node answers; none without them. */
export function sayPublicNodes({ practice, families }: LongConfig): readonly string[] {
  const known = publicFamilies.flatMap(({ networks }) => Object.values(networks).flatMap(({ rpc }) => rpc));
  const open = families
    .flatMap(({ networks }) => networks)
    .filter(({ rpc }) => rpc.some((address) => known.includes(address)))
    .map(({ title }) => title);
  if (practice !== undefined || open.length === 0) return [];
  const names = new Intl.ListFormat('en-GB').format(open);
  return [
    `Public nodes answer for ${names}: they are for development. Give ${open.length > 1 ? 'these networks' : 'this network'} nodes of your own.`,
  ];
}
