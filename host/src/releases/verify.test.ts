import { LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred, type Deferred } from '../deferred.ts';
import { createFakeReleases, type FakeReleases, believe as toBelieved } from '../testing/fake-releases.ts';
import type { Believed } from './verified.ts';
import { believe } from './verify.ts';

const unreachable = new LinkspanError('release/unreachable', { remote: 'remote-evm' });
const fromServer = toBelieved({ version: 2 });
const copy: Believed = { ...toBelieved({ version: 1 }), from: 'copy' };

let releases: FakeReleases;
let answer: Deferred<Believed>;
let own: Believed | undefined;
let deployed: Believed | undefined;
let copiesAsked: (string | undefined)[];
let reported: unknown[];
const begin = () => believe(releases, (error) => reported.push(error));

beforeEach(() => {
  vi.useFakeTimers();
  [own, deployed, copiesAsked, reported] = [undefined, undefined, [], []];
  answer = createDeferred<Believed>();
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

describe('a page goes by', () => {
  it('what the server says, where it says so in time', async () => {
    [own, deployed] = [copy, copy];
    const believed = begin();
    await vi.advanceTimersByTimeAsync(1_499);
    answer.resolve(fromServer);
    expect(await believed).toBe(fromServer);
    expect(vi.getTimerCount()).toBe(0);
    expect(copiesAsked).toEqual([]);
  });

  it('the browser’s own copy after a second and a half', async () => {
    own = copy;
    const believed = begin();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await believed).toBe(copy);
    expect(reported).toEqual([]);
  });

  it('what the server says, however long it takes, where the browser has no copy of its own', async () => {
    deployed = copy;
    const believed = begin();
    await vi.advanceTimersByTimeAsync(4_900);
    answer.resolve(fromServer);
    expect(await believed).toBe(fromServer);
    expect(copiesAsked).toEqual(['own']);
  });

  it('what the server says, however long it takes, where the browser’s copy names no release', async () => {
    own = { ...toBelieved({ live: [] }), from: 'copy' };
    const believed = begin();
    await vi.advanceTimersByTimeAsync(4_900);
    answer.resolve(fromServer);
    expect(await believed).toBe(fromServer);
  });

  it('the copy that came with it only once the server has failed', async () => {
    deployed = copy;
    const believed = begin();
    answer.reject(unreachable);
    expect(await believed).toBe(copy);
    expect(copiesAsked).toEqual(['own', undefined]);
  });

  it('nothing, where there is neither; the refusal is the server’s', async () => {
    const believed = begin();
    answer.reject(unreachable);
    await expect(believed).rejects.toBe(unreachable);
    expect(reported).toEqual([]);
  });
});

describe('what the server’s document was refused with', () => {
  it('is reported where a copy serves', async () => {
    own = copy;
    const believed = begin();
    answer.reject(unreachable);
    expect(await believed).toBe(copy);
    await vi.advanceTimersByTimeAsync(0);
    expect(reported).toEqual([unreachable]);
  });

  it('is reported also where it comes late', async () => {
    own = copy;
    const believed = begin();
    await vi.advanceTimersByTimeAsync(1_500);
    await believed;
    answer.reject(unreachable);
    await vi.advanceTimersByTimeAsync(0);
    expect(reported).toEqual([unreachable]);
  });
});
