import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlessDone } from './unless-done.mjs';

/** @type {string} */
let folder;
let done = 0;
const work = async () => {
  done += 1;
};
const file = () => join(folder, 'built/host');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-done-'));
  done = 0;
});

afterEach(() => rm(folder, { recursive: true }));

describe('work', () => {
  it('is done once under a stamp', async () => {
    expect(await unlessDone(file(), async () => 'a', work)).toBe(true);
    expect(await unlessDone(file(), async () => 'a', work)).toBe(false);
    expect(done).toBe(1);
  });

  it('is done again under another stamp', async () => {
    await unlessDone(file(), async () => 'a', work);
    expect(await unlessDone(file(), async () => 'b', work)).toBe(true);
    expect(await readFile(file(), 'utf8')).toBe('b');
  });

  it('is done again where its outcome is no longer what it was', async () => {
    let outcome = '';
    const readStamp = async () => `a ${outcome}`;
    const make = async () => {
      outcome = 'made';
    };
    expect(await unlessDone(file(), readStamp, make)).toBe(true);
    expect(await unlessDone(file(), readStamp, make)).toBe(false);
    outcome = 'made by someone else';
    expect(await unlessDone(file(), readStamp, make)).toBe(true);
  });

  it('that fails is done again, also under the stamp before', async () => {
    await unlessDone(file(), async () => 'a', work);
    await expect(
      unlessDone(
        file(),
        async () => 'b',
        () => Promise.reject(new Error('no')),
      ),
    ).rejects.toThrow('no');
    expect(await unlessDone(file(), async () => 'a', work)).toBe(true);
  });
});
