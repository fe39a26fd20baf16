import type { DiscoveryPort, Port } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openStorage } from '../storage.ts';
import { installFetch } from '../testing/fake-fetch.ts';
import { createFakeHandle } from '../testing/fake-handle.ts';
import { createFakeRelease, createFakeSlot, remoteUrl } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { listWritable } from '../testing/list-writable.ts';
import { createConnectors } from './connector.ts';
import { startDiscovery } from './discovery.ts';
import { offered } from './libraries.ts';
import type { FamilySlot } from './slot.ts';

/** What stays open: a signal is the platform's own object, one for each port; React speaks to its renderer by the rest. */
const open = /^handed\.(signal|[\w/-]+\.(default\.)?__(CLIENT|DOM)_INTERNALS_\w+)(\.|$)/;

let store: Store;
let slot: FamilySlot;
let given: unknown;

beforeEach(() => {
  store = createStore(fakeConfig.families);
  slot = { ...createFakeSlot({ shared: { react: '^19.0.0' } }), storage: openStorage('a:') };
  given = undefined;
});

async function mountPort(): Promise<Port> {
  const folder = `${remoteUrl}releases/1.2.3/`;
  installFetch({ [`${folder}entry.js`]: '1', [`${folder}glue.js`]: '1' });
  const mount = (port: Port) => {
    given = port;
    return createFakeHandle();
  };
  const federation = async () => ({ load: async () => ({ mount }) });
  const slots = new Map([['evm', slot]]);
  const needs = {
    store,
    slots,
    federation,
    loadLibraries: async () => offered,
    compile: () => undefined,
    emit: () => undefined,
  };
  await createConnectors(needs).mounted('evm');
  return given as Port;
}

async function discoverPort(): Promise<DiscoveryPort> {
  vi.stubGlobal('given', undefined);
  const source = `export const discover = (port) => {
    globalThis.given = port;
    return { attempt() {}, restore() {} };
  };`;
  const address = `data:text/javascript,${encodeURIComponent(source)}#${Math.random()}`;
  installFetch({ [address]: source });
  slot.release = { ...createFakeRelease({ files: [] }), addressOf: () => address };
  await startDiscovery(slot, { store, emit: () => undefined });
  return Reflect.get(globalThis, 'given') as DiscoveryPort;
}

describe('what a connector is given', () => {
  it('cannot be changed by it, at any depth', async () => {
    const port = await mountPort();
    expect(listWritable(port).filter((path) => !open.test(path))).toEqual([]);
  });

  it('is a view of which nothing leads to what the store writes by', async () => {
    const { view } = await mountPort();
    for (const family of view.families) {
      const facts = view.family(family);
      expect(listWritable(facts)).toEqual([]);
      for (const fact of Object.values(facts)) {
        expect(Reflect.ownKeys(fact)).toEqual(['get', 'listen', 'subscribe']);
        expect(listWritable(fact.get())).toEqual([]);
      }
    }
  });

  it('has libraries in which nothing but their own notes can be written, and none be taken away', async () => {
    expect(listWritable(offered).filter((path) => !open.test(path))).toEqual([]);
    const react = offered.react as { useState: unknown; default: { useState: unknown } };
    expect(() => (react.default.useState = () => ['mine'])).toThrow(TypeError);
    expect(() => (react.useState = () => ['mine'])).toThrow(TypeError);
  });

  it('is a lease that cannot be changed either', () => {
    expect(listWritable(store.openLease('evm').lease)).toEqual([]);
  });
});

describe('what a discovery is given', () => {
  it('cannot be changed by it, at any depth', async () => {
    const port = await discoverPort();
    expect(listWritable(port).filter((path) => !open.test(path))).toEqual([]);
  });

  it('is a signal that no other remote listens to', async () => {
    const { signal } = await mountPort();
    const one = await discoverPort();
    const other = await discoverPort();
    expect(new Set([one.signal, other.signal, signal]).size).toBe(3);
  });
});
