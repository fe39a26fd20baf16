import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FamilyConfig } from '../config.ts';
import type { PageTrust } from '../releases/page-trust.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { createSignedRemote, type SignedRemote, testTime } from '../testing/signed-remote.ts';
import { createSignedSource } from './signed-source.ts';
import { createSlot } from './slot.ts';

const family = fakeConfig.families[0] as FamilyConfig;
const copy = '/documents/remote-evm.json';

let remote: SignedRemote;
let trust: PageTrust;
let kept: Map<string, string>;
let reported: unknown[];

beforeEach(async () => {
  remote = await createSignedRemote();
  await remote.goLive();
  trust = {
    remotes: [{ name: 'remote-evm', root: remote.team.root, least: 0, copy }],
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
async function load(of = family) {
  const source = createSignedSource(trust, {
    storagePrefix: 'page:',
    base: 'https://page.example/',
    fetch: remote.fetch,
    now: () => remote.now,
    random: () => 0.5,
    offered: { react: '19.2.0', 'react-dom/client': '19.2.0' },
    report: (error) => reported.push(error),
  });
  return source.load(createSlot(of, createFakeStorage(), source.open(of)));
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

  it('is at the page’s own origin if the remote’s address is a path of it', async () => {
    const path = '/remotes/evm/';
    remote.served.set(`${path}live.json`, remote.served.get(`${remote.url}live.json`) ?? 404);
    remote.served.delete(`${remote.url}live.json`);
    const release = await load({ ...family, remote: { ...family.remote, url: path } });
    expect(remote.asked.map(({ address }) => address)).toEqual(['/remotes/evm/live.json', '/blocked.json']);
    expect(release.addressOf('a.js')).toBe('https://page.example/remotes/evm/releases/1.2.3/a.js');
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
    remote.served.set(copy, remote.served.get(`${remote.url}live.json`) ?? 404);
    remote.served.delete(`${remote.url}live.json`);
    expect((await load()).ref.version).toBe('1.2.3');
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
