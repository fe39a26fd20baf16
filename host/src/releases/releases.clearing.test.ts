import { createRepository, refused, toInstant } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSignedRemote, readRoot, type SignedRemote, testTime } from '../testing/signed-remote.ts';

// What clearing the storage does and does not open, and what writing into it does. SECURITY.md says the same in words.

const dayMs = 24 * 60 * 60 * 1000;
const most = 2 ** 31 - 1;

let remote: SignedRemote;
const at = (path: string) => `${remote.url}${path}`;
const visit = (changes: Parameters<SignedRemote['load']>[0] = {}) => remote.load(changes).fresh(1_000);
const clear = () => remote.storage.remove('remote-evm');
const readCache = () => JSON.parse(remote.storage.kept['remote-evm'] ?? '{}');

/** What somebody writes who can run a script on the page's origin. */
function write(changes: object): void {
  remote.storage.set('remote-evm', JSON.stringify({ ...readCache(), ...changes }));
}

beforeEach(async () => {
  remote = await createSignedRemote();
  await remote.goLive({ version: 5 });
});

describe('clearing the storage', () => {
  it('lets an older live document be believed again that is still good', async () => {
    await visit();
    await remote.goLive({ version: 4 });
    expect(await refused(visit())).toMatchObject({ code: 'release/older' });
    clear();
    expect(await visit()).toMatchObject({ live: { version: 4 } });
  });

  it('lets none be believed that is older than the page knew when it was deployed', async () => {
    await visit();
    clear();
    await remote.goLive({ version: 4 });
    expect(await refused(visit({ least: 5 }))).toMatchObject({ code: 'release/older' });
  });

  it('lets none be believed that has expired', async () => {
    await visit();
    clear();
    remote.now += 8 * dayMs;
    expect(await refused(visit())).toMatchObject({ code: 'release/expired', context: { document: 'live' } });
  });

  it('lets keys count again that were replaced since the deploy, where the store holds the newer root back', async () => {
    const { team } = remote;
    const roles = { ...team.root.roles, live: { keyids: [team.machine.keyid] as const, threshold: 1 } };
    const [former, newer] = [remote.served.get(at('live.json')) ?? 404, await team.signRoot({ roles })];
    remote.served.set(at('root/2.json'), newer);
    remote.served.set(at('live.json'), await team.signLive({ root: 2, version: 6 }, [team.machine]));
    await visit();
    remote.served.delete(at('root/2.json'));
    remote.served.set(at('live.json'), former);
    expect(await refused(visit())).toMatchObject({ code: 'release/unsigned' });
    clear();
    expect(await visit()).toMatchObject({ live: { version: 5 } });
    const deployedLater = visit({ root: readRoot(newer, 'remote-evm') });
    expect(await refused(deployedLater)).toMatchObject({ code: 'release/unsigned' });
  });

  it('lets nothing run that the page’s own root forbids', async () => {
    const [floored, { policy }] = [{ ...remote.team.root, floor: most }, await visit()];
    clear();
    const releases = remote.load({ root: floored });
    const loaded = await releases.fresh(1_000);
    expect(loaded.policy.seen.floor).toBeGreaterThan(policy.seen.floor);
    expect(await refused(() => releases.choose(loaded))).toMatchObject({ code: 'release/below-floor' });
  });

  it('draws the visitor’s place among all again', async () => {
    remote.load().choose(await visit());
    const { bucket } = readCache();
    clear();
    const releases = remote.load({}, { random: () => 0.75 });
    releases.choose(await releases.fresh(1_000));
    expect([bucket, readCache().bucket]).toEqual([32_768, 49_152]);
  });
});

describe('who writes into the storage', () => {
  const seen = () => readCache().seen;

  it.each([
    ['release/older', () => ({ live: most })],
    ['release/older', () => ({ root: most })],
    ['release/below-floor', () => ({ floor: most })],
  ])('can shut a remote out, which then reads %s, until the storage is cleared', async (code, poison) => {
    await visit();
    write({ seen: { ...seen(), ...poison() } });
    const outcome = (async () => remote.load().choose(await visit()))();
    expect(await refused(outcome)).toMatchObject({ code });
    clear();
    expect(await visit()).toMatchObject({ live: { version: 5 } });
  });

  it('can do no more than clear it by a version that is none, such as 2^53', async () => {
    await visit();
    write({ seen: { ...seen(), live: 2 ** 53 } });
    expect(await visit()).toMatchObject({ live: { version: 5 } });
  });

  it('lets nothing in that the team has not signed', async () => {
    await visit();
    const stranger = await createRepository('remote-evm', testTime);
    const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    write({
      live: toText(await stranger.signLive({ version: 9 })),
      roots: [toText(await stranger.signRoot())],
      seen: undefined,
    });
    expect(await remote.load().copy()).toBeUndefined();
    expect(await visit()).toMatchObject({ live: { version: 5 }, policy: { root: { version: 1 } } });
  });

  it('can choose the visitor’s place among all, and with it among what is live alone', async () => {
    const { team } = remote;
    const toLive = async (version: string, sequence: number, share: number) => {
      const manifest = await team.signManifest({ version, sequence });
      return { share, path: `releases/${version}/`, manifest };
    };
    await remote.goLive({ releases: [await toLive('2.0.0', 9, 10), await toLive('1.2.3', 8, 90)] });
    const versions = [];
    for (const bucket of [0, 65_535]) {
      write({ bucket });
      const releases = remote.load();
      versions.push(releases.choose(await releases.fresh(1_000)).manifest.version);
    }
    expect(versions).toEqual(['2.0.0', '1.2.3']);
  });
});

it('says of a root that has expired until when it was good', async () => {
  remote.now += 400 * dayMs;
  await remote.goLive({ issuedAt: toInstant(remote.now), expiresAt: toInstant(remote.now, 7) });
  expect(await refused(visit())).toMatchObject({
    code: 'release/expired',
    context: { document: 'root', expiresAt: remote.team.root.expiresAt },
  });
});
