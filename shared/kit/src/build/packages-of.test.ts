import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packagesOf } from './packages-of.ts';

let folder: string;
const put = async (path: string, value: unknown) => {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), JSON.stringify(value));
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-packages-'));
  await put('package.json', { name: 'workspace', version: '9.9.9' });
  await put('node_modules/one/package.json', { name: 'one', version: '1.0.0' });
  await put('node_modules/one/dist/esm/package.json', { type: 'module' });
  await put('node_modules/@scope/two/package.json', { name: '@scope/two', version: '2.0.0-beta.1' });
});

afterAll(() => rm(folder, { recursive: true }));

it('names each package of the files once, whatever its folders say of themselves', async () => {
  const ids = ['one/dist/esm/a.js', 'one/dist/esm/b.js', 'one/index.js', '@scope/two/index.js?commonjs-es'];
  expect(await packagesOf(ids.map((id) => join(folder, 'node_modules', id)))).toEqual([
    '@scope/two@2.0.0-beta.1',
    'one@1.0.0',
  ]);
});

it('passes over the workspace’s own modules and virtual ones', async () => {
  expect(await packagesOf([join(folder, 'src/a.ts'), '\0virtual:mf', 'virtual:other'])).toEqual([]);
});
