import { expect, it } from 'vitest';
import { createFakeReleases, loadLive, type Told, toLiveRelease } from '../testing/fake-releases.ts';
import { createSignedRemote } from '../testing/signed-remote.ts';
import { toReleaseStatus } from './watch.ts';

const own = toLiveRelease('1.2.3');
const fake = createFakeReleases();
const standingBy = (told: Told) => toReleaseStatus(own, loadLive(told), fake);

it('is current while the visitor would get the same release', () => {
  expect(standingBy({})).toEqual({ state: 'current' });
  expect(standingBy({ live: ['1.2.3', '1.2.2'] })).toEqual({ state: 'current' });
});

it('is superseded where the visitor would get another one, newer or older', () => {
  expect(standingBy({ live: ['1.3.0'] })).toEqual({ state: 'superseded', version: '1.3.0' });
  expect(standingBy({ live: ['1.2.2'] })).toEqual({ state: 'superseded', version: '1.2.2' });
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

it('is not superseded by a release that does not fit this page', async () => {
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
  expect(standingBy(told)).toMatchObject({ state: 'stopped', failure: { code } });
});

it('says the host team’s reason', () => {
  const context = { remote: 'remote-evm', version: '1.2.3', reason: 'faulty' };
  expect(standingBy({ blocked: ['1.2.3'] })).toMatchObject({ failure: { context } });
});

it('goes on where all that is listed is refused, but not itself', () => {
  expect(standingBy({ live: ['1.3.0'], blocked: ['1.3.0'] })).toEqual({ state: 'current' });
});

it('passes on a fault that is none of the release', () => {
  const broken = () => {
    throw new Error('a fault of the page');
  };
  expect(() => toReleaseStatus(own, loadLive(), { ...fake, choose: broken })).toThrow('a fault of the page');
});
