import { createStorage } from '@linkspan/check/own-page';
import type { Discover, Discovery, Handle, Mount, Pairing } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { createInstance } from '@module-federation/runtime';
import * as core from '@module-federation/runtime-core';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as dom from 'react-dom';
import * as domClient from 'react-dom/client';
import type { PlainData, PlainFamily, PlainHost } from './plain-host.ts';

/** What the fixture pages share, by package name. */
const libraries = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': dom,
  'react-dom/client': domClient,
};

/** A family's remote, as it was loaded. */
interface Loaded {
  readonly discovery: Discovery;
  readonly handle: Handle;
}

const { families, react: version = '' }: PlainData = JSON.parse(
  document.getElementById('data')?.textContent ?? '{}',
);
const store: Store = createStore(families);
const { signal } = new AbortController();

// Remotes leave the runtime's core to the page: the plugin's `experiments.provideExternalRuntime` does the same.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
const federation = createInstance({
  name: 'plain',
  remotes: families.map(({ container, entry }) => ({ name: container, entry })),
  shared: Object.fromEntries(
    Object.entries(version ? libraries : {}).map(([library, module]) => [
      library,
      { version, lib: () => module, shareConfig: { singleton: true, requiredVersion: `^${version}` } },
    ]),
  ),
});

const loaded = Promise.all(families.map(async (family) => [family.id, await load(family)] as const));

async function load({ id, networks, options, discovery, container }: PlainFamily): Promise<Loaded> {
  const common = {
    family: id,
    networks,
    options,
    signal,
    importCode: <Module>(_: readonly string[], load: () => Promise<Module>) => load(),
    showPairing: (pairing?: Pairing) => store.publishPairing(id, pairing),
    storage: createStorage(),
  };
  const { discover }: { discover: Discover } = await import(/* @vite-ignore */ discovery);
  const connector = await federation.loadRemote<{ mount: Mount }>(`${container}/connector`);
  if (!connector) throw new Error(`${container} exposes no connector`);
  return {
    discovery: discover({
      ...common,
      publish: (list) => store.publishWallets(id, list),
      unlocked: () => undefined,
    }),
    handle: connector.mount({ ...common, view: store.view }),
  };
}

async function connect(id: string): Promise<void> {
  const family = families.find((one) => one.id === id);
  const remote = new Map(await loaded).get(id);
  const wallet = store.view
    .family(id)
    .wallets.get()
    .find(({ reach }) => reach === 'installed');
  if (!family || !remote || !wallet) throw new Error(`${id} has no wallet`);
  const approved = await remote.discovery.attempt(wallet.id, {
    id: crypto.randomUUID(),
    network: family.networks[0].id,
    signal,
    deadlineMs: 30_000,
    onProgress: () => undefined,
    mayUndo: () => true,
    pressed: async () => undefined,
  });
  await remote.handle.adopt(approved, store.openLease(id).lease);
}

async function startPractice(): Promise<void> {
  const module = '/practice/wallets.js';
  const { announce } = await import(/* @vite-ignore */ module);
  announce({ networks: Object.fromEntries(families.map(({ id, networks }) => [id, networks])) });
}

const host: PlainHost = { connect, readConnection: (id) => store.view.family(id).connection.get() };
Object.assign(globalThis, { plainHost: host });
loaded
  .then(startPractice)
  .then(() => {
    document.body.dataset.ready = 'yes';
  })
  .catch((error: unknown) => {
    document.body.dataset.ready = String(error);
  });
