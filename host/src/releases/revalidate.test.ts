import { LinkspanError, type ReleaseStatus } from '@linkspan/contract';
import { toInstant } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '../async.ts';
import { dayMs } from '../limits.ts';
import { settle } from '../testing/fake-family.ts';
import { openFakePage } from '../testing/fake-page.ts';
import {
  createFakeReleases,
  type FakeReleases,
  loadLive,
  testNow,
  toLiveRelease,
} from '../testing/fake-releases.ts';
import type { LoadedLive } from './release-status.ts';
import { createRevalidation, type Revalidation } from './revalidate.ts';

const families = ['evm', 'solana', 'near'];
const expired = new LinkspanError('release/expired', { remote: 'r', document: 'live', expiresAt: '' });
const unreachable = new LinkspanError('release/unreachable', { remote: 'r' });

let all: Record<string, FakeReleases>;
let now: number;
let checkedAt: number | undefined;
let published: Record<string, ReleaseStatus>;
let revalidation: Revalidation;
let listed: Record<string, Promise<unknown>>;
let ahead: number | undefined;
const fake = (family: string) => all[family] as FakeReleases;
const codes = () =>
  Object.values(published).map(
    (releaseStatus) => releaseStatus.state === 'stopped' && releaseStatus.failure.code,
  );

beforeEach(() => {
  all = { evm: createFakeReleases(), solana: createFakeReleases(), near: createFakeReleases() };
  [now, checkedAt, published, listed, ahead] = [testNow, testNow, {}, {}, undefined];
  revalidation = createRevalidation({
    families: [...families, 'unserved'],
    listed: async (family) => listed[family],
    runningRelease(family) {
      const releases = all[family];
      if (releases === undefined) return undefined;
      const own = toLiveRelease('1.2.3');
      const expiresAt = toInstant(testNow, 7);
      return {
        release: { ...own, expiresAt, ...(checkedAt !== undefined && { checkedAt }) },
        releases,
      };
    },
    publishReleaseStatus: (family, releaseStatus) => {
      published[family] = releaseStatus;
    },
    publishShare: () => undefined,
    now: () => now,
    measureClock: async () => ahead,
    report: () => undefined,
  });
});

async function begin(): Promise<void> {
  openFakePage();
  revalidation.start()();
  await settle();
}

describe('before a release signs', () => {
  beforeEach(begin);

  it('nothing is asked within a minute of the last check', async () => {
    now += 59_000;
    expect(revalidation.isDue('evm')).toBe(false);
    await revalidation.confirm('evm');
    expect(fake('evm').asked).toBe(0);
  });

  it('its server is asked after that, and no other', async () => {
    now += 60_000;
    expect(revalidation.isDue('evm')).toBe(true);
    await revalidation.confirm('evm');
    expect(families.map((family) => fake(family).asked)).toEqual([1, 0, 0]);
  });

  it('it is refused with the code that it was stopped by', async () => {
    now += 60_000;
    fake('evm').answer = loadLive({ live: [] });
    await expect(revalidation.confirm('evm')).rejects.toMatchObject({ code: 'release/withdrawn' });
    expect(() => revalidation.assertMayRun('evm')).toThrow();
    expect(() => revalidation.assertMayRun('solana')).not.toThrow();
  });

  it('a server that cannot be reached stops nothing until the document expires', async () => {
    fake('evm').answer = unreachable;
    now += 60_000;
    await revalidation.confirm('evm');
    now = Date.parse(toInstant(testNow, 7));
    await expect(revalidation.confirm('evm')).rejects.toMatchObject({ code: 'release/expired' });
  });

  it('is let alone where nothing is checked', async () => {
    expect(revalidation.isDue('unserved')).toBe(false);
    await revalidation.confirm('unserved');
    expect(() => revalidation.assertMayRun('unserved')).not.toThrow();
  });
});

describe('a check of all', () => {
  it('goes side by side', async () => {
    const slow = createDeferred<LoadedLive>();
    fake('evm').answer = () => slow.promise;
    fake('solana').answer = loadLive({ live: ['1.3.0'] });
    const checked = revalidation.checkAll();
    await settle();
    expect(published).toEqual({ solana: { state: 'superseded', version: '1.3.0' } });
    slow.resolve(loadLive());
    await checked;
  });

  it.each([
    ['blames the clock if the page’s server says another time', 30 * dayMs, 'release/clock'],
    ['blames the teams if it says the same', 0, 'release/expired'],
    ['blames nobody if it says none', undefined, 'release/out-of-time'],
  ])('where the documents of all have expired at once: %s', async (_, measured, code) => {
    ahead = measured;
    for (const family of families) fake(family).answer = expired;
    now += 30 * dayMs;
    await revalidation.checkAll();
    expect(codes()).toEqual([code, code, code]);
  });

  it('asks for the time also before one release signs', async () => {
    ahead = 30 * dayMs;
    fake('evm').answer = expired;
    now += 30 * dayMs;
    await expect(revalidation.confirm('evm')).rejects.toMatchObject({ code: 'release/clock' });
  });

  it('suspects no clock where one server still tells the time', async () => {
    for (const family of families) fake(family).answer = expired;
    now += 10 * 24 * 60 * 60_000;
    fake('near').answer = loadLive({ expiresAt: toInstant(now, 7) });
    await revalidation.checkAll();
    expect(codes()).toEqual(['release/expired', 'release/expired']);
  });

  it.each([
    ['starts at once if a page uses a copy', undefined, 1],
    ['waits where the page has just asked', testNow, 0],
  ])('%s', async (_, at, times) => {
    checkedAt = at;
    await begin();
    expect(fake('evm').asked).toBe(times);
  });

  it('is begun when the page comes back, until it ends', async () => {
    const page = openFakePage();
    const end = revalidation.start();
    page.show();
    end();
    page.show();
    await settle();
    expect(families.map((family) => fake(family).asked)).toEqual([1, 1, 1]);
  });
});

describe('a newer root', () => {
  it('is asked for once a family’s wallets are listed, and not before', async () => {
    const { promise, resolve } = createDeferred<undefined>();
    listed = { evm: promise, solana: Promise.reject(new Error('no discovery')) };
    await begin();
    const asked = () => families.map((family) => fake(family).askedForRoots);
    expect(asked()).toEqual([0, 1, 1]);
    expect(revalidation.isDue('evm')).toBe(true);
    resolve(undefined);
    await settle();
    expect(asked()).toEqual([1, 1, 1]);
    expect(revalidation.isDue('evm')).toBe(false);
  });

  it('stops a release though the live document still names it', async () => {
    fake('evm').hasNewerRoot = true;
    fake('evm').answer = loadLive({ revoked: ['id-1.2.3'] });
    await begin();
    expect(published).toMatchObject({ evm: { state: 'stopped', failure: { code: 'release/revoked' } } });
    await expect(revalidation.confirm('evm')).rejects.toMatchObject({ code: 'release/revoked' });
  });

  it('stops a release though no live document is good under that root', async () => {
    fake('evm').hasNewerRoot = true;
    fake('evm').refusing = { floor: 24 };
    fake('evm').answer = unreachable;
    await begin();
    expect(codes()).toEqual(['release/below-floor']);
  });
});
