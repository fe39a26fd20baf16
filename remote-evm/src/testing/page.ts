import type { DiscoveryPort, Network, ScopedStorage, WalletListing } from '@linkspan/contract';
import { discover } from '../discovery.ts';

/** The networks of a page under test. */
export const networks: readonly [Network<'eip155'>, Network<'eip155'>] = [
  toNetwork(31337, 'First chain'),
  toNetwork(31338, 'Second chain'),
];

export const noStorage: ScopedStorage = {
  get: () => undefined,
  set: () => undefined,
  remove: () => undefined,
};

/** Stands in for the browser's window, which Node lacks. */
export function openWindow(): EventTarget {
  const page = new EventTarget();
  Object.assign(globalThis, { window: page });
  return page;
}

/** Starts discovery on a page; `lists` holds all that it published, the newest last. */
export function openDiscovery(options?: unknown) {
  const lists: (readonly WalletListing[])[] = [];
  const ended = new AbortController();
  const port: DiscoveryPort<'eip155'> = {
    family: 'evm',
    networks,
    options,
    signal: ended.signal,
    storage: noStorage,
    publish: (wallets) => lists.push(wallets),
  };
  return { ...discover(port), lists, list: () => lists.at(-1) ?? [], end: () => ended.abort() };
}

function toNetwork(chainId: number, title: string): Network<'eip155'> {
  return { id: `eip155:${chainId}`, title, rpc: ['http://127.0.0.1:9'], symbol: 'ETH', decimals: 18 };
}
