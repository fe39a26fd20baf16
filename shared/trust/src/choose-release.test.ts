import { describe, expect, it } from 'vitest';
import { type Bucket, buckets, chooseRelease, isBucket, toBucket } from './choose-release.ts';
import type { Live, LiveRelease } from './live.ts';
import { refusal } from './refusal.ts';
import { refused, soundManifest } from './testing/index.ts';

const everyBucket = Array.from({ length: buckets }, (_, bucket) => bucket as Bucket);

function release(sequence: number, share: number): LiveRelease {
  const manifest = { ...soundManifest('remote-evm', 0), sequence };
  return { id: `${sequence}`, share, path: `${sequence}/`, manifest };
}

function live(releases: readonly LiveRelease[], refusedOnes: readonly LiveRelease[] = []): Live {
  const error = refusal('release/revoked', { remote: 'remote-evm', version: '1.2.3' });
  return {
    remote: 'remote-evm',
    version: 1,
    root: 1,
    issuedAt: '2026-11-05T12:00:00Z',
    expiresAt: '2026-11-12T12:00:00Z',
    releases,
    refused: refusedOnes.map((one) => ({ ...one, refusal: error })),
  };
}

const withShare = (share: number) => live([release(3, 100 - share), release(4, share)]);
const hasNew = (document: Live) => (bucket: Bucket) => chooseRelease(document, bucket).id === '4';

describe('a share', () => {
  it.each([1, 10, 33, 50, 99])('of %i takes its part of the buckets, to the bucket', (share) => {
    const taken = everyBucket.filter(hasNew(withShare(share))).length;
    expect(taken).toBe(Math.ceil((share * buckets) / 100));
  });

  it('of 0 reaches exactly none, and of 100 all', () => {
    expect(everyBucket.filter(hasNew(withShare(0)))).toHaveLength(0);
    expect(everyBucket.filter(hasNew(withShare(100)))).toHaveLength(buckets);
  });

  it('that rises keeps those who had the new release, in whatever order the document names them', () => {
    const before = everyBucket.filter(hasNew(withShare(10)));
    const reversed = live([...withShare(25).releases].reverse());
    expect(before.every(hasNew(reversed))).toBe(true);
  });

  it('of three reaches each by its part', () => {
    const document = live([release(3, 60), release(5, 10), release(4, 30)]);
    const counts = new Map<string, number>();
    for (const bucket of everyBucket) {
      const { id } = chooseRelease(document, bucket);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect([...counts].map(([id, count]) => [id, Math.round((count * 100) / buckets)])).toEqual([
      ['5', 10],
      ['4', 30],
      ['3', 60],
    ]);
  });
});

describe('a choice', () => {
  it('is none when the remote is withdrawn', async () => {
    expect(await refused(() => chooseRelease(live([]), toBucket(0)))).toMatchObject({
      code: 'release/withdrawn',
      context: { remote: 'remote-evm' },
    });
  });

  it('falls on the other release if one’s own is refused', () => {
    const document = live([release(3, 90)], [release(4, 10)]);
    expect(everyBucket.every((bucket) => chooseRelease(document, bucket).id === '3')).toBe(true);
  });

  it('falls on the newest of the others', () => {
    const document = live([release(2, 30), release(3, 60)], [release(4, 10)]);
    expect(chooseRelease(document, toBucket(0)).id).toBe('3');
  });

  it('falls on another with a share of 1', () => {
    const document = live([release(3, 1)], [release(4, 99)]);
    expect(chooseRelease(document, toBucket(0)).id).toBe('3');
  });

  it('falls on a release that the page can run, or if there is none, on the visitor’s own', async () => {
    const document = live([release(2, 30), release(3, 60), release(4, 10)]);
    const choose = (random: number, ...unfit: readonly string[]) =>
      chooseRelease(document, toBucket(random), ({ id }) => !unfit.includes(id)).id;
    expect(choose(0, '4')).toBe('3');
    expect(choose(0, '4', '3')).toBe('2');
    expect(choose(0.5, '4')).toBe('3');
    expect(choose(0, '4', '3', '2')).toBe('4');
    const half = live([release(3, 90)], [release(4, 10)]);
    expect(await refused(() => chooseRelease(half, toBucket(0), () => false))).toMatchObject({
      code: 'release/revoked',
    });
  });

  it('never falls on a release without a share', async () => {
    const document = live([release(4, 0)], [release(3, 100)]);
    expect(await refused(() => chooseRelease(document, toBucket(0.5)))).toMatchObject({
      code: 'release/revoked',
    });
  });
});

describe('a bucket', () => {
  it('is a whole number from 0 to 65535', () => {
    expect([toBucket(0), toBucket(0.5), toBucket(1 - 2 ** -53)]).toEqual([0, 32_768, 65_535]);
  });

  it.each([-1, 65_536, 1.5, Number.NaN, '1', null])('is not %j', (value) => {
    expect(isBucket(value)).toBe(false);
  });

  it('is known again', () => {
    expect([0, 65_535].every(isBucket)).toBe(true);
  });
});
