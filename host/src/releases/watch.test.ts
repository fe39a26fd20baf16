import { failure, LinkspanError, type ReleaseStatus } from '@linkspan/contract';
import { toInstant } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '../async.ts';
import {
  createFakeReleases,
  type FakeReleases,
  loadLive,
  type Told,
  testNow,
  toLiveRelease,
} from '../testing/fake-releases.ts';
import { createSignedRemote } from '../testing/signed-remote.ts';
import type { RecordedFailure } from './failure-mark.ts';
import type { LoadedLive } from './release-status.ts';
import { toReleaseStatus } from './release-status.ts';
import { Watch } from './watch.ts';

const unreachable = new LinkspanError('release/unreachable', { remote: 'remote-evm' });
const unsigned = new LinkspanError('release/unsigned', {
  remote: 'remote-evm',
  document: 'live',
  has: '0',
  needs: '1',
});
const dayMs = 24 * 60 * 60_000;

let releases: FakeReleases;
let watch: Watch;
let now: number;
let published: ReleaseStatus[];
let reported: unknown[];
let shares: number[];
let explained: boolean;

beforeEach(() => {
  releases = createFakeReleases();
  [now, published, reported, shares, explained] = [testNow, [], [], [], false];
  watch = open();
});

function open(recordedFailure?: RecordedFailure): Watch {
  const release = {
    ...toLiveRelease('1.2.3'),
    expiresAt: toInstant(testNow, 7),
    checkedAt: testNow,
    recordedFailure,
  };
  return new Watch({
    runningRelease: { release, releases },
    publish: (releaseStatus) => published.push(releaseStatus),
    publishShare: (share) => shares.push(share),
    now: () => now,
    explainOutOfTime: (remote) => (explained ? failure('release/clock', { remote, now: '' }) : undefined),
    report: (error) => reported.push(error),
  });
}

describe('a check', () => {
  it('publishes what it finds, once', async () => {
    releases.answer = loadLive({ live: ['1.3.0'] });
    await watch.check();
    await watch.check();
    expect(published).toEqual([{ state: 'superseded', version: '1.3.0' }]);
  });

  it('publishes nothing where all is as it was', async () => {
    await watch.check();
    expect(published).toEqual([]);
  });

  it('publishes the share of the release where that has changed', async () => {
    await watch.check();
    releases.answer = loadLive({ live: ['1.3.0', '1.2.3'], share: 50 });
    await watch.check();
    await watch.check();
    releases.answer = loadLive({ live: ['1.3.0'] });
    await watch.check();
    expect(shares).toEqual([50, 0]);
  });

  it('runs once at a time', async () => {
    await Promise.all([watch.check(), watch.check()]);
    expect(releases.asked).toBe(1);
  });

  it('lets the same release go on once its team makes it live again', async () => {
    releases.answer = loadLive({ live: [] });
    await watch.check();
    expect(() => watch.assertMayRun()).toThrow(expect.objectContaining({ code: 'release/withdrawn' }));
    releases.answer = loadLive({ version: 2 });
    await watch.check();
    expect(() => watch.assertMayRun()).not.toThrow();
    expect(published.map(({ state }) => state)).toEqual(['stopped', 'current']);
  });

  it('that was frozen with the page is asked again, and what it brings is dropped', async () => {
    const frozen = createDeferred<LoadedLive>();
    releases.answer = () => frozen.promise;
    const first = watch.check();
    now += dayMs;
    releases.answer = loadLive({ version: 2, live: [] });
    await watch.check();
    frozen.resolve(loadLive());
    await first;
    expect(published).toMatchObject([{ state: 'stopped' }]);
  });
});

describe('a check that fails', () => {
  it.each([unreachable, unsigned])(
    'stops nothing before the document in force expires: $code',
    async (error) => {
      releases.answer = error;
      await watch.check();
      watch.settle();
      expect(() => watch.assertMayRun()).not.toThrow();
      expect(published).toEqual([]);
      expect(watch.refusal).toBe(error);
    },
  );

  it('is reported where the document cannot be believed, not where no server answers', async () => {
    for (const error of [unreachable, unsigned]) {
      releases.answer = error;
      await watch.check();
    }
    expect(reported).toEqual([unsigned]);
  });

  it('is reported once for as long as the reason stays the same', async () => {
    releases.answer = unsigned;
    for (let checks = 0; checks < 3; checks++) await watch.check();
    expect(reported).toEqual([unsigned]);
    releases.answer = loadLive();
    await watch.check();
    releases.answer = unsigned;
    await watch.check();
    expect(reported).toEqual([unsigned, unsigned]);
  });

  it('leaves a stopped release stopped', async () => {
    releases.answer = loadLive({ live: [] });
    await watch.check();
    releases.answer = unreachable;
    await watch.check();
    expect(() => watch.assertMayRun()).toThrow(expect.objectContaining({ code: 'release/withdrawn' }));
  });
});

describe('the document in force', () => {
  it('stops the release once it has expired', () => {
    now += 7 * dayMs - 1;
    expect(() => watch.assertMayRun()).not.toThrow();
    now += 1;
    const context = { remote: 'remote-evm', document: 'live', expiresAt: toInstant(testNow, 7) };
    expect(() => watch.assertMayRun()).toThrow(expect.objectContaining({ code: 'release/expired', context }));
    expect(published).toEqual([{ state: 'stopped', failure: failure('release/expired', context) }]);
  });

  it('is prolonged by each newer one', async () => {
    releases.answer = loadLive({ version: 2, expiresAt: toInstant(testNow, 14) });
    await watch.check();
    now += 8 * dayMs;
    expect(() => watch.assertMayRun()).not.toThrow();
  });

  it('that has expired is replaced by a newer one, and the release goes on', async () => {
    now += 8 * dayMs;
    watch.settle();
    releases.answer = loadLive({ version: 2, expiresAt: toInstant(testNow, 14) });
    await watch.check();
    expect(published.map(({ state }) => state)).toEqual(['stopped', 'current']);
  });

  it('that has expired blames the clock where that is to be suspected', () => {
    now += 8 * dayMs;
    explained = true;
    expect(() => watch.assertMayRun()).toThrow(expect.objectContaining({ code: 'release/clock' }));
  });

  it('that has expired does not hide why the release was stopped', async () => {
    releases.answer = loadLive({ live: [] });
    await watch.check();
    now += 8 * dayMs;
    watch.settle();
    expect(published).toMatchObject([{ failure: { code: 'release/withdrawn' } }]);
  });
});

describe('a new check', () => {
  it('is due a minute after the last good one began', async () => {
    await watch.check();
    now += 59_999;
    expect(watch.isDue()).toBe(false);
    now += 1;
    expect(watch.isDue()).toBe(true);
    const slow = createDeferred<LoadedLive>();
    releases.answer = () => slow.promise;
    const checked = watch.check();
    now += 3_000;
    slow.resolve(loadLive());
    await checked;
    now += 56_999;
    expect(watch.isDue()).toBe(false);
    now += 1;
    expect(watch.isDue()).toBe(true);
  });

  it('is due after one that failed, and where the clock was set back', async () => {
    releases.answer = unreachable;
    now += 60_000;
    await watch.check();
    expect(watch.isDue()).toBe(true);
    now = testNow - 1;
    expect(watch.isDue()).toBe(true);
  });
});

describe('a release that serves in place of another', () => {
  const recordedFailure = {
    id: 'id-1.3.0',
    version: '1.3.0',
    code: 'loader/broken',
    count: 0,
    until: 1,
  };
  const newest = (live: readonly string[]) =>
    loadLive({ live, expiresAt: toInstant(testNow, 13), share: 50 });

  beforeEach(() => {
    watch = open(recordedFailure);
  });

  it('stops when its own document expires, whatever newer ones say', async () => {
    releases.answer = newest(['1.3.0']);
    await watch.check();
    now = testNow + 7 * dayMs - 1;
    watch.assertMayRun();
    now += 1;
    expect(() => watch.assertMayRun()).toThrow(expect.objectContaining({ code: 'release/expired' }));
  });

  it('goes on where a newer document lists it too', async () => {
    releases.answer = newest(['1.3.0', '1.2.3']);
    await watch.check();
    now = testNow + 8 * dayMs;
    watch.assertMayRun();
    expect(published).toEqual([]);
  });
});

describe('the status of a release', () => {
  const own = toLiveRelease('1.2.3');
  const fake = createFakeReleases();
  const statusBy = (told: Told) => toReleaseStatus(own, loadLive(told), fake);

  it('is current while the visitor would get the same release', () => {
    expect(statusBy({})).toEqual({ state: 'current' });
    expect(statusBy({ live: ['1.2.3', '1.2.2'] })).toEqual({ state: 'current' });
  });

  it('is superseded where the visitor would get another one, newer or older', () => {
    expect(statusBy({ live: ['1.3.0'] })).toEqual({ state: 'superseded', version: '1.3.0' });
    expect(statusBy({ live: ['1.2.2'] })).toEqual({ state: 'superseded', version: '1.2.2' });
  });

  it('is not superseded by what it serves in place of, but by what comes after that', () => {
    const recordedFailure = {
      id: 'id-1.3.0',
      version: '1.3.0',
      code: 'loader/broken',
      count: 0,
      until: 1,
    };
    const releaseStatus = (live: string) =>
      toReleaseStatus({ ...own, recordedFailure }, loadLive({ live: [live] }), fake);
    expect(releaseStatus('1.3.0')).toEqual({ state: 'current' });
    expect(releaseStatus('1.3.1')).toEqual({ state: 'superseded', version: '1.3.1' });
  });

  it('is not superseded by an incompatible release', async () => {
    const remote = await createSignedRemote();
    await remote.goLive();
    const releases = remote.load();
    const running = releases.choose(await releases.fresh(1_000));
    await remote.goLive({ version: 2 }, { version: '1.3.0', sequence: 9, contract: '99.0' });
    expect(toReleaseStatus(running, await releases.fresh(1_000), releases)).toEqual({ state: 'current' });
    await remote.goLive({ version: 3 }, { version: '1.3.1', sequence: 10 });
    expect(toReleaseStatus(running, await releases.fresh(1_000), releases)).toEqual({
      state: 'superseded',
      version: '1.3.1',
    });
  });

  it.each([
    ['taken back', { live: [] }, 'release/withdrawn'],
    ['revoked', { revoked: ['id-1.2.3'] }, 'release/revoked'],
    ['revoked and no longer listed', { live: ['1.3.0'], revoked: ['id-1.2.3'] }, 'release/revoked'],
    ['below the floor', { live: ['1.3.0'], floor: 24 }, 'release/below-floor'],
    ['blocked', { blocked: ['1.2.3'] }, 'release/blocked'],
  ] as const)('is stopped where it was %s', (_, told, code) => {
    expect(statusBy(told)).toMatchObject({ state: 'stopped', failure: { code } });
  });

  it('says the host team’s reason', () => {
    const context = { remote: 'remote-evm', version: '1.2.3', reason: 'faulty' };
    expect(statusBy({ blocked: ['1.2.3'] })).toMatchObject({ failure: { context } });
  });

  it('goes on where all that is listed is refused, but not itself', () => {
    expect(statusBy({ live: ['1.3.0'], blocked: ['1.3.0'] })).toEqual({ state: 'current' });
  });

  it('passes on a fault that is none of the release', () => {
    const broken = () => {
      throw new Error('a fault of the page');
    };
    expect(() => toReleaseStatus(own, loadLive(), { ...fake, choose: broken })).toThrow(
      'a fault of the page',
    );
  });
});
