import type { Discovery, WalletListing } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { createAdoptions } from '../session/adoptions.ts';
import { type AttemptDependencies, Attempts } from '../session/attempts.ts';
import { ended } from '../session/remembered.ts';
import { SilentReads } from '../session/restore.ts';
import { createFakeDiscovery, type FakeDiscovery } from './fake-discovery.ts';
import { createFakeHandle, type FakeHandle } from './fake-handle.ts';
import { fakeConfig } from './fake-shell.ts';
import { createFakeStorage } from './fake-storage.ts';

/** The first family of a page with everything real between its discovery and its connector, which are fakes. */
export interface FakeFamily {
  readonly store: Store;
  readonly attempts: Attempts;
  readonly reads: SilentReads;
  readonly memory: ReturnType<typeof createFakeStorage>;
  readonly discovery: FakeDiscovery;
  readonly handle: FakeHandle;
  /** Settles when the discovery lists wallets: at once, unless a test replaces it. */
  listed: Promise<Discovery>;
  /** How often the connector was prepared. */
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
  const memory = createFakeStorage();
  const shared = {
    store,
    discovery: () => family.listed,
    adopt: createAdoptions(store, (_, approved, lease) => handle.adopt(approved, lease)),
    newId: () => `id-${++ids}`,
  };
  const reads = new SilentReads({ ...shared, memory, networks: () => ['eip155:31337', 'eip155:31338'] });
  const attempts = new Attempts({
    ...shared,
    reads,
    network: () => 'eip155:31337',
    hasLeft: (id, walletId) => memory.get(id) === ended && walletId === 'one',
    prepare: () => {
      family.prepared += 1;
    },
    ...needs,
  });
  const family: FakeFamily = {
    store,
    discovery,
    handle,
    memory,
    reads,
    attempts,
    listed: Promise.resolve(discovery),
    prepared: 0,
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
