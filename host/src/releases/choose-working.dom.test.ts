import { toInstant } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSignedRemote, type SignedRemote, testTime } from '../testing/signed-remote.ts';
import { chooseWorking } from './choose-working.ts';
import { openProbation } from './probation.ts';
import { pageKey, readRecordedFailures } from './recorded-failures.ts';

const newer = { version: '1.2.4', sequence: 4 };
const hourMs = 3_600_000;

let remote: SignedRemote;
let pages: number;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  pages = 0;
  remote = await createSignedRemote();
});

/** What a page that is loaded now chooses, and its probation of that. */
async function load(changes: Parameters<SignedRemote['load']>[0] = {}) {
  // A person has waited a while before the page is loaded again.
  remote.now += 3_000;
  const releases = remote.load(changes);
  const needs = { remote: { name: 'remote-evm' }, storage: remote.storage, now: () => remote.now };
  const sound = await chooseWorking(await releases.fresh(1_000), releases, needs);
  const { chosen, recordedFailure } = sound;
  const ref = { remote: 'remote-evm', version: chosen.manifest.version };
  const page = `page ${++pages}`;
  const release = { id: chosen.id, ref, recordedFailure } as never;
  const recordedFailures = readRecordedFailures('remote-evm', remote.now);
  const probation = openProbation({
    remote: 'remote-evm',
    release,
    documents: remote.storage,
    page,
    now: needs.now,
    recordedFailures,
    isSuspect: false,
  });
  sessionStorage.setItem(pageKey, page);
  const { version } = chosen.manifest;
  return { version, recordedFailure, probation, expiresAt: sound.loaded.live.expiresAt };
}

/** A browser in which 1.2.3 has worked, and 1.2.4 has failed since. */
async function failNewer(code = 'loader/broken'): Promise<void> {
  await remote.goLive();
  (await load()).probation.work();
  await remote.goLive({ version: 2, expiresAt: toInstant(testTime, 13) }, newer);
  const { version, probation } = await load();
  expect(version).toBe('1.2.4');
  probation.fail(code);
}

describe('a release that has failed here', () => {
  it('makes way for none that does not fit this page', async () => {
    await failNewer();
    const offered = { react: '18.0.0', 'react-dom/client': '18.0.0' };
    await remote.goLive({ version: 3, expiresAt: toInstant(testTime, 13) }, { ...newer, shared: {} });
    await (await load()).probation.fail('loader/broken');
    const releases = remote.load({}, { offered });
    const needs = { remote: { name: 'remote-evm' }, storage: remote.storage, now: () => remote.now };
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
    remote.now += hourMs - 3_001;
    expect(await load()).toMatchObject({ version: '1.2.3' });
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });

  it('is tried again at once where a person asks for it', async () => {
    await failNewer();
    (await load()).probation.forgive();
    expect(await load()).toMatchObject({ version: '1.2.4', recordedFailure: undefined });
  });

  it('is itself again where it works at last', async () => {
    await failNewer();
    remote.now += hourMs;
    (await load()).probation.work();
    remote.now -= hourMs;
    expect(await load()).toMatchObject({ version: '1.2.4', recordedFailure: undefined });
  });

  it('makes no way for anything where nothing has worked here: it is tried once more', async () => {
    await remote.goLive({}, newer);
    (await load()).probation.fail('loader/broken');
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
    (await load()).probation.fail('loader/broken');
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });
});

describe('a former release serves no more', () => {
  beforeEach(() => failNewer());

  it('once its own document has expired', async () => {
    remote.now = testTime + 7 * 24 * hourMs;
    (await load()).probation.fail('loader/broken');
    expect(await load()).toMatchObject({ version: '1.2.4' });
  });

  it('once its team has withdrawn the remote', async () => {
    await remote.goLive({ version: 3, releases: [] });
    await expect(load()).rejects.toMatchObject({ code: 'release/withdrawn' });
  });

  it('once the host team blocks it', async () => {
    const blocked = [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }];
    remote.blocklist = { version: 1, expiresAt: toInstant(testTime, 7), blocked };
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

describe('a mark', () => {
  it('that the tab’s last page has left quarantines the release at once, and for a day', async () => {
    await remote.goLive();
    (await load()).probation.begin('connector');
    const recordedFailure = { version: '1.2.3', stage: 'connector', code: 'release/quarantined' };
    expect(await load()).toMatchObject({ recordedFailure });
    remote.now += 24 * hourMs - 3_001;
    expect(await load()).toMatchObject({ recordedFailure });
    expect(await load()).toMatchObject({ recordedFailure: undefined });
  });

  it('lets the release that worked serve', async () => {
    await remote.goLive();
    (await load()).probation.list();
    await remote.goLive({ version: 2 }, newer);
    (await load()).probation.begin('discovery');
    expect(await load()).toMatchObject({ version: '1.2.3', recordedFailure: { stage: 'discovery' } });
    expect(await load()).toMatchObject({ version: '1.2.3', recordedFailure: { stage: 'discovery' } });
  });

  it('of another tab says nothing before its time has passed', async () => {
    await remote.goLive();
    (await load()).probation.begin('discovery');
    sessionStorage.clear();
    expect(await load()).toMatchObject({ recordedFailure: undefined });
    sessionStorage.clear();
    remote.now += 20_000;
    expect(await load()).toMatchObject({ recordedFailure: { code: 'release/quarantined' } });
  });

  it('is taken back where the stage has ended, and where the page is left or hidden', async () => {
    await remote.goLive();
    const { probation } = await load();
    const done = probation.begin('connector');
    probation.begin('mount')();
    probation.see(false);
    expect(await load()).toMatchObject({ recordedFailure: undefined });
    probation.see(true);
    done();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('is forgiven where a person wants the release to run anyway', async () => {
    await remote.goLive();
    (await load()).probation.begin('connector');
    (await load()).probation.forgive();
    expect(await load()).toMatchObject({ recordedFailure: undefined });
  });

  it('that cannot be read is none', async () => {
    await remote.goLive();
    localStorage.setItem('linkspan:1:charge:remote-evm:x', 'no mark');
    expect(await load()).toMatchObject({ recordedFailure: undefined });
  });
});
