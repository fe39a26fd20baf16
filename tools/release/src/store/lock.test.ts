import * as disk from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { type LockOptions, takeLock } from './lock.ts';
import { systemClock } from './store.ts';

/** Above what any system gives to a process. */
const deadPid = 2 ** 30;
const begun = 1_800_000_000_000;

async function openPlace(): Promise<LockOptions & { pass(spanMs: number): void }> {
  const folder = await temporaryFolder();
  let now = begun;
  return {
    disk,
    clock: { ...systemClock, now: () => now },
    folder: join(folder, 'lock'),
    parts: join(folder, 'parts'),
    pass: (spanMs) => {
      now += spanMs;
    },
  };
}

async function take(place: LockOptions) {
  const lock = await takeLock(place);
  if ('holder' in lock) throw new Error(`It is held by ${lock.holder}`);
  return lock;
}

async function leaveHeld(place: LockOptions, holder: unknown): Promise<void> {
  await disk.mkdir(place.folder, { recursive: true });
  const text = typeof holder === 'string' ? holder : JSON.stringify(holder);
  await disk.writeFile(join(place.folder, '5'), text);
}

const us = { holder: `process ${process.pid} on ${hostname()}` };

describe('a lock', () => {
  it('is held by one until it is released', async () => {
    const place = await openPlace();
    const lock = await take(place);
    expect(await takeLock(place)).toEqual(us);
    await lock.release();
    await (await take(place)).release();
  });

  it.each([
    ['a process that is dead', { host: hostname(), pid: deadPid, since: begun }],
    ['one who has had it for over a minute', { host: hostname(), pid: process.pid, since: begun - 60_001 }],
    ['another machine, over a minute ago', { host: 'another', pid: 1, since: begun - 60_001 }],
    ['one whose clock is far ahead', { host: 'another', pid: 1, since: begun + 60_001 }],
    ['nobody: power failed in the middle', '{"host":"anoth'],
    ['nobody: it is empty', ''],
    ['nobody: it is no holder', '{"host":1}'],
  ])('is taken over from %s', async (_, holder) => {
    const place = await openPlace();
    await leaveHeld(place, holder);
    await take(place);
    expect(await takeLock(place)).toEqual(us);
  });

  it.each([
    ['a process that lives', { host: hostname(), pid: process.ppid, since: begun - 59_000 }],
    ['another machine, whose processes nobody here can see', { host: 'another', pid: deadPid, since: begun }],
  ])('is not taken from %s', async (_, holder) => {
    const place = await openPlace();
    await leaveHeld(place, holder);
    expect(await takeLock(place)).toEqual({ holder: `process ${holder.pid} on ${holder.host}` });
  });

  it('is taken over by exactly one of twenty', async () => {
    const place = await openPlace();
    for (let round = 0; round < 20; round += 1) {
      await leaveHeld(place, { host: hostname(), pid: deadPid, since: begun });
      const taken = await Promise.all(Array.from({ length: 20 }, () => takeLock(place)));
      expect(taken.filter((one) => !('holder' in one))).toHaveLength(1);
      await disk.rm(place.folder, { recursive: true });
    }
  });

  it('gives no right to one who took a number long ago', async () => {
    const place = await openPlace();
    const slow: LockOptions = {
      ...place,
      disk: {
        ...disk,
        // Between the look and the number, others have had fifty turns.
        link: async (part, file) => {
          for (let turn = 0; turn < 50; turn += 1) await (await take(place)).release();
          await take(place);
          await disk.link(part, file);
        },
      },
    };
    expect(await takeLock(slow)).toEqual({ holder: 'another publisher' });
    expect(await takeLock(place)).toEqual(us);
  });

  it('is no longer sure of itself after half a minute', async () => {
    const place = await openPlace();
    const lock = await take(place);
    expect(lock.isHeld()).toBe(true);
    place.pass(30_000);
    expect(lock.isHeld()).toBe(false);
  });

  it('keeps few files', async () => {
    const place = await openPlace();
    for (let turn = 0; turn < 60; turn += 1) await (await take(place)).release();
    expect((await disk.readdir(place.folder)).length).toBeLessThanOrEqual(16);
    expect(await disk.readdir(place.parts)).toEqual([]);
  });
});
