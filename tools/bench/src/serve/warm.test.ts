import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { warm } from './warm.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), '.linkspan-warm-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.headers'));
  for (const file of ['index.html', 'assets/main.js', '.headers/remotes.json', 'assets/.map'])
    await writeFile(join(folder, file), file);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('reads everything that can be served, one file after the other, and nothing hidden', async () => {
  const read: string[] = [];
  let underWay = 0;
  await warm(folder, async (file) => {
    underWay += 1;
    expect(underWay).toBe(1);
    await Promise.resolve();
    read.push(relative(folder, file));
    underWay -= 1;
  });
  expect(read.sort()).toEqual(['assets/main.js', 'index.html']);
});
