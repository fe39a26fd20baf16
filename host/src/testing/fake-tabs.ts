import type { AccountId, Approved, Connection, Lease } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import { endConnection } from '../loader/slot.ts';
import { createAdoptions } from '../session/adoptions.ts';
import { memoryPrefix, persistConnection } from '../session/remembered.ts';
import type { Request } from '../session/request.ts';
import { SilentReads } from '../session/restore.ts';
import { followTabs, type Tabs } from '../session/tabs.ts';
import { createFakeDiscovery } from './fake-discovery.ts';
import { fakeConfig } from './fake-shell.ts';

/** A wallet's answer to a silent read of one tab. */
export type Truth = (walletId: string, asked: readonly AccountId[]) => readonly AccountId[] | undefined;

/** One tab: all of it is real but the wallets and their connector. */
export interface FakeTab {
  readonly store: Store;
  readonly tabs: Tabs;
  readonly request: WritableAtom<Request>;
  connection(): Connection;
  /** What the person or the wallet does in this tab. */
  connect(walletId: string, ...accounts: [AccountId, ...AccountId[]]): void;
  disconnect(): void;
  /** Silent reads of wallets, and ends of the connection. */
  readonly done: string[];
  /** Dispatches the next storage event; false if there is none. */
  hear(): boolean;
}

/** Tabs of one browser with one storage; each gets a storage event when the test calls `hear`. */
export function openFakeTabs(count: number, truthOf: (tab: number) => Truth = () => (_, asked) => asked) {
  const storage = new Map<string, string>();
  const news: string[][] = Array.from({ length: count }, () => []);
  let writes = 0;

  function write(tab: number, key: string, value: string | undefined): void {
    if (storage.get(key) === value) return;
    if (value === undefined) storage.delete(key);
    else storage.set(key, value);
    writes += 1;
    for (const [other, waiting] of news.entries()) if (other !== tab) waiting.push(memoryPrefix + key);
  }

  const tabs = news.map((waiting, tab) =>
    openTab(truthOf(tab), waiting, {
      get: (key) => storage.get(key),
      set: (key, value) => write(tab, key, value),
      remove: (key) => write(tab, key, undefined),
    }),
  );
  return { tabs, storage, writes: () => writes };
}

function openTab(truth: Truth, news: string[], memory: Parameters<typeof persistConnection>[0]): FakeTab {
  const store = createStore(fakeConfig.families);
  const view = store.view.family('evm');
  const request = atom<Request>({ state: 'none' });
  const done: string[] = [];
  let held: Lease | undefined;
  let ids = 0;

  const discovery = {
    ...createFakeDiscovery(),
    attempt: () => Promise.reject(new Error('A tab that follows asks nobody')),
    async restore(walletId: string): Promise<Approved | undefined> {
      done.push(`read ${walletId}`);
      const stored = JSON.parse(memory.get('evm') || 'null')?.connection.accounts;
      const [first, ...others] = truth(walletId, stored ?? accountsOfOwn()) ?? [];
      if (first === undefined) return undefined;
      const wallet = { id: walletId, name: walletId };
      return { attempt: 'silent', wallet, accounts: [first, ...others], provider: undefined };
    },
  };
  const accountsOfOwn = () => {
    const connection = view.connection.get();
    return 'accounts' in connection ? connection.accounts : [];
  };
  const persisted = persistConnection(memory, 'evm', view, () => reads.isAhead('evm'));
  const reads = new SilentReads({
    store,
    memory,
    discovery: async () => discovery,
    adopt: createAdoptions(store, async (_, { wallet, accounts }, lease) => {
      await Promise.resolve();
      lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
      held = lease;
    }),
    newId: () => `id-${++ids}`,
    networks: () => ['eip155:31337'],
  });
  const tabs = followTabs({
    view: { families: ['evm'], family: store.view.family },
    memory,
    request: () => request,
    persisted: () => persisted,
    reads,
    end(family, isRevoked) {
      done.push('end');
      const revoked = { code: 'wallet/revoked', context: { wallet: 'one' } };
      endConnection(store, family, isRevoked ? revoked : undefined);
    },
  });
  return {
    store,
    tabs,
    request,
    done,
    connection: () => view.connection.get(),
    connect(walletId, ...accounts) {
      const wallet = { id: walletId, name: walletId };
      const adopt = () => {
        held = store.openLease('evm').lease;
        held.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
      };
      // Adoptions take turns.
      if (reads.isAhead('evm')) void reads.adopted('evm').then(adopt);
      else adopt();
    },
    disconnect() {
      if (view.connection.get().status === 'reconnecting') return reads.abandon('evm');
      const leave = () => {
        if (view.connection.get().status === 'connected') held?.publishConnection({ status: 'disconnected' });
      };
      void reads.adopted('evm').then(leave);
    },
    hear() {
      const key = news.shift();
      if (key !== undefined) tabs.onStorage(key);
      return key !== undefined;
    },
  };
}
