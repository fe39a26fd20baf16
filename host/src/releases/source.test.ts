import { LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred, type Deferred } from '../async.ts';
import type { FamilyConfig } from '../config.ts';
import { applicationDocumentMs } from '../limits.ts';
import { createSlot } from '../loader/slot.ts';
import { createFakeReleases, type FakeReleases, loadLive as toLoaded } from '../testing/fake-releases.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { createSignedRemote, type SignedRemote, testTime } from '../testing/signed-remote.ts';
import { createPageSource } from './page-source.ts';
import type { PageTrust } from './page-trust.ts';
import type { LoadedLive } from './release-status.ts';
import { loadLive } from './source.ts';

const family = fakeConfig.families[0] as FamilyConfig;
const copyAddress = '/documents/remote-evm.json';

let remote: SignedRemote;
let trust: PageTrust;
let kept: Map<string, string>;
let reported: unknown[];

beforeEach(async () => {
  remote = await createSignedRemote();
  await remote.goLive();
  trust = {
    remotes: [{ name: 'remote-evm', root: remote.team.root, least: 0, copy: copyAddress }],
    pinned: [],
    blocklist: { version: 1, blocked: [] },
  };
  kept = new Map();
  reported = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

/** The release that a page which is loaded again gets. */
async function load(of = family, base = 'https://page.example/', copied?: { readonly id: string }) {
  const source = createPageSource(trust, {
    tab: 'tab',
    isHasty: false,
    storagePrefix: 'page:',
    base,
    fetch: remote.fetch,
    now: () => remote.now,
    random: () => 0.5,
    offered: { react: '19.2.0', 'react-dom/client': '19.2.0' },
    report: (error) => reported.push(error),
  });
  return source.load({ ...createSlot(of, createFakeStorage(), source.open(of)), ...(copied && { copied }) });
}

describe('a page’s release', () => {
  it('is the one that its team has signed, with its share and when it was asked for', async () => {
    expect(await load()).toMatchObject({
      ref: { remote: 'remote-evm', version: '1.2.3', share: 100 },
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      share: 100,
      expiresAt: '2026-11-27T12:00:00Z',
      checkedAt: testTime,
    });
    expect((await load()).addressOf('a.js')).toBe(`${remote.url}releases/1.2.3/a.js`);
  });

  it('is the one of the closed import map, while the team still offers it to anybody', async () => {
    const { id } = await load();
    const newer = { version: '1.3.0', sequence: 8 };
    const toEntry = async (share: number, changes?: typeof newer) => ({
      share,
      path: 'releases/1.2.3/',
      manifest: await remote.team.signManifest(changes),
    });
    await remote.goLive({ releases: [await toEntry(1), await toEntry(99, newer)] });
    expect((await load()).ref.version).toBe('1.3.0');
    expect(await load(family, undefined, { id })).toMatchObject({ id, ref: { version: '1.2.3' } });
    await remote.goLive({}, newer);
    await expect(load(family, undefined, { id })).rejects.toMatchObject({ code: 'release/late' });
    await remote.goLive();
    trust = {
      ...trust,
      blocklist: { version: 2, blocked: [{ remote: 'remote-evm', manifest: id, reason: '' }] },
    };
    await expect(load(family, undefined, { id })).rejects.toMatchObject({ code: 'release/blocked' });
  });

  it('is at the page’s own origin if the remote’s address is a path of it', async () => {
    const path = '/remotes/evm/';
    remote.served.set(`${path}live.json`, remote.served.get(`${remote.url}live.json`) ?? 404);
    remote.served.delete(`${remote.url}live.json`);
    const release = await load({ ...family, remote: { ...family.remote, url: path } });
    expect(remote.asked.map(({ address }) => address)).toEqual(['/remotes/evm/live.json', '/blocked.json']);
    expect(release.addressOf('a.js')).toBe('https://page.example/remotes/evm/releases/1.2.3/a.js');
  });

  it('has no switch for another address: neither the page’s own one nor a stored value or a global names it', async () => {
    const other = 'https://other.example/';
    const names = ['remote-evm', 'remote', 'evm', 'url', 'address', 'live', 'preview', 'staged', 'with'];
    const switches = Object.fromEntries(names.map((name) => [name, other]));
    const base = `https://page.example/?${new URLSearchParams(switches)}#${new URLSearchParams(switches)}`;
    vi.stubGlobal('location', new URL(base));
    const getItem = (key: string) => (key.includes('release:') ? JSON.stringify(switches) : other);
    vi.stubGlobal('localStorage', { getItem, setItem: () => undefined, removeItem: () => undefined });
    vi.stubGlobal('sessionStorage', { getItem: () => other });
    for (const [name, value] of Object.entries(switches)) vi.stubGlobal(name, value);
    const release = await load(family, base);
    expect(release.addressOf('a.js')).toBe(`${remote.url}releases/1.2.3/a.js`);
    expect(remote.asked.map(({ address }) => address)).toEqual([`${remote.url}live.json`, '/blocked.json']);
  });

  it('is kept by its remote’s name, apart from what remotes store', async () => {
    await load();
    expect([...kept.keys()]).toEqual(['page:release:remote-evm']);
  });

  it('comes from the browser’s copy where the server is away, which is reported', async () => {
    await load();
    remote.served.clear();
    const release = await load();
    expect(release.ref.version).toBe('1.2.3');
    expect(release.checkedAt).toBeUndefined();
    expect(reported).toMatchObject([{ code: 'release/unreachable' }]);
  });

  it('comes from the copy beside the page at a first visit while the server is away', async () => {
    remote.served.set(copyAddress, remote.served.get(`${remote.url}live.json`) ?? 404);
    remote.served.delete(`${remote.url}live.json`);
    expect((await load()).ref.version).toBe('1.2.3');
  });

  describe('if the page can run none of the newer ones', () => {
    const newer = { version: '2.0.0', sequence: 9, contract: '9.0' };
    const deploy = () => remote.served.set(copyAddress, remote.served.get(`${remote.url}live.json`) ?? 404);
    const changeRoot = async (changes: Record<string, unknown>) =>
      void remote.served.set(`${remote.url}root/2.json`, await remote.team.signRoot(changes));

    it('is the one that came with the page, and nothing is reported', async () => {
      deploy();
      await remote.goLive({ version: 2 }, newer);
      expect((await load()).ref).toEqual({ remote: 'remote-evm', version: '1.2.3', share: 100 });
      expect(reported).toEqual([]);
    });

    it('is one of the newer ones all the same if none came with the page, and says so later', async () => {
      await remote.goLive({ version: 2 }, newer);
      expect((await load()).ref.version).toBe('2.0.0');
    });

    it.each<[string, (id: string) => Promise<void> | void]>([
      ['below the floor', () => changeRoot({ floor: 9 })],
      ['revoked', (id) => changeRoot({ revoked: [id] })],
      [
        'blocked',
        (id) => {
          const blocked = [{ remote: 'remote-evm', manifest: id, reason: '' }];
          trust = { ...trust, blocklist: { version: 2, blocked } };
        },
      ],
    ])('is not the one that came with the page if that is %s', async (_, takeBack) => {
      deploy();
      const { id } = await load();
      await takeBack(id);
      await remote.goLive({ version: 2, root: remote.served.has(`${remote.url}root/2.json`) ? 2 : 1 }, newer);
      expect((await load()).ref.version).toBe('2.0.0');
    });

    it('is not one that nobody is to get any more', async () => {
      deploy();
      const path = 'releases/1.2.3/';
      const releases = [
        { share: 100, path, manifest: await remote.team.signManifest(newer) },
        { share: 0, path, manifest: await remote.team.signManifest() },
      ];
      await remote.goLive({ version: 2, releases });
      expect((await load()).ref.version).toBe('2.0.0');
    });
  });

  it('is none where it was withdrawn: no copy serves then, and nothing is reported', async () => {
    await load();
    await remote.goLive({ version: 2, releases: [] });
    await expect(load()).rejects.toMatchObject({ code: 'release/withdrawn' });
    remote.served.clear();
    await expect(load()).rejects.toMatchObject({ code: 'release/withdrawn' });
    expect(reported).toMatchObject([{ code: 'release/unreachable' }]);
  });

  it('is none where the host team blocks it', async () => {
    const blocked = [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }];
    remote.served.set('/blocked.json', JSON.stringify({ version: 2, blocked }));
    await expect(load()).rejects.toMatchObject({ code: 'release/blocked' });
    remote.served.clear();
    await expect(load()).rejects.toMatchObject({ code: 'release/blocked' });
    expect([...kept.keys()].sort()).toEqual(['page:host:blocklist', 'page:release:remote-evm']);
  });

  it('is none where no root came with the page', async () => {
    trust = { ...trust, remotes: [] };
    await expect(load()).rejects.toMatchObject({ code: 'config/malformed' });
  });

  it('is had without storage too', async () => {
    vi.stubGlobal('localStorage', undefined);
    expect((await load()).ref.version).toBe('1.2.3');
  });
});

describe('loadLive', () => {
  const unreachable = new LinkspanError('release/unreachable', { remote: 'remote-evm' });
  const fromServer = toLoaded({ version: 2 });
  const copy: LoadedLive = { ...toLoaded({ version: 1 }), from: 'copy' };

  let releases: FakeReleases;
  let answer: Deferred<LoadedLive>;
  let own: LoadedLive | undefined;
  let deployed: LoadedLive | undefined;
  let copiesAsked: (string | undefined)[];
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

  describe('a page that loads a live document uses', () => {
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

  describe('a page whose application waits for it uses', () => {
    const beginHasty = () => loadLive(releases, (error) => reported.push(error), true);

    it('what the server says, where it says so in time', async () => {
      [own, deployed] = [copy, copy];
      const loaded = beginHasty();
      await vi.advanceTimersByTimeAsync(applicationDocumentMs - 1);
      answer.resolve(fromServer);
      expect(await loaded).toBe(fromServer);
    });

    it.each(['own', 'deployed'] as const)('the copy soon: its %s one', async (which) => {
      if (which === 'own') own = copy;
      else deployed = copy;
      const loaded = beginHasty();
      await vi.advanceTimersByTimeAsync(applicationDocumentMs);
      expect(await loaded).toBe(copy);
      expect(copiesAsked).toEqual([undefined]);
    });

    it('what the server says, where there is no copy, or its copy names no release', async () => {
      deployed = { ...toLoaded({ live: [] }), from: 'copy' };
      const loaded = beginHasty();
      await vi.advanceTimersByTimeAsync(4_900);
      answer.resolve(fromServer);
      expect(await loaded).toBe(fromServer);
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
});
