import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeSite } from './write-site.ts';

let site: string;
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'linkspan-site-'));
});
afterEach(() => rm(site, { recursive: true, force: true }));

const none = new Map<string, string>();
const read = (path: string) => readFile(join(site, path), 'utf8');
const inode = async (path: string) => (await stat(join(site, path))).ino;
const toFiles = (entries: Readonly<Record<string, string>>) => new Map(Object.entries(entries));

it('writes files with their folders, and leaves nothing else', async () => {
  await writeSite(site, toFiles({ 'assets/a.js': '1', 'index.html': 'a' }), none);
  expect([await read('assets/a.js'), await read('index.html')]).toEqual(['1', 'a']);
  expect((await readdir(site)).sort()).toEqual(['assets', 'index.html']);
});

it('leaves a file alone that has these bytes, and puts a new one in the place of another', async () => {
  await writeSite(site, toFiles({ 'assets/a.js': '1', 'index.html': 'a' }), none);
  const before = [await inode('assets/a.js'), await inode('index.html')];
  await writeSite(site, toFiles({ 'assets/a.js': '1', 'index.html': 'b' }), none);
  expect(await inode('assets/a.js')).toBe(before[0]);
  // Whoever has the old one open reads it to its end.
  expect(await inode('index.html')).not.toBe(before[1]);
});

it('puts them in their places in their order, so that a page comes last', async () => {
  const names = ['z.js', 'a.js', 'index.html'];
  await writeSite(site, new Map(names.map((name) => [name, name])), none);
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(site, name), { bigint: true })).ctimeNs),
  );
  expect(times).toEqual([...times].sort((one, other) => (one < other ? -1 : 1)));
});

it('writes what may be there already only if it is missing', async () => {
  await writeSite(site, none, toFiles({ 'blocked.json': 'first' }));
  await writeSite(site, none, toFiles({ 'blocked.json': 'second' }));
  expect(await read('blocked.json')).toBe('first');
});

it('changes nothing if one of the files cannot be written', async () => {
  await writeSite(site, toFiles({ 'index.html': 'old' }), none);
  await writeFile(join(site, 'assets'), 'a file where a folder has to be');
  const writing = writeSite(
    site,
    toFiles({ 'about.html': 'new', 'assets/a.js': '1', 'index.html': 'new' }),
    none,
  );
  await expect(writing).rejects.toMatchObject({ code: 'config/site', context: { site } });
  expect(await read('index.html')).toBe('old');
  expect((await readdir(site)).sort()).toEqual(['assets', 'index.html']);
});

it('goes on after a deploy that was interrupted', async () => {
  await mkdir(join(site, '.staged/assets'), { recursive: true });
  await writeFile(join(site, '.staged/assets/a.js'), 'half');
  await writeSite(site, toFiles({ 'index.html': 'a' }), none);
  expect(await readdir(site)).toEqual(['index.html']);
});
