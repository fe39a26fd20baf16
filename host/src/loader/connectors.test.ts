import { LinkspanError, type Mount } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { createFakeHandle } from '../testing/fake-handle.ts';
import { createFakeMakers } from '../testing/fake-makers.ts';
import { createFakeBerth, remoteUrl } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { type Connectors, createConnectors } from './connectors.ts';
import type { Federation } from './federation.ts';
import { offered } from './offered.ts';

const folder = `${remoteUrl}releases/1.2.3/`;

let store: Store;
let connectors: Connectors;
/** What the federation's import of the connector does; a fake remote, with a switch for each failure. */
let load: Federation['load'];
let federation: () => Promise<Federation>;
let loads: string[];
const handle = createFakeHandle();
const mount: Mount = () => handle;
const remote = () => store.view.family('evm').remote.get();
const serve = (answer: Answer) => installFetch({ [`${folder}entry.js`]: answer, [`${folder}glue.js`]: '1' });

beforeEach(() => {
  store = createStore(fakeConfig.families);
  loads = [];
  load = async () => ({ mount });
  federation = async () => ({
    load: (name, entry, module) => {
      loads.push(`${name} ${entry} ${module}`);
      return load(name, entry, module);
    },
  });
  serve('1');
  connectors = createConnectors({
    store,
    berths: new Map([['evm', createFakeBerth()]]),
    federation: () => federation(),
    makers: createFakeMakers(),
    now: () => 7,
  });
});

afterEach(() => void vi.useRealTimers());

describe('a connector', () => {
  it('is loaded and mounted once, however often it is needed', async () => {
    const both = await Promise.all([connectors.mounted('evm'), connectors.mounted('evm')]);
    expect(both).toEqual([handle, handle]);
    expect(await connectors.mounted('evm')).toBe(handle);
    expect(loads).toEqual([`remote_evm_id_of_the_fake_release ${folder}entry.js connector`]);
    expect(remote()).toMatchObject({ stage: 'mounted', release: { version: '1.2.3' } });
  });

  it('is lent the page’s one store and its libraries', async () => {
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
    expect(port?.libraries.react).toBe(offered.react?.module);
    expect(port?.now()).toBe(7);
    expect(port).toMatchObject({ family: 'evm', networks: fakeConfig.families[0]?.networks });
    expect(await port?.files.json('glue.js')).toBe(1);
  });

  it('that cannot be fetched is tried again by the next need', async () => {
    serve(503);
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/unreachable' });
    expect(remote()).toMatchObject({ stage: 'failed', mend: 'again' });
    expect(loads).toEqual([]);
    serve('1');
    await expect(connectors.mounted('evm')).resolves.toBe(handle);
    expect(remote()).toMatchObject({ stage: 'mounted' });
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
    await expect(Promise.all(again)).resolves.toEqual([handle, handle]);
    expect(loads).toHaveLength(1);
  });

  it('whose fetch is too slow is tried again', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    serve(new TypeError('aborted'));
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/timeout' });
    expect(remote()).toMatchObject({ mend: 'again' });
  });

  it('that hangs as it starts fails past the deadline, and only a reload can mend it', async () => {
    vi.useFakeTimers();
    load = () => new Promise(() => undefined);
    const failed = expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/timeout' });
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    expect(remote()).toMatchObject({ stage: 'failed', mend: 'reload' });
  });

  it.each<[string, unknown]>([
    ['exports nothing', {}],
    ['is nothing', null],
    ['exports something else', { mount: 1 }],
    ['answers nothing', { mount: () => undefined }],
    ['lacks a command', { mount: () => ({ ...handle, send: undefined }) }],
    [
      'throws',
      {
        mount: () => {
          throw new Error('no');
        },
      },
    ],
  ])('that %s is broken, and only a reload can mend it', async (_, module) => {
    load = async () => module;
    const failure = { code: 'loader/broken', context: { remote: 'remote-evm', stage: 'connector' } };
    await expect(connectors.mounted('evm')).rejects.toMatchObject(failure);
    expect(remote()).toMatchObject({ stage: 'failed', mend: 'reload', failure });
  });

  it('whose import fails is not imported a second time by this page', async () => {
    load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/broken' });
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/broken' });
    expect(loads).toHaveLength(1);
  });

  it('gives its own code where it has one', async () => {
    const context = { family: 'evm', library: 'react' };
    load = async () => ({
      mount: () => {
        throw new LinkspanError('remote/second-copy', context);
      },
    });
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'remote/second-copy', context });
  });

  it('is not at fault where the page’s own part does not load', async () => {
    federation = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'loader/host' });
    expect(remote()).toMatchObject({ mend: 'reload', failure: { code: 'loader/host' } });
  });

  it('cannot be had without a release', async () => {
    const berth = createFakeBerth();
    berth.release = undefined;
    connectors = createConnectors({
      store,
      berths: new Map([['evm', berth]]),
      federation,
      makers: createFakeMakers(),
      now: () => 0,
    });
    await expect(connectors.mounted('evm')).rejects.toMatchObject({ code: 'release/unreachable' });
    expect(remote()).toEqual({ stage: 'pending' });
  });

  it('of a family that the page does not have is refused', () => {
    expect(() => connectors.mounted('other')).toThrow(
      expect.objectContaining({ code: 'remote/unknown-family' }),
    );
  });
});
