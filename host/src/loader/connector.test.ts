import { type Handle, type Lease, LinkspanError, type Mount, type Port } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import type { PageEvent } from '../events.ts';
import type { FailureMark } from '../releases/failure-mark.ts';
import type { Release } from '../releases/release.ts';
import { approve } from '../testing/fake-discovery.ts';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { createFakeHandle, type FakeHandle } from '../testing/fake-handle.ts';
import { createFakeSlot, remoteUrl } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { type Connectors, createConnectors } from './connector.ts';
import type { Federation } from './federation.ts';
import { offered } from './libraries.ts';
import { openRanFiles } from './ran-files.ts';
import { type FamilySlot, fetchConnector } from './slot.ts';

const folder = `${remoteUrl}releases/1.2.3/`;

let store: Store;
let connectors: Connectors;
/** What the federation's import of the connector does; a fake remote, with a switch for each failure. */
let load: Federation['load'];
let federation: () => Promise<Federation>;
let told: PageEvent[];
let loads: string[];
let compiled: string[];
let slot: FamilySlot;
const compile = (_: unknown, path: string) => void compiled.push(path);
let handle: FakeHandle;
const mount: Mount = () => handle;
const remote = () => store.view.family('evm').remote.get();
const serve = (answer: Answer) => installFetch({ [`${folder}entry.js`]: answer, [`${folder}glue.js`]: '1' });

beforeEach(() => {
  store = createStore(fakeConfig.families);
  [loads, told, compiled] = [[], [], []];
  handle = createFakeHandle();
  load = async () => ({ mount });
  federation = async () => ({
    load: (name, entry, module) => {
      loads.push(`${name} ${entry} ${module}`);
      return load(name, entry, module);
    },
  });
  serve('1');
  slot = createFakeSlot({ shared: { react: '^19.0.0' } });
  connectors = open();
});

function open(): Connectors {
  return createConnectors({
    store,
    slots: new Map([['evm', slot]]),
    federation: () => federation(),
    loadLibraries: async () => offered,
    compile,
    emit: (event) => told.push(event),
  });
}

afterEach(() => void vi.useRealTimers());

describe('a connector', () => {
  it('is loaded and mounted once, however often it is needed', async () => {
    const both = await Promise.all([connectors.mounted('evm'), connectors.mounted('evm')]);
    expect(both[0]).toBe(both[1]);
    expect(await connectors.mounted('evm')).toBe(both[0]);
    expect(loads).toEqual([`remote-evm ${folder}entry.js connector`]);
    expect(remote()).toMatchObject({ stage: 'mounted', release: { version: '1.2.3' } });
  });

  it('reads the page’s one store, and shows a pairing in it', async () => {
    const mounts: Parameters<Mount>[0][] = [];
    load = async () => ({
      mount: (port: Parameters<Mount>[0]) => {
        mounts.push(port);
        return handle;
      },
    });
    await connectors.mounted('evm');
    const [port] = mounts;
    expect(port?.view).toBe(store.view);
    expect(port).toMatchObject({ family: 'evm', networks: fakeConfig.families[0]?.networks });
    const pairing = { wallet: 'Harbour', uri: 'wc:1', links: [] };
    port?.showPairing(pairing);
    expect(store.view.family('evm').pairing.get()).toEqual(pairing);
    expect(() => port?.showPairing({ ...pairing, uri: '' })).toThrow(
      expect.objectContaining({ code: 'remote/malformed' }),
    );
  });

  it('that cannot be fetched is tried again by the next need', async () => {
    serve(503);
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/unreachable' });
    expect(remote()).toMatchObject({ stage: 'failed', step: 'again' });
    expect(loads).toEqual([]);
    serve('1');
    await expect(connectors.mounted('evm')).resolves.toHaveProperty('adopt');
    expect(remote()).toMatchObject({ stage: 'mounted' });
  });

  describe('whose files have run here before', () => {
    let asked: ReturnType<typeof installFetch>;

    beforeEach(async () => {
      const documents = createFakeStorage();
      slot.ran = openRanFiles(slot.release as Release, documents);
      await connectors.mounted('evm');
      connectors.unmount('evm');
      // As the next page does.
      delete slot.pending;
      slot.ran = openRanFiles(slot.release as Release, documents);
      connectors = open();
      asked = serve('1');
    });

    it('is imported without fetching them', async () => {
      await connectors.mounted('evm');
      expect(asked).toEqual([]);
    });

    it('is told to be unreachable, and no fault of the release, where the cache has lost one that does not come', async () => {
      load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
      serve(503);
      await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/unreachable' });
      expect(slot.ran?.has('entry.js')).toBe(false);
    });

    it('is broken where the server has them', async () => {
      load = () => Promise.reject(new Error('no'));
      await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/broken' });
    });
  });

  it('is mounted once by those who try again at the same time', async () => {
    serve(503);
    const failed = [connectors.mounted('evm'), connectors.mounted('evm')];
    const again = failed.map((one) =>
      one.catch(() => {
        serve('1');
        return connectors.mounted('evm');
      }),
    );
    await expect(Promise.all(again)).resolves.toHaveLength(2);
    expect(loads).toHaveLength(1);
  });

  it('whose fetch is too slow is tried again', async () => {
    vi.useFakeTimers();
    serve('hang');
    const failed = expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/timeout' });
    await vi.advanceTimersByTimeAsync(20_000);
    await failed;
    expect(remote()).toMatchObject({ step: 'again' });
  });

  it('joins the fetch that somebody’s turning to it has begun', async () => {
    const asked = serve('1');
    await fetchConnector(slot, slot.release as Release);
    await connectors.mounted('evm');
    expect(asked.map(({ url }) => url)).toEqual([`${folder}entry.js`, `${folder}glue.js`]);
  });

  it('has each of its files compiled that has come, before any is run', async () => {
    load = async () => {
      expect(compiled).toEqual(['entry.js', 'glue.js']);
      return { mount };
    };
    await connectors.mounted('evm');
    expect(compiled).toHaveLength(2);
  });

  it('has its files compiled under the failure mark: a store may answer the browser otherwise than the fetch', async () => {
    const marked: unknown[] = [];
    const during: FailureMark['during'] = (module, run) => {
      marked.push([module, [...compiled]]);
      return run();
    };
    slot.failureMark = { during, list: () => undefined, work: () => undefined } as unknown as FailureMark;
    await connectors.mounted('evm');
    expect(marked).toEqual([['connector', []]]);
    expect(compiled).toHaveLength(2);
  });

  it('has none of its files compiled where one has not come', async () => {
    serve(503);
    await connectors.mounted('evm').catch(() => undefined);
    expect(compiled).toEqual([]);
  });

  it('that hangs as it starts fails past the deadline, and only a reload can help', async () => {
    await fetchConnector(slot, slot.release as Release);
    vi.useFakeTimers();
    load = () => new Promise(() => undefined);
    const failed = expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/timeout' });
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    expect(remote()).toMatchObject({ stage: 'failed', step: 'reload' });
  });

  it.each<[string, unknown]>([
    ['exports nothing', {}],
    ['is nothing', null],
    ['exports something else', { mount: 1 }],
    ['answers nothing', { mount: () => undefined }],
    ['lacks a command', { mount: () => ({ ...handle, read: undefined }) }],
    [
      'throws',
      {
        mount: () => {
          throw new Error('no');
        },
      },
    ],
  ])('that %s is broken, and only a reload can help', async (_, module) => {
    load = async () => module;
    const failure = { code: 'loader/broken', context: { remote: 'remote-evm', stage: 'connector' } };
    await expect(connectors.mounted('evm')).rejects.toMatchObject(failure);
    expect(remote()).toMatchObject({ stage: 'failed', step: 'reload', failure });
  });

  it('whose import fails is not imported a second time by this page', async () => {
    load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/broken' });
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/broken' });
    expect(loads).toHaveLength(1);
  });

  it('gives its own code where it has one', async () => {
    load = async () => ({
      mount: () => {
        throw new LinkspanError('config/malformed', { place: 'a', expected: 'b' });
      },
    });
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'config/malformed' });
  });

  it('has the page’s own part asked for beside its files, and not after them', () => {
    let isAsked = false;
    federation = () => {
      isAsked = true;
      return createDeferred<Federation>().promise;
    };
    serve('hang');
    connectors.mounted('evm').catch(() => undefined);
    expect(isAsked).toBe(true);
  });

  it('is run once the libraries that it needs are there, and is not at fault where they do not come', async () => {
    const failed = createDeferred<typeof offered>();
    connectors = createConnectors({
      ...{ store, slots: new Map([['evm', createFakeSlot({ shared: { react: '^19.0.0' } })]]) },
      ...{
        federation: () => federation(),
        loadLibraries: () => failed.promise,
        compile,
      },
      emit: () => undefined,
    });
    const mounted = connectors.mounted('evm').catch((error: unknown) => error);
    await vi.waitFor(() => expect(remote()).toMatchObject({ stage: 'mounting' }));
    failed.reject(new TypeError('Failed to fetch dynamically imported module'));
    expect(await mounted).toMatchObject({ code: 'loader/host' });
    expect(loads).toEqual([]);
    expect(remote()).toMatchObject({ stage: 'failed', failure: { code: 'loader/host' } });
  });

  it('is not at fault where the page’s own part does not load', async () => {
    federation = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/host' });
    expect(remote()).toMatchObject({ step: 'reload', failure: { code: 'loader/host' } });
  });

  it('is not at fault either where that part is late', async () => {
    await fetchConnector(slot, slot.release as Release);
    vi.useFakeTimers();
    federation = () => createDeferred<Federation>().promise;
    const mounted = connectors.mounted('evm').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await mounted).toMatchObject({ code: 'loader/host' });
  });

  it('cannot be had without a release', async () => {
    const slot = createFakeSlot();
    slot.release = undefined;
    connectors = createConnectors({
      store,
      slots: new Map([['evm', slot]]),
      federation,
      loadLibraries: async () => offered,
      compile,
      emit: () => undefined,
    });
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'release/unreachable' });
    expect(remote()).toEqual({ stage: 'pending' });
  });

  it('tells how long its stages took, and which of them failed', async () => {
    await connectors.mounted('evm');
    expect(told).toMatchObject([
      { kind: 'stage', family: 'evm', remote: 'remote-evm', version: '1.2.3', stage: 'connector' },
      { kind: 'stage', stage: 'mount', durationMs: expect.any(Number) },
    ]);
    expect(told[1]).not.toHaveProperty('code');
  });

  it('of a family that the page does not have is refused', () => {
    expect(() => connectors.mounted('other')).toThrow(
      expect.objectContaining({ code: 'remote/unknown-family' }),
    );
  });
});

describe('a connector that is unmounted', () => {
  const view = () => store.view.family('evm');
  let ports: Port[];
  let unmounts: number;

  beforeEach(() => {
    [ports, unmounts] = [[], 0];
    load = async () => ({
      mount: (port: Port) => {
        ports.push(port);
        const unmount = () => {
          unmounts += 1;
        };
        return { ...handle, unmount };
      },
    });
  });

  async function connect(): Promise<{ readonly held: Handle; readonly lent: Lease }> {
    let lent: Lease | undefined;
    const { adopt } = handle;
    handle.adopt = (approved, lease) => {
      lent = lease;
      return adopt(approved, lease);
    };
    const held = await connectors.mounted('evm');
    await held.adopt(approve('one'), store.openLease('evm').lease);
    return { held, lent: lent as unknown as Lease };
  }

  it('hears of it once, by its signal too, and is mounted again by the next need, of the same module', async () => {
    await connect();
    connectors.unmount('evm');
    connectors.unmount('evm');
    expect([unmounts, ports[0]?.signal.aborted]).toEqual([1, true]);
    expect(remote()).toMatchObject({ stage: 'listed', release: { version: '1.2.3' } });
    await connectors.mounted('evm');
    expect([loads.length, ports.length, ports[1]?.signal.aborted]).toEqual([1, 2, false]);
    expect(remote()).toMatchObject({ stage: 'mounted' });
  });

  it('leaves its family disconnected, for a reason that is no farewell', async () => {
    await connect();
    expect(view().connection.get()).toMatchObject({ status: 'connected' });
    connectors.unmount('evm');
    expect(view().connection.get()).toEqual({
      status: 'disconnected',
      failure: { code: 'remote/unmounted', context: { family: 'evm' } },
    });
  });

  it('publishes nothing any more, also when nobody has taken its seat', async () => {
    const { lent } = await connect();
    connectors.unmount('evm');
    const before = view().connection.get();
    const unleased = expect.objectContaining({ code: 'remote/unleased' });
    expect(() => lent.publishConnection({ status: 'disconnected' })).toThrow(unleased);
    expect(() => lent.publishBalance({} as never)).toThrow(unleased);
    expect(view().connection.get()).toBe(before);
  });

  it('ends what it was doing, and is asked for nothing more', async () => {
    const { held } = await connect();
    const intent = { kind: 'message', account: 'eip155:31337:0xone', text: 'Hello' } as const;
    const asked = held.read(intent).then((reading) => reading.answer({ noted: () => undefined }));
    await vi.waitFor(() => expect(handle.signs).toHaveLength(1));
    connectors.unmount('evm');
    await expect(asked).rejects.toMatchObject({ code: 'remote/unmounted', context: { family: 'evm' } });
    await expect(held.read(intent)).rejects.toMatchObject({ code: 'remote/unmounted' });
    expect(handle.signs).toHaveLength(1);
  });

  it('while it is loaded is never mounted', async () => {
    const mounted = connectors.mounted('evm');
    connectors.unmount('evm');
    await expect(mounted).rejects.toMatchObject({ code: 'remote/unmounted' });
    expect([ports, remote().stage]).toEqual([[], 'listed']);
    await connectors.mounted('evm');
    expect(ports).toHaveLength(1);
  });

  it('and throws in that is unmounted all the same, and told as a fault', async () => {
    load = async () => ({
      mount: () => ({
        ...handle,
        unmount: () => {
          throw new Error('no');
        },
      }),
    });
    await connectors.mounted('evm');
    connectors.unmount('evm');
    expect(remote()).toMatchObject({ stage: 'listed' });
    expect(told.at(-1)).toEqual({ kind: 'fault', family: 'evm', code: 'remote/failed' });
  });

  it('and throws when it is mounted again fails with a code', async () => {
    await connectors.mounted('evm');
    connectors.unmount('evm');
    load = expect.fail;
    handle = new Proxy(handle, {
      ownKeys() {
        throw new Error('no');
      },
    });
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/broken' });
    expect(remote()).toMatchObject({ stage: 'failed', step: 'reload' });
    connectors.unmount('evm');
    expect(remote()).toMatchObject({ stage: 'failed' });
  });

  it('is nothing to do where none is mounted', () => {
    connectors.unmount('evm');
    expect([remote(), told]).toEqual([{ stage: 'pending' }, []]);
  });
});

describe('a command that asks no person', () => {
  it.each([
    ['disconnect', 10_000, 'remote/timeout'],
    ['switchAccount', 10_000, 'remote/timeout'],
    ['adopt', 15_000, 'wallet/timeout'],
  ] as const)('that never ends is late: %s', async (command, deadlineMs, code) => {
    handle[command] = () => new Promise(() => undefined);
    const held = await connectors.mounted('evm');
    vi.useFakeTimers();
    const run = {
      disconnect: () => held.disconnect(),
      switchAccount: () => held.switchAccount('eip155:31337:0xone'),
      adopt: () => held.adopt(approve('one'), store.openLease('evm').lease),
    };
    const late = expect(run[command]()).rejects.toMatchObject({ code });
    await vi.advanceTimersByTimeAsync(deadlineMs);
    await late;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that throws at once rejects', async () => {
    handle.disconnect = () => {
      throw new Error('no');
    };
    await expect((await connectors.mounted('evm')).disconnect()).rejects.toThrow('no');
  });
});
