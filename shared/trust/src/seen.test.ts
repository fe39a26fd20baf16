import { describe, expect, it } from 'vitest';
import { mergeSeen, nothingSeen, parseSeen, type Seen, toSeen } from './seen.ts';
import { createRepository } from './testing/index.ts';

const repository = await createRepository('remote-evm', 0);
const { root } = repository;
const [keyA, keyB] = ['a'.repeat(64), 'b'.repeat(64)];
const [releaseA, releaseB] = ['c'.repeat(64), 'd'.repeat(64)];

const one: Seen = { root: 2, live: 9, liveKeyids: [keyA], floor: 3, revoked: [releaseA] };
const other: Seen = { root: 2, live: 7, liveKeyids: [keyA], floor: 4, revoked: [releaseB] };

describe('what was seen', () => {
  it('is what a verified root and live document say', () => {
    expect(toSeen({ ...root, floor: 5, revoked: [releaseA] }, { version: 8 })).toEqual({
      root: 1,
      live: 8,
      liveKeyids: root.roles.live.keyids,
      floor: 5,
      revoked: [releaseA],
    });
  });

  it('may be a root alone', () => {
    const { online, machine } = repository;
    const keyids = [online.keyid, machine.keyid] as const;
    const live = { threshold: 1, keyids };
    const seen = toSeen({ ...root, roles: { ...root.roles, live } });
    expect(seen).toMatchObject({ live: 0, liveKeyids: [...keyids].sort() });
    const turned = { threshold: 1, keyids: [keyids[1], keyids[0]] as const };
    expect(toSeen({ ...root, roles: { ...root.roles, live: turned } })).toEqual(seen);
  });

  it('only grows', () => {
    const merged = { root: 2, live: 9, liveKeyids: [keyA], floor: 4, revoked: [releaseA, releaseB] };
    expect(mergeSeen(one, other)).toEqual(merged);
    expect(mergeSeen(other, one)).toEqual(merged);
    expect(mergeSeen(merged, one)).toEqual(merged);
    expect(mergeSeen(nothingSeen, one)).toEqual(one);
  });

  it('takes the live version of the newer root if the keys were rotated', () => {
    const rotated: Seen = { ...other, root: 3, live: 1, liveKeyids: [keyB] };
    expect(mergeSeen(one, rotated)).toMatchObject({ root: 3, live: 1, liveKeyids: [keyB], floor: 4 });
    expect(mergeSeen(rotated, one)).toEqual(mergeSeen(one, rotated));
  });

  it('keeps the live version if a newer root has the same keys', () => {
    expect(mergeSeen(one, { ...other, root: 3, live: 0 })).toMatchObject({ root: 3, live: 9 });
  });

  it('is nothing at first, which comes back as well', () => {
    expect(nothingSeen).toEqual({ root: 0, live: 0, liveKeyids: [], floor: 0, revoked: [] });
    expect(parseSeen({ ...one, live: 0, floor: 0 })).toEqual({ ...one, live: 0, floor: 0 });
    expect(parseSeen(undefined)).toBe(nothingSeen);
  });

  it('comes back from the visitor’s storage', () => {
    expect(parseSeen(JSON.parse(JSON.stringify(one)))).toEqual(one);
  });

  it('is not taken as nothing for an error that is none of its form', () => {
    const broken = {
      ...one,
      get live(): never {
        throw new RangeError('elsewhere');
      },
    };
    expect(() => parseSeen(broken)).toThrow(RangeError);
  });

  it('may be of 32 keys, 10,000 releases and 31 bits, and not one more', () => {
    const most = 2 ** 31 - 1;
    const full: Seen = {
      root: most,
      live: most,
      liveKeyids: Array(32).fill(keyA),
      floor: most,
      revoked: Array(10_000).fill(releaseA),
    };
    expect(parseSeen(full)).toEqual(full);
    expect(parseSeen({ ...full, liveKeyids: Array(33).fill(keyA) })).toBe(nothingSeen);
    expect(parseSeen({ ...full, revoked: Array(10_001).fill(releaseA) })).toBe(nothingSeen);
    expect(parseSeen({ ...full, floor: most + 1 })).toBe(nothingSeen);
  });

  it.each([null, undefined, 'x', [], {}, { ...one, live: -1 }, { ...one, extra: 1 }])(
    'is nothing if the storage holds %j',
    (value) => {
      expect(parseSeen(value)).toBe(nothingSeen);
    },
  );
});
