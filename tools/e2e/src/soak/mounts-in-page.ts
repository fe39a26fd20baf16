import type { Approved, Discover, Mount, NetworkId, View } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import type { Candidate } from '../conformance/in-page.ts';
import { type FamilyConfig, findInstance, readFamily } from '../conformance/own-page.ts';

/** What mounts and unmounts a connector in the page, as a second host of it. */
export interface Mounts {
  open(candidate: Pick<Candidate, 'family' | 'discovery' | 'entry'>): Promise<void>;
  /** Mounts and unmounts the connector so often; every tenth takes a wallet over before it goes. */
  run(times: number): Promise<void>;
}

const adoptsEvery = 10;
let mountOnce: ((adopts: boolean) => Promise<void>) | undefined;

const mounts: Mounts = {
  async open({ family, discovery, entry }) {
    const own = readFamily(family);
    const instance = findInstance();
    const name = `mounts_${family}`;
    instance.registerRemotes([{ name, entry, type: 'module' }]);
    const { mount } = (await instance.loadRemote(`${name}/connector`)) as { mount: Mount };
    const { discover } = (await import(/* @vite-ignore */ discovery)) as { discover: Discover };
    const read = await openWallet(own, discover);
    mountOnce = async (adopts) => {
      const store = createStore([{ id: own.id, namespace: own.namespace }]);
      const control = new AbortController();
      const handle = mount({
        family: own.id,
        networks: own.networks,
        options: own.remote.options,
        view: store.view,
        storage: createStorage(),
        signal: control.signal,
        importCode,
        showPairing: () => undefined,
      });
      if (adopts) await handle.adopt(await read(), store.openLease(own.id).lease);
      control.abort();
      handle.unmount();
    };
  },
  async run(times) {
    for (let time = 1; time <= times; time++) await mountOnce?.(time % adoptsEvery === 0);
  },
};
Object.assign(globalThis, { mounts });

/** Reads without a prompt what the practice wallet has opened to the page. */
async function openWallet(own: FamilyConfig, discover: Discover): Promise<() => Promise<Approved>> {
  const { id, networks, remote } = own;
  const { signal } = new AbortController();
  const { options } = remote;
  const showPairing = () => undefined;
  const port = { family: id, networks, options, signal, importCode, showPairing, storage: createStorage() };
  const discovery = discover({ ...port, publish: () => undefined, unlocked: () => undefined });
  const network: NetworkId = networks[0].id;
  return async () => {
    const approved = await discovery.restore(findWallet(id), {
      id: 'mounts',
      network,
      signal,
      deadlineMs: 10_000,
    });
    if (approved === undefined) throw new Error('The practice wallet has opened no account.');
    return approved;
  };
}

/** The id of the wallet that the page itself has connected. */
function findWallet(family: string): string {
  const { linkspan } = globalThis as unknown as { readonly linkspan: { readonly view: View } };
  const connection = linkspan.view.family(family).connection.get();
  return connection.status === 'connected' ? connection.wallet.id : '';
}

function importCode<Module>(_: readonly string[], load: () => Promise<Module>): Promise<Module> {
  return load();
}

function createStorage() {
  const kept = new Map<string, string>();
  return {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
}
