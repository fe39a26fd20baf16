import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { pinLockfile } from './pin-lockfile.ts';
import { readYaml } from './read-yaml.ts';

const integrity = `sha512-${'A'.repeat(86)}==`;
const registry = 'https://registry.example';
const resolved = `${registry}/ms/-/ms-2.1.3.tgz`;
const ownRegistry = 'https://npm.example/team';

/** Pins a lockfile in the folder `remote` of a commit, and returns what is there then. */
async function pin(name: string, text: string, others: readonly string[] = []): Promise<unknown> {
  const tree = await temporaryFolder();
  const folder = join(tree, 'remote');
  await mkdir(folder);
  for (const other of others) await writeFile(join(folder, other), '');
  const file = join(folder, name);
  await writeFile(file, text);
  const byNpm = name === 'package-lock.json';
  await pinLockfile({ folder, byNpm }, { tree, registries: [ownRegistry, registry] });
  return JSON.parse(await readFile(file, 'utf8'));
}

const refusing = (name: string, why: string) => ({
  code: 'command/unpinned',
  message: expect.stringMatching(new RegExp(`^remote/${name} .*${why}`)),
});

describe('a package-lock.json', () => {
  const pinNpm = (packages: unknown, others?: readonly string[]) =>
    pin(
      'package-lock.json',
      JSON.stringify({ lockfileVersion: 2, packages, dependencies: { ms: {} } }),
      others,
    );
  const ms = { version: '2.1.3', resolved, integrity };

  it('may have packages of a registry, also under other names, folders and archives of the commit', async () => {
    const packages = {
      '': { name: 'remote', workspaces: ['part'] },
      part: { version: '1.0.0' },
      '../shared': { version: '1.0.0' },
      'node_modules/part': { resolved: 'part', link: true },
      'node_modules/shared': { resolved: '../shared', link: true },
      'node_modules/ms': ms,
      'node_modules/@one/ms': { ...ms, name: 'ms' },
      'node_modules/@two/ms': { version: '2.1.3', integrity },
      'part/node_modules/ms': { ...ms, resolved: `${ownRegistry}/ms/-/ms-2.1.3.tgz` },
      'node_modules/@linkspan/kit': { integrity, resolved: 'file:packages/linkspan-kit-0.1.0.tgz' },
      'node_modules/@linkspan/app': { integrity, resolved: 'file:../packages/linkspan-app-0.1.0.tgz' },
    };
    const pinned = await pinNpm(packages);
    // What npm 6 would read is gone.
    expect(pinned).toEqual({ lockfileVersion: 3, requires: true, packages });
  });

  it.each([
    ['no integrity', { ...ms, integrity: undefined }, 'node_modules/ms has no SHA-512'],
    [
      'a weak one',
      { ...ms, integrity: 'sha1-xsF7Yhab6AXOu3hYRF1PoXZmnxk=' },
      'node_modules/ms has no SHA-512',
    ],
    ['a choice', { ...ms, integrity: `${integrity} ${integrity}` }, 'node_modules/ms has no SHA-512'],
    ['a short one', { ...ms, integrity: 'sha512-AAAA' }, 'node_modules/ms has no SHA-512'],
    [
      'an address as version',
      { integrity, version: 'https://evil.example' },
      'node_modules/ms comes from nowhere',
    ],
    ['a tag as version', { integrity, version: 'latest' }, 'node_modules/ms comes from nowhere'],
    ['an address as name', { integrity, version: '2.1.3', name: 'github:evil/ms' }, 'comes from nowhere'],
    [
      'another host',
      { ...ms, resolved: 'https://evil.example/ms.tgz' },
      'node_modules/ms comes from https://evil',
    ],
    ['another path', { ...ms, resolved: 'https://npm.example/other/ms.tgz' }, 'node_modules/ms comes from'],
    ['a path back', { ...ms, resolved: `${ownRegistry}/../other/ms.tgz` }, 'node_modules/ms comes from'],
    [
      'a like host',
      { ...ms, resolved: 'https://registry.example.evil.example/ms.tgz' },
      'node_modules/ms comes',
    ],
    [
      'a like name',
      { ...ms, resolved: 'https://registry.example@evil.example/ms.tgz' },
      'node_modules/ms comes',
    ],
    [
      'plain http',
      { ...ms, resolved: resolved.replace('https', 'http') },
      'node_modules/ms comes from http:',
    ],
    [
      'git',
      { ...ms, resolved: 'git+ssh://git@github.com/evil/ms.git#0123' },
      'node_modules/ms comes from git',
    ],
    ['a path of git', { ...ms, resolved: 'github:evil/ms' }, 'node_modules/ms comes from github'],
    ['an archive outside', { ...ms, resolved: 'file:../../ms.tgz' }, 'node_modules/ms comes from file'],
    ['an archive of the disk', { ...ms, resolved: 'file:///tmp/ms.tgz' }, 'node_modules/ms comes from file'],
    ['an archive at home', { ...ms, resolved: 'file:~/ms.tgz' }, 'node_modules/ms comes from file'],
    ['a hidden path', { ...ms, resolved: 'file:%2e%2e/%2e%2e/ms.tgz' }, 'node_modules/ms comes from file'],
    ['a folder', { version: '2.1.3', resolved: 'file:part' }, 'node_modules/ms has no SHA-512'],
    ['a shrinkwrap', { ...ms, hasShrinkwrap: true }, 'node_modules/ms brings a lockfile'],
    ['a link outside', { resolved: '../../home', link: true }, 'node_modules/ms leads out'],
    ['a link to the disk', { resolved: '/home/../..', link: true }, 'node_modules/ms leads out'],
    ['no fields', 'ms', 'node_modules/ms is no package'],
  ])('may not have a package with %s', async (_, entry, why) => {
    await expect(pinNpm({ '': {}, 'node_modules/ms': entry })).rejects.toMatchObject(
      refusing('package-lock.json', why),
    );
  });

  it.each([
    '../../home/node_modules/ms',
    'node_modules/../../../ms',
    '/node_modules/ms',
    'x/../node_modules/ms',
  ])('may not have a package at %s', async (place) => {
    const why = place.includes('x/..') || place.startsWith('node_modules') ? 'is no path' : '';
    await expect(pinNpm({ [place]: ms })).rejects.toMatchObject(refusing('package-lock.json', why));
  });

  it('gets a package that its parent bundles from nowhere else', async () => {
    expect(
      await pinNpm({ 'node_modules/one/node_modules/ms': { version: '2.1.3', inBundle: true } }),
    ).toMatchObject({
      packages: { 'node_modules/one/node_modules/ms': { resolved: expect.stringMatching(/^file:not-in/) } },
    });
    const entry = { version: '2.1.3', inBundle: true, resolved: 'https://evil.example/ms.tgz', integrity };
    await expect(pinNpm({ 'node_modules/one/node_modules/ms': entry })).rejects.toMatchObject(
      refusing('package-lock.json', 'comes from https://evil'),
    );
  });

  it.each(['npm-shrinkwrap.json', 'NPM-Shrinkwrap.json'])('may not lie beside %s', async (other) => {
    await expect(pinNpm({}, [other])).rejects.toMatchObject(refusing('package-lock.json', other));
  });

  it.each([
    ['{"lockfileVersion":1,"dependencies":{"ms":{"version":"2.1.3"}}}', 'form of npm 6'],
    ['<<<<<<< ours\n{}', 'not JSON'],
    ['[]', 'no object'],
  ])('may not be %j', async (text, why) => {
    await expect(pin('package-lock.json', text)).rejects.toMatchObject(refusing('package-lock.json', why));
  });
});

describe('a pnpm-lock.yaml', () => {
  const pinPnpm = (text: string) => pin('pnpm-lock.yaml', `lockfileVersion: '9.0'\n${text}`);
  const withMs = (resolution: string) =>
    pinPnpm(`packages:\n  ms@2.1.3:\n    resolution: ${resolution}\nsnapshots:\n  ms@2.1.3: {}\n`);

  it('may be that of this repository', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../../pnpm-lock.yaml'), 'utf8');
    expect(await pin('pnpm-lock.yaml', text)).toEqual(readYaml(text));
  });

  it.each([
    `{integrity: ${integrity}}`,
    `{integrity: ${integrity}, tarball: ${ownRegistry}/download/ms/2.1.3.tgz}`,
    `{integrity: ${integrity}, tarball: file:packages/ms-2.1.3.tgz}`,
    '{directory: ../shared/kit, type: directory}',
  ])('may have a package of %s', async (resolution) => {
    expect(await withMs(resolution)).toMatchObject({ packages: { 'ms@2.1.3': {} } });
  });

  it.each([
    ['{}', 'ms@2.1.3 has no SHA-512'],
    ['{integrity: sha1-xsF7Yhab6AXOu3hYRF1PoXZmnxk=}', 'ms@2.1.3 has no SHA-512'],
    ['{tarball: https://codeload.github.com/evil/ms/tar.gz/0123}', 'ms@2.1.3 has no SHA-512'],
    [`{integrity: ${integrity}, tarball: https://evil.example/ms.tgz}`, 'ms@2.1.3 comes from https://evil'],
    [`{integrity: ${integrity}, tarball: file:../../ms.tgz}`, 'ms@2.1.3 comes from file'],
    [`{integrity: ${integrity}, gitHosted: true}`, 'ms@2.1.3 comes from elsewhere .* its gitHosted'],
    ['{commit: 0123, repo: https://github.com/evil/ms, type: git}', 'ms@2.1.3 comes from elsewhere'],
    ['{directory: ../../home, type: directory}', 'ms@2.1.3 leads out'],
    ['{directory: /home, type: git}', 'ms@2.1.3 comes from elsewhere'],
  ])('may not have a package of %s', async (resolution, why) => {
    await expect(withMs(resolution)).rejects.toMatchObject(refusing('pnpm-lock.yaml', why));
  });

  it.each([
    ['packages:\n  ../../x@1.0.0:\n    resolution: {integrity: a}', '“../../x” is no name'],
    ['packages:\n  "@one/../../x@1.0.0":\n    resolution: {integrity: a}', 'is no name'],
    ['snapshots:\n  ms@2.1.3(one@1.0.0): {}', 'ms@2.1.3\\(one@1.0.0\\) is not listed'],
    ['importers:\n  ../../other: {}', '../../other leads out'],
    ['importers:\n  part:\n    dependencies:\n      x: {version: link:../../../other}', 'x leads out'],
    ['importers:\n  part:\n    dependencies:\n      x: {version: link:/home}', 'x leads out'],
    ['importers:\n  .:\n    devDependencies:\n      ../../x: {version: 1.0.0}', '“../../x” is no name'],
    ['patchedDependencies:\n  ms: {path: ../../ms.patch}', 'ms leads out'],
    ['packages: {}\npackages: {}', 'not YAML as pnpm writes it'],
    ['packages: &all {}\nsnapshots: *all', 'not YAML as pnpm writes it'],
  ])('may not have %j', async (text, why) => {
    await expect(pinPnpm(text)).rejects.toMatchObject(refusing('pnpm-lock.yaml', why));
  });

  it.each([
    ['', 'lists nothing'],
    ["lockfileVersion: '6.0'", 'not the form 9'],
  ])('may not be %j', async (text, why) => {
    await expect(pin('pnpm-lock.yaml', text)).rejects.toMatchObject(refusing('pnpm-lock.yaml', why));
  });

  it('counts by its last document alone, as it was understood', async () => {
    const text = `--- {packages: {}}\n---\nlockfileVersion: '9.0'\npackages: {ms@2.1.3: {resolution: {tarball: x}}}`;
    await expect(pin('pnpm-lock.yaml', text)).rejects.toMatchObject(
      refusing('pnpm-lock.yaml', 'ms@2.1.3 has no'),
    );
    expect(await pin('pnpm-lock.yaml', `--- {packages: {}}\n---\nlockfileVersion: '9.0'`)).toEqual({
      lockfileVersion: '9.0',
    });
  });
});
