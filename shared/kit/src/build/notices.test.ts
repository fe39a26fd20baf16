import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPackages, toNotices } from './notices.ts';

let folder: string;
let warned: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-notices-'));
  warned = [];
  await put('package.json', { name: 'workspace', version: '9.9.9' });
  await put('LICENSE', 'the workspace’s own');
});

afterEach(() => rm(folder, { recursive: true }));

async function put(path: string, value: string | object): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), typeof value === 'string' ? value : JSON.stringify(value));
}

/** Puts a package there, with its files by their names. */
async function install(name: string, about: object, files: Readonly<Record<string, string>> = {}) {
  await put(`node_modules/${name}/package.json`, { name, version: '1.0.0', ...about });
  for (const [file, text] of Object.entries(files)) await put(`node_modules/${name}/${file}`, text);
}

const find = (...modules: string[]) => findPackages(modules.map((id) => join(folder, id)));

async function read(...modules: string[]): Promise<string> {
  return toNotices(await find(...modules), (text) => warned.push(text)) ?? '';
}

describe('the packages of a build', () => {
  it('are each named once, whatever their folders say of themselves', async () => {
    await install('one', {}, { 'dist/esm/package.json': '{"type":"module"}' });
    await install('@scope/two', { version: '2.0.0-beta.1' });
    const found = await find(
      'node_modules/one/dist/esm/a.js',
      'node_modules/one/dist/esm/b.js',
      'node_modules/one/index.js',
      'node_modules/@scope/two/index.js?commonjs-es',
    );
    expect(found.map(({ id }) => id)).toEqual(['@scope/two@2.0.0-beta.1', 'one@1.0.0']);
  });

  it('are none of the workspace and of the bundler, nor what only lies below a package', async () => {
    await put('node_modules/stray.js', '');
    expect(await find('src/connector.ts', 'node_modules/stray.js')).toEqual([]);
    expect(await findPackages(['\0rolldown/runtime.js', 'virtual:x'])).toEqual([]);
  });
});

describe('the notices', () => {
  it('hold each text once, below all packages that it is for', async () => {
    await install('zebra', { license: 'MIT' }, { LICENSE: 'MIT License  \r\nHarbour\r\n' });
    await install('anchor', { license: 'MIT' }, { 'LICENSE.md': 'MIT License\nHarbour' });
    const text = await read('node_modules/zebra/a.js', 'node_modules/anchor/a.js');
    expect(text).toContain('anchor@1.0.0 (MIT)\nzebra@1.0.0 (MIT)\n\nMIT License\nHarbour\n');
    expect(text.match(/MIT License/g)).toHaveLength(1);
    expect(text).not.toContain('the workspace');
  });

  it.each([
    'LICENSE',
    'license.txt',
    'LICENCE',
    'LICENSE-MIT',
    'LICENSE.APACHE2',
    'COPYING',
    'NOTICE',
    'NOTICE.md',
    'UNLICENSE',
    'Copyright.txt',
    'ThirdPartyNotices.txt',
  ])('hold the text of %s', async (name) => {
    await install('one', { license: 'MIT' }, { [name]: 'words of law' });
    expect(await read('node_modules/one/a.js')).toContain('words of law');
  });

  it('hold license and notice of one package, and that of a folder that the code comes from', async () => {
    const files = { LICENSE: 'Apache License', NOTICE: 'Copyright Pier', 'vendor/LICENSE': 'of the vendor' };
    await install('one', { license: 'Apache-2.0' }, { ...files, 'other/LICENSE': 'of nobody' });
    const text = await read('node_modules/one/vendor/deep.js', 'node_modules/one/a.js');
    for (const part of Object.values(files)) expect(text).toContain(`one@1.0.0 (Apache-2.0)\n\n${part}`);
    expect(text).not.toContain('of nobody');
  });

  it('hold no code that is named like a license', async () => {
    await install('one', { license: 'MIT' }, { 'license.js': 'let code', 'licenses.json': '[]' });
    expect(await read('node_modules/one/a.js')).not.toContain('let code');
  });

  it.each([
    [{ license: 'MIT', author: 'Ann Pier <ann@pier.example>' }, '(MIT), by Ann Pier\n'],
    [{ licenses: [{ type: 'MIT' }, { type: 'BSD' }], author: { name: 'Ann' } }, '(MIT OR BSD), by Ann\n'],
    [{ license: '(MIT OR Apache-2.0)' }, '(MIT OR Apache-2.0)\n'],
    [{ license: { type: 'ISC', url: 'https://a.example' } }, '(ISC)\n'],
  ])('name license and author of a package without a text: %j', async (about, line) => {
    await install('one', about);
    expect(await read('node_modules/one/a.js')).toContain(`Without a license text:\n\none@1.0.0 ${line}`);
    expect(warned).toEqual([]);
  });

  it('name a package without any license, which the build warns of', async () => {
    await install('one', {});
    expect(await read('node_modules/one/a.js')).toContain('one@1.0.0 (names no license)');
    expect(warned).toEqual(['one@1.0.0 is built in and names no license.']);
  });

  it('are the same bytes in another folder, whatever the order of the modules', async () => {
    await install('one', { license: 'MIT' }, { LICENSE: 'a', NOTICE: 'b', 'vendor/LICENSE': 'c' });
    await install('two', { license: 'MIT' }, { LICENSE: 'b' });
    const modules = ['node_modules/one/a.js', 'node_modules/one/vendor/a.js', 'node_modules/two/a.js'];
    const first = await read(...modules);
    expect(await read(...modules.reverse())).toBe(first);
    expect(first).not.toContain(folder);
  });

  it('are none if nothing is built in', () => {
    expect(toNotices([], expect.fail)).toBeUndefined();
  });
});
