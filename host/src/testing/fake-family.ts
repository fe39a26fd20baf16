import type { WalletListing } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { type AttemptDependencies, type Attempts, createAttempts } from '../session/attempts.ts';
import { createFakeDiscovery, type FakeDiscovery } from './fake-discovery.ts';
import { createFakeHandle, type FakeHandle } from './fake-handle.ts';
import { fakeConfig } from './fake-shell.ts';

/** The first family of a page with everything real between its discovery and its connector, which are fakes. */
export interface FakeFamily {
  readonly store: Store;
  readonly attempts: Attempts;
  readonly discovery: FakeDiscovery;
  readonly handle: FakeHandle;
  /** How often the connector was asked for ahead of its use. */
  prepared: number;
}

/** Wallets `one` and `two` are installed, `three` is not here. */
export function createFakeFamily(needs: Partial<AttemptDependencies> = {}): FakeFamily {
  const store = createStore(fakeConfig.families);
  const discovery = createFakeDiscovery();
  const handle = createFakeHandle();
  let ids = 0;
  store.publishWallets('evm', [
    list('one'),
    list('two'),
    { ...list('three'), reach: 'absent', installUrl: 'https://wallet.example/' },
  ]);
  const family: FakeFamily = {
    store,
    discovery,
    handle,
    prepared: 0,
    attempts: createAttempts({
      store,
      discovery: async () => discovery,
      network: () => 'eip155:31337',
      adopt: (_, approved, lease) => handle.adopt(approved, lease),
      prepare: () => {
        family.prepared += 1;
      },
      newId: () => `id-${++ids}`,
      ...needs,
    }),
  };
  return family;
}

/** Lets everything that is due happen, short of timers. */
export async function settle(): Promise<void> {
  for (let count = 0; count < 30; count++) await Promise.resolve();
}

function list(id: string): WalletListing & { reach: 'installed' } {
  return { id, name: `Wallet ${id}`, reach: 'installed' };
}
