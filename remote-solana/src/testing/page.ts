import { type AccountId, type Approved, accountsOf, type Network, toAccountId } from '@linkspan/contract';
import { toAsking } from '@linkspan/kit/testing/ask';
import { createDiscoveryPort } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { solanaGenesisHashes } from '@linkspan/practice/networks';
import { createStore } from '@linkspan/store';
import { Window } from 'happy-dom';
import { vi } from 'vitest';
import { mount } from '../connector.ts';
import { discover } from '../discovery.ts';
import type { FakeWallet } from './wallet.ts';

type Networks = readonly [Network<'solana'>, ...Network<'solana'>[]];

const local = `solana:${solanaGenesisHashes[0].slice(0, 32)}` as const;
export const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const;

/** The networks of a page under test; the first answers at the address, the second nowhere. */
export function toNetworks(url = 'http://127.0.0.1:9'): Networks {
  return [toNetwork(local, 'Local cluster', url), toNetwork(devnet, 'Devnet', 'http://127.0.0.1:9')];
}

/** Stands in for the browser's window, which Node lacks. */
export function openWindow(): EventTarget {
  const page = Object.assign(new EventTarget(), {
    location: new URL('https://app.example/swap?account=0xa#key'),
  });
  vi.stubGlobal('window', page);
  return page;
}

/** Stands in for the browser's window and document; `listeners` holds the kinds of listeners that the window has. */
export function openDocument() {
  const window = new Window();
  const listeners: string[] = [];
  const { addEventListener, removeEventListener } = window;
  Object.assign(window, {
    addEventListener(...args: Parameters<typeof addEventListener>) {
      listeners.push(args[0]);
      addEventListener.apply(window, args);
    },
    removeEventListener(...args: Parameters<typeof removeEventListener>) {
      listeners.splice(listeners.indexOf(args[0]), 1);
      removeEventListener.apply(window, args);
    },
  });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('localStorage', window.localStorage);
  return { window, document: window.document, listeners, close: () => window.happyDOM.close() };
}

/** Starts discovery on a page: see `createDiscoveryPort`. */
export function openDiscovery(options?: unknown, storage = createStorage()) {
  const { port, ...page } = createDiscoveryPort({
    family: 'solana',
    networks: toNetworks(),
    options,
    storage,
  });
  return { ...discover(port), ...page };
}

/** Mounts the connector on a page with a real store; `adopt` takes a wallet as discovery would hand it over. */
export function openConnector(networks: Networks = toNetworks(), storage = createStorage()) {
  const store = createStore([{ id: 'solana', namespace: 'solana' }]);
  const view = store.view.family('solana');
  const ended = new AbortController();
  const port = { family: 'solana', networks, options: undefined, view: store.view, storage };
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
    adopt: (wallet: Shown) => handle.adopt(toApproved(wallet), store.openLease('solana').lease),
  };
}

/** What of a wallet its approval needs. */
type Shown = Pick<FakeWallet, 'addresses'> & { readonly wallet: object; readonly own?: object | undefined };

/** The id of one of a fake wallet's accounts. */
export function idOf(
  wallet: Pick<FakeWallet, 'addresses'>,
  index: number,
  network: `solana:${string}` = local,
) {
  return toAccountId(network, String(wallet.addresses[index])) as AccountId<'solana'>;
}

function toApproved({ own, ...wallet }: Shown): Approved<'solana'> {
  return {
    attempt: 'a',
    wallet: { id: 'Harbour', name: 'Harbour' },
    accounts: [idOf(wallet, 0)],
    provider: { provider: wallet.wallet, own },
  };
}

function toNetwork(id: `solana:${string}`, title: string, url: string): Network<'solana'> {
  return { id, title, rpc: [url], symbol: 'SOL', decimals: 9 };
}
