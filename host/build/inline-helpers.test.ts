import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inlineHelpers } from './inline-helpers.ts';

const modules: Readonly<Record<string, string>> = {
  'virtual:main.js': `import old from 'virtual:old.cjs'; export const more = () => import('virtual:more.js'); export { old };`,
  'virtual:more.js': `export * as own from 'virtual:own.js';`,
  'virtual:own.js': 'export const one = 1; export const two = 2;',
  'virtual:old.cjs': `exports.word = 'old';`,
};
const virtual = {
  name: 'virtual',
  resolveId: (id: string) => (id in modules ? id : undefined),
  load: (id: string) => modules[id],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-helpers-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rm(folder, { recursive: true }));

async function buildWith(plugins: readonly Plugin[]): Promise<readonly string[]> {
  await build({
    root: folder,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [virtual, ...plugins],
    build: {
      outDir: 'dist',
      modulePreload: false,
      rolldownOptions: {
        input: 'virtual:main.js',
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'main-[hash].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return (await readdir(join(folder, 'dist'))).sort();
}

it('removes the file of helpers, and each file still works', async () => {
  const before = await buildWith([]);
  expect(before.filter((name) => name.startsWith('rolldown-runtime'))).toHaveLength(1);
  const after = await buildWith([inlineHelpers()]);
  expect(after).toHaveLength(before.length - 1);
  expect(
    after.some((name) => before.includes(name)),
    'another content must have another name',
  ).toBe(false);
  const main = after.find((name) => name.startsWith('main-')) ?? '';
  const { old, more } = await import(pathToFileURL(join(folder, 'dist', main)).href);
  expect(old).toEqual({ word: 'old' });
  expect(Object.keys((await more()).own)).toEqual(['one', 'two']);
});
