import { toInstant } from '@linkspan/trust/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignedRemote, type SignedRemote, testTime } from '../testing/signed-remote.ts';
import { type FailureMark, openFailureMark, readFailure } from './failure-mark.ts';
import { chooseWorking } from './source.ts';

const newer = { version: '1.2.4', sequence: 4 };
const hourMs = 3_600_000;

let remote: SignedRemote;

beforeEach(async () => {
  remote = await createSignedRemote();
});

/** What a page that is loaded now chooses, and its failure mark. */
async function load({
  tab = 'tab',
  ...changes
}: Parameters<SignedRemote['load']>[0] & { tab?: string } = {}) {
  const releases = remote.load(changes);
  const needs = { remote: { name: 'remote-evm' }, storage: remote.storage, tab, now: () => remote.now };
  const sound = await chooseWorking(await releases.fresh(1_000), releases, needs);
  const { chosen } = sound;
  const recordedFailure = readFailure(remote.storage, { remote: 'remote-evm', tab, now: remote.now });
  const ref = { remote: 'remote-evm', version: chosen.manifest.version };
  const release = { id: chosen.id, ref, recordedFailure: sound.recordedFailure } as never;
  const mark = openFailureMark({
    remote: 'remote-evm',
    release,
    documents: remote.storage,
    tab,
    now: needs.now,
  });
  const { version } = chosen.manifest;
  return { version, recordedFailure, mark, expiresAt: sound.loaded.live.expiresAt };
}

/** A browser in which 1.2.3 has worked, and 1.2.4 has failed since. */
async function failNewer(code = 'loader/broken'): Promise<void> {
  await remote.goLive();
  (await load()).mark.work();
  await remote.goLive({ version: 2, expiresAt: toInstant(testTime, 13) }, newer);
  const { version, mark } = await load();
  expect(version).toBe('1.2.4');
  mark.fail(code);
}

describe('a release that has failed here', () => {
  it('makes way for no incompatible release', async () => {
    await failNewer();
    const offered = { react: '18.0.0', 'react-dom/client': '18.0.0' };
    await remote.goLive({ version: 3, expiresAt: toInstant(testTime, 13) }, { ...newer, shared: {} });
    await (await load()).mark.fail('loader/broken');
    const releases = remote.load({}, { offered });
    const needs = {
      remote: { name: 'remote-evm' },
      storage: remote.storage,
      tab: 'tab',
      now: () => remote.now,
    };
    const { chosen } = await chooseWorking(await releases.fresh(1_000), releases, needs);
    expect(chosen.manifest.version).toBe('1.2.4');
  });

  it.each(['loader/broken', 'loader/altered', 'loader/timeout', 'remote/malformed'])(
    'makes way for the one that worked, after %s, until that one’s own document expires',
    async (code) => {
      await failNewer(code);
      expect(await load()).toMatchObject({
        version: '1.2.3',
        recordedFailure: { version: '1.2.4', code },
        expiresAt: toInstant(testTime, 7),
      });
    },
  );

  it.each(['loader/unreachable', 'loader/portal', 'loader/host', 'release/expired'])(
    'does not where no release is at fault: %s',
    async (code) => {
      await failNewer(code);
      expect(await load()).toMatchObject({ version: '1.2.4', recordedFailure: undefined });
    },
  );

  it('is tried again after an hour', async () => {
    await failNewer();
    remote.now += hourMs - 1;
    expect(await load()).toMatchObject({ version: '1.2.3' });
    remote.now += 1;
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });

  it('is tried again at once where a person asks for it', async () => {
    await failNewer();
    (await load()).mark.forgive();
    expect(await load()).toMatchObject({ version: '1.2.4', recordedFailure: undefined });
  });

  it('is itself again where it works at last', async () => {
    await failNewer();
    remote.now += hourMs;
    (await load()).mark.work();
    remote.now -= hourMs;
    expect(await load()).toMatchObject({ version: '1.2.4', recordedFailure: undefined });
  });

  it('makes no way for anything where nothing has worked here: it is tried once more', async () => {
    await remote.goLive({}, newer);
    (await load()).mark.fail('loader/broken');
    expect(await load()).toMatchObject({ version: '1.2.4', recordedFailure: { version: '1.2.4' } });
  });

  it('makes way for another that is live for others, before one that is not any more', async () => {
    await failNewer();
    const older = { version: '1.2.2', sequence: 2 };
    const releases = [
      { share: 10, path: 'releases/1.2.2/', manifest: await remote.team.signManifest(older) },
      { share: 90, path: 'releases/1.2.4/', manifest: await remote.team.signManifest(newer) },
    ];
    await remote.goLive({ version: 3, releases });
    expect(await load()).toMatchObject({ version: '1.2.2', recordedFailure: { version: '1.2.4' } });
  });

  it('makes way for nothing that has failed too', async () => {
    await failNewer();
    (await load()).mark.fail('loader/broken');
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });
});

describe('a former release serves no more', () => {
  beforeEach(() => failNewer());

  it('once its own document has expired', async () => {
    remote.now = testTime + 7 * 24 * hourMs;
    (await load()).mark.fail('loader/broken');
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });

  it('once its team has withdrawn the remote', async () => {
    await remote.goLive({ version: 3, releases: [] });
    await expect(load()).rejects.toMatchObject({ code: 'release/withdrawn' });
  });

  it('once the host team blocks it', async () => {
    const blocked = [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }];
    remote.blocklist = { version: 1, blocked };
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });

  it.each([
    ['raised the floor over', { floor: 4 }],
    ['replaced the online key of', { roles: 'other online key' }],
  ])('once its team has %s it', async (_, changes) => {
    const { team, url, served } = remote;
    const { root, online, people } = team;
    const replaced = 'roles' in changes;
    const live = replaced ? people[2] : online;
    const roles = { ...root.roles, live: { keyids: [live.keyid], threshold: 1 } };
    served.set(`${url}root/2.json`, await team.signRoot(replaced ? { roles } : changes));
    const manifest = await team.signManifest(newer);
    const releases = [{ share: 100, path: 'releases/1.2.4/', manifest }];
    served.set(`${url}live.json`, await team.signLive({ version: 3, root: 2, releases }, [live]));
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });

  it('once its team has revoked it', async () => {
    const { team, url, served } = remote;
    const { recordedFailure } = await load();
    expect(recordedFailure).toBeDefined();
    const id = (remote.storage.get('remote-evm:worked') ?? '').slice(0, 64);
    served.set(`${url}root/2.json`, await team.signRoot({ revoked: [id] }));
    await remote.goLive({ version: 3, root: 2 }, newer);
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });

  it('where what is kept of it was written over', async () => {
    const kept = remote.storage.get('remote-evm:worked') ?? '';
    remote.storage.set('remote-evm:worked', kept.replace(/"sig":"./, '"sig":"_'));
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });
});

const never = () => new Promise<never>(() => undefined);

/** A page begins an import that never ends, as one does that crashes meanwhile. */
function begin(mark: FailureMark, module: string): void {
  void mark.during(module, never);
}

const settle = (mark: FailureMark, module: string) => mark.during(module, async () => undefined);

describe('a mark', () => {
  const recordedFailure = { version: '1.2.3', module: 'connector', code: 'release/quarantined', count: 1 };

  beforeEach(() => remote.goLive());

  it('that a crashed page has left counts at once, and for a day', async () => {
    begin((await load()).mark, 'connector');
    expect(await load()).toMatchObject({ recordedFailure });
    remote.now += 24 * hourMs - 1;
    expect(await load()).toMatchObject({ recordedFailure });
    remote.now += 1;
    expect(await load()).toMatchObject({ recordedFailure: undefined });
  });

  it('lets the release that worked run', async () => {
    (await load()).mark.list();
    await remote.goLive({ version: 2 }, newer);
    begin((await load()).mark, 'discovery');
    expect(await load()).toMatchObject({ version: '1.2.3', recordedFailure: { module: 'discovery' } });
    const { version, mark } = await load();
    expect([version, mark.needsPress]).toEqual(['1.2.3', false]);
  });

  it('of another tab counts once it is five seconds old, since its page may live', async () => {
    begin((await load()).mark, 'discovery');
    remote.now += 4_999;
    expect(await load({ tab: 'other' })).toMatchObject({ recordedFailure: undefined });
    remote.now += 1;
    expect(await load({ tab: 'other' })).toMatchObject({ recordedFailure: { code: 'release/quarantined' } });
  });

  it('is removed by a page that is left', async () => {
    begin((await load()).mark, 'discovery');
    window.dispatchEvent(new Event('pagehide'));
    expect(await load()).toMatchObject({ recordedFailure: undefined });
  });

  it.each(['discovery', 'accounts'])('needs a press after two crashes in a row: %s', async (module) => {
    begin((await load()).mark, module);
    const second = (await load()).mark;
    expect(second.needsPress).toBe(false);
    begin(second, module);
    const third = (await load()).mark;
    expect(third.needsPress).toBe(true);
    await settle(third, module);
    expect((await load()).mark.needsPress).toBe(false);
    expect(Object.keys(remote.storage.kept).filter((key) => /:(mark|failure)$/.test(key))).toEqual([]);
  });

  it('of one import is not forgiven by another', async () => {
    begin((await load()).mark, 'connector');
    const { mark } = await load();
    await settle(mark, 'discovery');
    mark.list();
    begin(mark, 'connector');
    expect((await load()).mark.needsPress).toBe(true);
  });

  it('stays until the last of several imports has settled', async () => {
    const { mark } = await load();
    begin(mark, 'connector');
    await settle(mark, 'accounts');
    await expect(mark.during('sign', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await load()).toMatchObject({ recordedFailure: { module: 'connector' } });
  });

  it('counts from the start once another release has settled', async () => {
    (await load()).mark.list();
    await remote.goLive({ version: 2 }, newer);
    begin((await load()).mark, 'discovery');
    await settle((await load()).mark, 'discovery');
    begin((await load()).mark, 'discovery');
    expect((await load()).mark.needsPress).toBe(false);
  });

  it('of another page is not removed', async () => {
    const { mark } = await load();
    let finish = () => {};
    const done = mark.during('discovery', () => new Promise<void>((resolve) => (finish = resolve)));
    begin((await load({ tab: 'other' })).mark, 'discovery');
    finish();
    await done;
    expect(await load({ tab: 'other' })).toMatchObject({ recordedFailure: { module: 'discovery' } });
  });

  it('is forgiven when a person wants the newest release again', async () => {
    begin((await load()).mark, 'connector');
    (await load()).mark.forgive();
    expect(await load()).toMatchObject({ recordedFailure: undefined });
  });

  it.each(['{"id":', 'null', '7', '{}', '', '{"id":"a","version":"1","tab":"t","at":1,"module":7}'])(
    'that cannot be read is ignored: %j',
    async (text) => {
      for (const key of ['mark', 'failure']) remote.storage.set(`remote-evm:${key}`, text);
      expect(await load()).toMatchObject({ recordedFailure: undefined });
    },
  );
});

describe('a release whose code reloads the page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return remote.goLive();
  });
  afterEach(() => void vi.useRealTimers());

  it('needs a press after two pages, although its imports have settled', async () => {
    for (const needsPress of [false, false, true]) {
      const { mark } = await load();
      expect(mark.needsPress).toBe(needsPress);
      await settle(mark, 'discovery');
      mark.reload();
      mark.reload();
    }
  });

  it('makes way for the last good one at once', async () => {
    (await load()).mark.work();
    await remote.goLive({ version: 2 }, newer);
    (await load()).mark.reload();
    expect(await load()).toMatchObject({ version: '1.2.3', recordedFailure: { module: 'reload' } });
  });

  it('is forgiven once a page has lived for ten seconds', async () => {
    (await load()).mark.reload();
    await load();
    await vi.advanceTimersByTimeAsync(10_000);
    (await load()).mark.reload();
    expect((await load()).mark.needsPress).toBe(false);
  });
});
