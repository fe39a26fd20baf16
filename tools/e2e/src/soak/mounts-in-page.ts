import { type Candidate, createStorage, loadRemote } from '@linkspan/check/own-page';
import type { View } from '@linkspan/contract';
import { createStore } from '@linkspan/store';

/** What mounts and unmounts a connector in the page, as a second host of it. */
export interface Mounts {
  open(candidate: Candidate): Promise<void>;
  /** Mounts and unmounts the connector so often; every tenth takes a wallet over before it goes. */
  run(times: number): Promise<void>;
}

const adoptsEvery = 10;
let mountOnce: ((adopts: boolean) => Promise<void>) | undefined;

const mounts: Mounts = {
  async open(candidate) {
    const { own, discover, mount } = await loadRemote(candidate);
    const common = {
      ...{ family: own.id, networks: own.networks, options: own.remote.options },
      importCode: <Module>(_: readonly string[], load: () => Promise<Module>) => load(),
      showPairing: () => undefined,
    };
    const { signal } = new AbortController();
    const port = { ...common, signal, storage: createStorage() };
    const discovery = discover({ ...port, publish: () => undefined, unlocked: () => undefined });
    /** Without a prompt, since the page itself has connected the practice wallet. */
    const read = async () => {
      const attempt = { id: 'mounts', network: own.networks[0].id, signal, deadlineMs: 10_000 };
      const approved = await discovery.restore(findWallet(own.id), attempt);
      if (approved === undefined) throw new Error('The practice wallet has opened no account.');
      return approved;
    };
    mountOnce = async (adopts) => {
      const store = createStore([{ id: own.id, namespace: own.namespace }]);
      const control = new AbortController();
      const { view } = store;
      const handle = mount({ ...common, view, storage: createStorage(), signal: control.signal });
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

/** The id of the wallet that the page itself has connected. */
function findWallet(family: string): string {
  const { linkspan } = globalThis as unknown as { readonly linkspan: { readonly view: View } };
  const connection = linkspan.view.family(family).connection.get();
  return connection.status === 'connected' ? connection.wallet.id : '';
}
