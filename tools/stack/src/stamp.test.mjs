import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toStamp } from './stamp.mjs';

/** @type {string} */
let folder;
const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFile(join(folder, name), text);
const stamp = (paths = ['src', 'lock.yaml'], more = '') => toStamp(folder, paths, more);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-stamp-'));
  await mkdir(join(folder, 'src/deep/testing'), { recursive: true });
  await write('src/a.ts', '1');
  await write('src/deep/b.ts', '2');
  await write('lock.yaml', '3');
});

afterEach(() => rm(folder, { recursive: true }));

describe('a stamp', () => {
  it('stays while nothing changes', async () => {
    expect(await stamp()).toBe(await stamp());
  });

  it('changes with a content, a name, a new file and a lost one', async () => {
    const seen = [await stamp()];
    await write('src/deep/b.ts', '20');
    seen.push(await stamp());
    await write('src/c.ts', '');
    seen.push(await stamp());
    await rm(join(folder, 'src/c.ts'));
    await write('src/d.ts', '');
    seen.push(await stamp());
    await rm(join(folder, 'src/a.ts'));
    seen.push(await stamp());
    expect(new Set(seen).size).toBe(5);
  });

  it('changes where a content moves from one file to the next', async () => {
    await write('src/a.ts', '12');
    await write('src/deep/b.ts', '');
    const before = await stamp();
    await write('src/a.ts', '1');
    await write('src/deep/b.ts', '2');
    expect(await stamp()).not.toBe(before);
  });

  it('changes with what else it depends on', async () => {
    expect(await stamp(['src'], 'v20')).not.toBe(await stamp(['src'], 'v22'));
  });

  it('stays where only tests, what they stand on, or what is built change', async () => {
    const before = await stamp();
    await write('src/a.test.ts', 'x');
    await write('src/a.test-d.ts', 'x');
    await write('src/deep/testing/fake.ts', 'x');
    await mkdir(join(folder, 'src/dist'));
    await write('src/dist/built.js', 'x');
    expect(await stamp()).toBe(before);
  });

  it('is the same wherever the folder lies', async () => {
    const before = await stamp();
    const other = await mkdtemp(join(tmpdir(), 'linkspan-stamp-'));
    await mkdir(join(other, 'src/deep'), { recursive: true });
    for (const [name, text] of [
      ['src/a.ts', '1'],
      ['src/deep/b.ts', '2'],
      ['lock.yaml', '3'],
    ])
      await writeFile(join(other, /** @type {string} */ (name)), /** @type {string} */ (text));
    expect(await toStamp(other, ['src', 'lock.yaml'])).toBe(before);
    await rm(other, { recursive: true });
  });

  it('is none of a file that is not there', async () => {
    await expect(stamp(['missing'])).rejects.toThrow('ENOENT');
  });
});
