import { createHash } from 'node:crypto';
import { createStore } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Release } from '../releases/release.ts';
import { createFakeFailureMark } from '../testing/fake-failure-mark.ts';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { createFakeRelease, createFakeSlot, remoteUrl } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import {
  chooseReleases,
  createRemotePort,
  type FamilySlot,
  fetchConnector,
  type Lateness,
  preloadConnector,
  publishShare,
} from './slot.ts';

const folder = `${remoteUrl}releases/1.2.3/`;
const serve = (answer: Answer) => installFetch({ [`${folder}entry.js`]: answer, [`${folder}glue.js`]: '1' });

let slot: FamilySlot;
const fetchNow = () => fetchConnector(slot, slot.release as Release);
const codeOf = (fetched: Promise<void>) => fetched.catch(({ code }: { code: string }) => code);

beforeEach(() => {
  slot = createFakeSlot();
});

afterEach(() => void vi.useRealTimers());

describe('the files of a connector', () => {
  it('are fetched once for all who want them, while they come and after that', async () => {
    const asked = serve('1');
    await Promise.all([fetchNow(), fetchNow()]);
    await fetchNow();
    expect(asked).toHaveLength(2);
  });

  it('fail for all who wait for them, and are then asked for again', async () => {
    const asked = serve(503);
    const codes = await Promise.all([codeOf(fetchNow()), codeOf(fetchNow())]);
    expect(codes).toEqual(['loader/unreachable', 'loader/unreachable']);
    const tried = asked.length;
    const repaired = serve('1');
    await fetchNow();
    expect([tried > 0, repaired.length]).toEqual([true, 2]);
  });

  it('have their whole deadline, however long a preload has fetched them before', async () => {
    vi.useFakeTimers();
    serve('hang');
    preloadConnector(slot);
    await vi.advanceTimersByTimeAsync(19_000);
    let late: unknown;
    const joined = codeOf(fetchNow()).then((code) => {
      late = code;
    });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(late).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    await joined;
    expect(late).toBe('loader/timeout');
  });

  it('that are late are given up, so that nothing hangs that is asked for again', async () => {
    vi.useFakeTimers();
    const asked = serve('hang');
    const codes = Promise.all([codeOf(fetchNow()), codeOf(fetchNow())]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await codes).toEqual(['loader/timeout', 'loader/timeout']);
    expect(asked.map(({ init }) => init.signal?.aborted)).toEqual([true, true]);
    serve('1');
    await expect(fetchNow()).resolves.toBeUndefined();
  });

  it('are late also where something in the page has put a fetch in place of the browser’s that ends at nothing', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const code = codeOf(fetchNow());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await code).toBe('loader/timeout');
    expect(slot.pending).toBeUndefined();
  });

  it('leave no timer behind', async () => {
    vi.useFakeTimers();
    serve('1');
    await fetchNow();
    await fetchNow();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that come past the deadline may be those of the deploy’s copies, which are in the import map by then', async () => {
    vi.useFakeTimers();
    const slow = { ...createFakeSlot(), release: undefined };
    const release = createFakeRelease();
    const load = () => new Promise<Release>((resolve) => setTimeout(() => resolve(release), 900));
    const files = [{ path: 'entry.js', integrity: 'sha384-a' }];
    const { remote } = release.ref;
    const copies = [{ remote, id: release.id, path: 'releases/1.2.3/', files }];
    const choosing = chooseReleases([slow], { load }, toLateness(copies));
    await vi.advanceTimersByTimeAsync(2_000);
    await choosing;
    expect([slow.release, slow.copied?.id, slow.copied?.addressOf('entry.js')]).toEqual([
      ...[undefined, release.id],
      `${remoteUrl}releases/1.2.3/entry.js`,
    ]);
    expect(await slow.coming).toBe(release);
  });
});

describe('a preload', () => {
  it('fetches the files of a connector once', () => {
    const asked = serve('1');
    for (const one of [slot, undefined, slot]) preloadConnector(one);
    expect(asked.map(({ url }) => url)).toEqual([`${folder}entry.js`, `${folder}glue.js`]);
  });

  it('keeps to itself what does not come', async () => {
    installFetch({});
    preloadConnector(slot);
    await new Promise((resolve) => setTimeout(resolve));
  });
});

it('changes the share of the release that serves, and nothing else', () => {
  const store = createStore(fakeConfig.families);
  const slot = createFakeSlot();
  const before = slot.release;
  store.publishRemote('evm', {
    stage: 'mounted',
    release: { remote: 'remote-evm', version: '1.2.3', share: 100 },
  });
  publishShare(store, slot, 10);
  const ref = { remote: 'remote-evm', version: '1.2.3', share: 10 };
  expect(store.view.family('evm').remote.get()).toEqual({ stage: 'mounted', release: ref });
  expect(slot.release).toEqual({ ...before, share: 10, ref });
});

it('leaves a remote that has none as it is', () => {
  const store = createStore(fakeConfig.families);
  const slot = createFakeSlot();
  slot.release = undefined;
  publishShare(store, slot, 10);
  expect(store.view.family('evm').remote.get()).toEqual({ stage: 'pending' });
});

describe('code that a remote imports on demand', () => {
  const integrity = `sha384-${createHash('sha384').update('1').digest('base64')}`;
  const release = createFakeRelease({ files: [{ path: 'sign-BMc3_pHM.js', bytes: 1, integrity }] });
  const address = release.addressOf('sign-BMc3_pHM.js');
  const context = { remote: 'remote-evm', stage: 'connector' };
  const open = (slot = createFakeSlot()) => {
    const page = { store: createStore(fakeConfig.families), emit: () => undefined };
    return createRemotePort(slot, release, { ...page, stage: 'connector' }).importCode;
  };

  it('is fetched, then imported under the failure mark', async () => {
    const asked = installFetch({ [address]: '1' });
    const done: string[] = [];
    const slot = createFakeSlot();
    slot.failureMark = {
      ...createFakeFailureMark(),
      during(module, load) {
        done.push(`${module} after ${asked.length}`);
        return load();
      },
    };
    expect(await open(slot)(['sign'], async () => 'module')).toBe('module');
    expect(done).toEqual(['sign after 1']);
  });

  it('is not imported if it could not be fetched, and comes by the next call', async () => {
    installFetch({ [address]: 503 });
    const importCode = open();
    const load = vi.fn(async () => 'module');
    await expect(importCode(['sign'], load)).rejects.toMatchObject({ code: 'loader/unreachable', context });
    expect(load).not.toHaveBeenCalled();
    installFetch({ [address]: '1' });
    expect(await importCode(['sign'], load)).toBe('module');
  });

  it('is told as such if its import fails, or does not end', async () => {
    installFetch({ [address]: '1' });
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const failing = open()(['sign'], () => Promise.reject(cause));
    await expect(failing).rejects.toMatchObject({ code: 'loader/unreachable', context, cause });
    vi.useFakeTimers();
    const late = open()([], () => new Promise(() => undefined)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await late).toMatchObject({ code: 'loader/timeout', context });
  });
});

const toLateness = (copies: Lateness['copies'] = []): Lateness => ({
  late: new Promise((resolve) => setTimeout(resolve, 800)),
  ...{ copies, base: 'https://page.example/' },
});

describe('the releases of all slots', () => {
  const late = { code: 'release/late', context: { remote: 'remote-evm' } };
  const unreachable = new Error('unreachable');

  it('are chosen side by side, and each keeps why it has none', async () => {
    const [chosen, refused] = [createFakeSlot(), createFakeSlot()];
    const release = createFakeRelease();
    const load = async (one: unknown) => {
      if (one === refused) throw unreachable;
      return release;
    };
    await chooseReleases([chosen, refused], { load });
    expect([chosen.release, chosen.refusal]).toEqual([release, undefined]);
    expect(refused.refusal).toBe(unreachable);
  });

  it('are waited for however long they take, unless there is a deadline', async () => {
    vi.useFakeTimers();
    const settled: string[] = [];
    const load = () => new Promise<never>(() => undefined);
    const hanging = createFakeSlot();
    void chooseReleases([createFakeSlot()], { load }).then(() => settled.push('without'));
    void chooseReleases([hanging], { load }, toLateness()).then(() => settled.push('with'));
    await vi.advanceTimersByTimeAsync(799);
    expect(settled).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled).toEqual(['with']);
    expect(hanging.refusal).toMatchObject(late);
  });

  it('that come past the deadline are not taken: the import map is written', async () => {
    vi.useFakeTimers();
    const slow = { ...createFakeSlot(), release: undefined };
    const load = () => new Promise<Release>((resolve) => setTimeout(() => resolve(createFakeRelease()), 900));
    const choosing = chooseReleases([slow], { load }, toLateness());
    await vi.advanceTimersByTimeAsync(2_000);
    await choosing;
    expect([slow.release, slow.refusal]).toEqual([undefined, expect.objectContaining(late)]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
