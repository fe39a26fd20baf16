import { type Approved, accountsOf, type DiscoveryPort, type Network, toAccountId } from '@linkspan/contract';
import { toAsking } from '@linkspan/kit/testing/ask';
import { createDiscoveryPort } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { createStore } from '@linkspan/store';
import { vi } from 'vitest';
import { mount } from '../connector.ts';
import { discover } from '../discovery.ts';
import type { FakeWallet } from './wallet.ts';

type Networks = readonly [Network<'eip155'>, ...Network<'eip155'>[]];

/** The networks of a page under test; the first answers at the address, the second nowhere. */
export function toNetworks(url = 'http://127.0.0.1:9'): Networks {
  return [toNetwork(31337, 'First chain', url), toNetwork(31338, 'Second chain', 'http://127.0.0.1:9')];
}

/** Stands in for the browser's window, which Node lacks. */
export function openWindow(): EventTarget {
  const page = Object.assign(new EventTarget(), {
    location: new URL('https://app.example/swap?account=0xa#key'),
  });
  vi.stubGlobal('window', page);
  return page;
}

/** Starts discovery on a page: see `createDiscoveryPort`. */
export function openDiscovery(wish: Partial<DiscoveryPort<'eip155'>> = {}) {
  const { port, ...page } = createDiscoveryPort({ family: 'evm', networks: toNetworks(), ...wish });
  return { ...discover(port), ...page };
}

/** Mounts the connector on a page with a real store; `approve` is what discovery does for it. */
export function openConnector(networks: Networks = toNetworks()) {
  const store = createStore([{ id: 'evm', namespace: 'eip155' }]);
  const view = store.view.family('evm');
  const ended = new AbortController();
  const port = { family: 'evm', networks, options: undefined, view: store.view, storage: createStorage() };
  const handle = mount({
    ...port,
    signal: ended.signal,
    importCode: (_, load) => load(),
    showPairing: () => undefined,
  });
  return {
    ...handle,
    ...toAsking(handle),
    view,
    end: () => ended.abort(),
    accounts: () => accountsOf(view.connection.get()),
    adopt: (wallet: Shown) => handle.adopt(toApproved(wallet), store.openLease('evm').lease),
  };
}

/** What of a wallet its approval needs. */
type Shown = Pick<FakeWallet, 'provider' | 'accounts'> & { readonly own?: object | undefined };

function toApproved({ provider, own, accounts: [first] }: Shown): Approved<'eip155'> {
  const account = toAccountId<'eip155'>('eip155:31337', String(first?.address));
  return {
    attempt: 'a',
    wallet: { id: 'org.example.harbour', name: 'Harbour' },
    accounts: [account],
    provider: { provider, own },
  };
}

function toNetwork(chainId: number, title: string, url: string): Network<'eip155'> {
  return { id: `eip155:${chainId}`, title, rpc: [url], symbol: 'ETH', decimals: 18 };
}
