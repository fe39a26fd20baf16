import { LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred, type Deferred } from '../async.ts';
import { createFakeReleases, type FakeReleases, loadLive as toLoaded } from '../testing/fake-releases.ts';
import { loadLive } from './load-live.ts';
import type { LoadedLive } from './releases.ts';

const unreachable = new LinkspanError('release/unreachable', { remote: 'remote-evm' });
const fromServer = toLoaded({ version: 2 });
const copy: LoadedLive = { ...toLoaded({ version: 1 }), from: 'copy' };

let releases: FakeReleases;
let answer: Deferred<LoadedLive>;
let own: LoadedLive | undefined;
let deployed: LoadedLive | undefined;
let copiesAsked: (string | undefined)[];
let reported: unknown[];
const begin = () => loadLive(releases, (error) => reported.push(error));

beforeEach(() => {
  vi.useFakeTimers();
  [own, deployed, copiesAsked, reported] = [undefined, undefined, [], []];
  answer = createDeferred<LoadedLive>();
  releases = {
    ...createFakeReleases(),
    fresh: () => answer.promise,
    async copy(which) {
      copiesAsked.push(which);
      return own ?? (which === 'own' ? undefined : deployed);
    },
  };
});

afterEach(() => void vi.useRealTimers());

describe('a page uses', () => {
  it('what the server says, where it says so in time', async () => {
    [own, deployed] = [copy, copy];
    const loaded = begin();
    await vi.advanceTimersByTimeAsync(1_499);
    answer.resolve(fromServer);
    expect(await loaded).toBe(fromServer);
    expect(vi.getTimerCount()).toBe(0);
    expect(copiesAsked).toEqual([]);
  });

  it('the browser’s own copy after a second and a half', async () => {
    own = copy;
    const loaded = begin();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await loaded).toBe(copy);
    expect(reported).toEqual([]);
  });

  it('what the server says, however long it takes, where the browser has no copy of its own', async () => {
    deployed = copy;
    const loaded = begin();
    await vi.advanceTimersByTimeAsync(4_900);
    answer.resolve(fromServer);
    expect(await loaded).toBe(fromServer);
    expect(copiesAsked).toEqual(['own']);
  });

  it('what the server says, however long it takes, where the browser’s copy names no release', async () => {
    own = { ...toLoaded({ live: [] }), from: 'copy' };
    const loaded = begin();
    await vi.advanceTimersByTimeAsync(4_900);
    answer.resolve(fromServer);
    expect(await loaded).toBe(fromServer);
  });

  it('the copy that came with it only once the server has failed', async () => {
    deployed = copy;
    const loaded = begin();
    answer.reject(unreachable);
    expect(await loaded).toBe(copy);
    expect(copiesAsked).toEqual(['own', undefined]);
  });

  it('nothing, if there is neither; the refusal is the server’s', async () => {
    const loaded = begin();
    answer.reject(unreachable);
    await expect(loaded).rejects.toBe(unreachable);
    expect(reported).toEqual([]);
  });
});

describe('what the server’s document was refused with', () => {
  it('is reported where a copy serves', async () => {
    own = copy;
    const loaded = begin();
    answer.reject(unreachable);
    expect(await loaded).toBe(copy);
    await vi.advanceTimersByTimeAsync(0);
    expect(reported).toEqual([unreachable]);
  });

  it('is reported also where it comes late', async () => {
    own = copy;
    const loaded = begin();
    await vi.advanceTimersByTimeAsync(1_500);
    await loaded;
    answer.reject(unreachable);
    await vi.advanceTimersByTimeAsync(0);
    expect(reported).toEqual([unreachable]);
  });
});
