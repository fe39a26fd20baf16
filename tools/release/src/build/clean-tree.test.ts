import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { cleanTree } from './clean-tree.ts';

/** A tree with files and links, by their paths, beside a folder of somebody, `home`. */
async function createTree(
  files: readonly string[],
  links: Readonly<Record<string, string>> = {},
): Promise<{ readonly tree: string; readonly home: string }> {
  const place = await temporaryFolder();
  const [tree, home] = [join(place, 'source'), join(place, 'home')];
  await mkdir(tree);
  for (const name of ['.npmrc', 'key', 'package.json', 'pnpm-lock.yaml', 'node_modules/one.js']) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), 'own');
  }
  for (const name of [...files, ...Object.keys(links)])
    await mkdir(dirname(join(tree, name)), { recursive: true });
  for (const name of files) await writeFile(join(tree, name), '');
  for (const [name, to] of Object.entries(links)) await symlink(to, join(tree, name));
  return { tree, home };
}

const listAll = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

it('removes what settings and packages would be, of whatever kind, and nothing that a link leads to', async () => {
  const { tree, home } = await createTree(
    [
      'a.js',
      '.npmrc',
      'one/.NPMRC',
      'two/.npmrc/deep/file',
      'one/node_modules/ms/index.js',
      'Node_Modules/x.js',
    ],
    {
      'three/.npmrc': '../../home/.npmrc',
      'four/.npmrc': '../../home',
      'four/node_modules': '../../home/node_modules',
      'five/.npmrc': '.npmrc',
    },
  );
  const before = await listAll(home);
  await cleanTree(tree);
  expect(await listAll(tree)).toEqual(['a.js', 'five', 'four', 'one', 'three', 'two']);
  expect(await listAll(home)).toEqual(before);
  expect(await readFile(join(home, '.npmrc'), 'utf8')).toBe('own');
});

it('takes links to files of the commit', async () => {
  const { tree } = await createTree(['AGENTS.md'], {
    'CLAUDE.md': 'AGENTS.md',
    'docs/again.md': '../CLAUDE.md',
  });
  await cleanTree(tree);
  expect(await listAll(tree)).toEqual(['AGENTS.md', 'CLAUDE.md', 'docs', 'docs/again.md']);
});

it.each([
  ['to a folder outside', { remote: '../home' }, 'remote'],
  ['to a file outside', { 'package.json': '../home/package.json' }, 'package.json'],
  ['in place of the lockfile', { 'pnpm-lock.yaml': '../home/pnpm-lock.yaml' }, 'pnpm-lock.yaml'],
  ['in place of the settings', { 'pnpm-workspace.yaml': '/etc/hostname' }, 'pnpm-workspace.yaml'],
  ['to a folder whose name begins alike', { 'deep/a': '../../source-2' }, 'deep/a'],
  ['to what is not there yet', { 'deep/dist': '../../home/new' }, 'deep/dist'],
  ['to what is removed', { x: 'node_modules/x.js', 'node_modules/x.js': '../../home/key' }, 'x'],
  ['over another link', { one: 'two', two: '../home/key' }, 'one'],
  ['to itself', { one: 'one' }, 'one'],
  ['to the folder above', { 'deep/up': '..' }, 'deep/up'],
  ['in a circle of two', { 'a/two': '../b', 'b/one': '../a' }, 'a/two'],
])('refuses a link %s, by its name, and writes nothing there', async (_, links, name) => {
  const { tree, home } = await createTree(['file.js'], links);
  const before = await listAll(home);
  await expect(cleanTree(tree)).rejects.toMatchObject({
    code: 'command/commit-link',
    message: expect.stringContaining(`a link, ${name},`),
  });
  expect(await listAll(home)).toEqual(before);
});
