import { refused, toInstant } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '../async.ts';
import { createSignedRemote, type SignedRemote, testTime } from '../testing/signed-remote.ts';

const dayMs = 24 * 60 * 60 * 1000;

let remote: SignedRemote;
const at = (path: string) => `${remote.url}${path}`;
const fresh = () => remote.load().fresh(1_000);

beforeEach(async () => {
  remote = await createSignedRemote();
  await remote.goLive();
});

describe('a fresh document', () => {
  it('is believed where its team has signed it, with what judges its releases', async () => {
    const { live, policy, from } = await fresh();
    expect(live.releases).toMatchObject([{ share: 100, manifest: { version: '1.2.3' } }]);
    expect(policy).toMatchObject({ root: { version: 1 }, seen: { root: 1, live: 1 } });
    expect(from).toBe('server');
  });

  it('is asked for again and without cookies, and nothing else is', async () => {
    await fresh();
    expect(remote.asked).toMatchObject([{ address: at('live.json'), init: { cache: 'no-cache' } }]);
  });

  it.each([404, 403, 503, new TypeError('Failed to fetch')])('is unreachable after %s', async (answer) => {
    remote.served.set(at('live.json'), answer);
    await expect(fresh()).rejects.toMatchObject({
      code: 'release/unreachable',
      context: { remote: 'remote-evm' },
    });
  });

  it('is unreachable past the deadline, and is no longer waited for', async () => {
    remote.served.set(at('live.json'), 'hang');
    await expect(remote.load().fresh(5)).rejects.toMatchObject({ code: 'release/unreachable' });
    expect(remote.asked[0]?.init.signal?.aborted).toBe(true);
  });

  it('is judged by the host team’s list', async () => {
    const blocked = [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }];
    remote.blocklist = { version: 1, blocked };
    const loaded = await fresh();
    expect(loaded.policy.blocklist).toBe(remote.blocklist);
    expect(await refused(() => remote.load().choose(loaded))).toMatchObject({ code: 'release/blocked' });
  });
});

describe('what a browser has seen', () => {
  it('refuses an older document, also after a reload', async () => {
    await remote.goLive({ version: 5 });
    await fresh();
    await remote.goLive({ version: 4 });
    expect(await refused(fresh())).toMatchObject({
      code: 'release/older',
      context: { document: 'live', seen: '5', offered: '4' },
    });
  });

  it('refuses an older document, though storage was emptied beneath the open page', async () => {
    const page = remote.load();
    const old = remote.served.get(at('live.json')) ?? 404;
    await remote.goLive({ version: 5, releases: [] });
    await page.fresh(1_000);
    remote.storage.remove('remote-evm');
    remote.served.set(at('live.json'), old);
    expect(await refused(page.fresh(1_000))).toMatchObject({ code: 'release/older' });
  });

  it('is what two tabs have seen together', async () => {
    await remote.goLive({ version: 5 });
    const [one, other] = [remote.load(), remote.load()];
    const older = await one.fresh(1_000);
    await remote.goLive({ version: 6 });
    await other.fresh(1_000);
    expect(older.live.version).toBe(5);
    expect(await one.copy('own')).toMatchObject({ live: { version: 6 } });
    await remote.goLive({ version: 5 });
    expect(await refused(one.fresh(1_000))).toMatchObject({ code: 'release/older' });
  });

  it('does not lose the newer of two documents that come at once', async () => {
    await remote.goLive({ version: 5 });
    const late = holdBack(remote);
    const slow = fresh();
    await late.isAsked;
    await remote.goLive({ version: 6 });
    await fresh();
    late.goOn();
    await slow.catch(() => undefined);
    expect(await remote.load().copy('own')).toMatchObject({ live: { version: 6 } });
  });

  it('is as if it were not there where it cannot be read', async () => {
    await fresh();
    for (const text of ['', 'no JSON', 'null', '7', '[]', '{"seen":7,"roots":7,"live":7,"bucket":-1}']) {
      remote.storage.set('remote-evm', text);
      expect((await fresh()).live.version).toBe(1);
    }
  });

  it('is forgotten, but for the bucket, where the page trusts a team that has started again', async () => {
    await remote.goLive({ version: 5 });
    remote.load().choose(await fresh());
    const { bucket } = JSON.parse(remote.storage.get('remote-evm') ?? '');
    const newTeam = await createSignedRemote();
    await newTeam.goLive({ version: 1 });
    const releases = remote.load({ root: newTeam.team.root }, { fetch: newTeam.fetch });
    expect((await releases.fresh(1_000)).live.version).toBe(1);
    expect(JSON.parse(remote.storage.get('remote-evm') ?? '')).toMatchObject({ bucket, seen: { live: 1 } });
  });

  it('stands where the page’s root has one of the keys that led to it', async () => {
    await remote.goLive({ version: 5 });
    await fresh();
    await remote.goLive({ version: 4 });
    const [first, second] = remote.team.root.roles.root.keyids;
    const roles = { ...remote.team.root.roles, root: { keyids: [second ?? first] as const, threshold: 1 } };
    const releases = remote.load({ root: { ...remote.team.root, roles } });
    expect(await refused(releases.fresh(1_000))).toMatchObject({ code: 'release/older' });
  });

  it('stands under one key', async () => {
    remote.load().choose(await fresh());
    expect(Object.keys(remote.storage.kept)).toEqual(['remote-evm']);
  });
});

describe('the visitor’s release', () => {
  const shared = async (share: number) => {
    const { team } = remote;
    await remote.goLive({
      releases: [
        { share, path: 'new/', manifest: await team.signManifest({ version: '1.3.0', sequence: 4 }) },
        { share: 100 - share, path: 'old/', manifest: await team.signManifest() },
      ],
    });
  };

  it('is the same at each visit, whatever is drawn then', async () => {
    await shared(50);
    const versions = [];
    for (const random of [0.49, 0.9, 0.9]) {
      const releases = remote.load({}, { random: () => random });
      versions.push(releases.choose(await releases.fresh(1_000)).manifest.version);
    }
    expect(versions).toEqual(['1.3.0', '1.3.0', '1.3.0']);
  });

  it('is the same throughout a page whose storage keeps nothing', async () => {
    await shared(50);
    const draws = [0.49, 0.9];
    const storage = { ...remote.storage, get: () => undefined };
    const releases = remote.load({}, { storage, random: () => draws.shift() ?? 1 });
    const loaded = await releases.fresh(1_000);
    expect(releases.choose(loaded)).toBe(releases.choose(loaded));
  });

  it.each([
    ['contract', { contract: '99.0' }],
    ['library', { shared: { react: '^18.0.0' } }],
  ])('is one that is compatible with this page, if there is one: %s', async (_, changes) => {
    const { team } = remote;
    const manifest = await team.signManifest({ version: '1.3.0', sequence: 4, ...changes });
    const tenth = { share: 10, path: 'new/', manifest };
    await remote.goLive({
      releases: [tenth, { share: 90, path: 'old/', manifest: await team.signManifest() }],
    });
    for (const random of [0, 0.99]) {
      const releases = remote.load({}, { random: () => random });
      expect(releases.choose(await releases.fresh(1_000)).manifest.version).toBe('1.2.3');
    }
    await remote.goLive({ version: 2, releases: [{ ...tenth, share: 100 }] });
    expect(remote.load().choose(await fresh()).manifest.version).toBe('1.3.0');
  });

  it('is told to no server', async () => {
    await shared(50);
    remote.load().choose(await fresh());
    remote.load().choose(await fresh());
    const sent = new Set(remote.asked.map(({ address, init }) => `${address} ${Object.keys(init)}`));
    expect([...sent]).toEqual([`${at('live.json')} cache,signal`]);
  });

  it('is none where the team has withdrawn its remote, which the browser keeps in mind', async () => {
    await remote.goLive({ version: 2, releases: [] });
    const loaded = await fresh();
    expect(await refused(() => remote.load().choose(loaded))).toMatchObject({ code: 'release/withdrawn' });
    remote.served.clear();
    expect(await remote.load().copy()).toMatchObject({ live: { version: 2, releases: [] } });
  });
});

describe('a copy', () => {
  const copy = '/documents/remote-evm.json';
  const deployCopy = async (changes = {}) =>
    remote.served.set(copy, await remote.team.signLive({ version: 1, ...changes }));

  it('is this browser’s own, which no server is asked for', async () => {
    await fresh();
    remote.asked.length = 0;
    expect(await remote.load({ copy }).copy()).toMatchObject({ from: 'copy', live: { version: 1 } });
    expect(remote.asked).toEqual([]);
  });

  it('is the one that came with the page where the browser has none', async () => {
    await deployCopy();
    expect(await remote.load({ copy }).copy('own')).toBeUndefined();
    expect(remote.asked).toEqual([]);
    expect(await remote.load({ copy, least: 1 }).copy()).toMatchObject({ from: 'copy' });
  });

  it('is the one that came with the page where the browser’s own has expired', async () => {
    await fresh();
    remote.now += 8 * dayMs;
    await deployCopy({ version: 2, issuedAt: toInstant(remote.now), expiresAt: toInstant(remote.now, 7) });
    expect(await remote.load({ copy }).copy()).toMatchObject({ live: { version: 2 } });
  });

  it('is none where nothing is kept, none came, or none can be had', async () => {
    expect(await remote.load().copy()).toBeUndefined();
    expect(await remote.load({ copy }).copy()).toBeUndefined();
    remote.served.set(copy, new TypeError('Failed to fetch'));
    expect(await remote.load({ copy }).copy()).toBeUndefined();
  });

  it('is none where it has expired, is older than what was seen, is altered in storage, or of the old form', async () => {
    await fresh();
    const kept = remote.storage.kept['remote-evm'] ?? '';
    remote.now += 8 * dayMs;
    expect(await remote.load().copy()).toBeUndefined();
    remote.now = testTime;
    expect(await remote.load({ least: 2 }).copy()).toBeUndefined();
    remote.storage.set('remote-evm', kept.replace('issuedAt', 'issuedat'));
    expect(await remote.load().copy()).toBeUndefined();
    remote.storage.set('remote-evm', kept.replace('.v2+json', '.v1+json'));
    expect(await remote.load().copy()).toBeUndefined();
    remote.storage.set('remote-evm', kept);
    expect(await remote.load().copy()).toBeDefined();
  });

  it('is judged by what is blocked now', async () => {
    await fresh();
    const blocked = [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }];
    remote.blocklist = { version: 1, blocked };
    expect(await remote.load().copy()).toMatchObject({ live: { releases: [], refused: [{ share: 100 }] } });
  });
});

/** Lets the next answer of the server wait until the test goes on. */
function holdBack(remote: SignedRemote): { readonly isAsked: Promise<void>; goOn(): void } {
  const { fetch } = remote;
  const [asked, gate] = [createDeferred<void>(), createDeferred<void>()];
  remote.fetch = async (...request) => {
    remote.fetch = fetch;
    const answer = await fetch(...request);
    asked.resolve();
    await gate.promise;
    return answer;
  };
  return { isAsked: asked.promise, goOn: () => gate.resolve() };
}
