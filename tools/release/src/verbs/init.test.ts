import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPlace } from '../testing/command.ts';

const ours = ['check', 'contract', 'host', 'kit', 'release', 'store', 'trust'];

/** A place with a folder of tarballs. */
async function createPacked(names: readonly string[] = ours.map((name) => `linkspan-${name}-0.1.0.tgz`)) {
  const place = await createPlace();
  const packed = join(place.folder, 'packed');
  await mkdir(packed);
  for (const name of names) await writeFile(join(packed, name), name);
  return {
    ...place,
    /** What an init wrote, by its paths. */
    async readWritten(folder: string) {
      const entries = await readdir(join(place.folder, folder), { recursive: true, withFileTypes: true });
      const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
      const read = async (file: string) =>
        [file.slice(join(place.folder, folder).length + 1), await readFile(file, 'utf8')] as const;
      return Object.fromEntries(await Promise.all(files.map(read)));
    },
  };
}

it('writes a repository with every name in its place, for npm and git', async () => {
  const { done, readWritten } = await createPacked();
  await done('init remote demo --packages packed');
  const written = await readWritten('remote-demo');
  expect(Object.entries(written).filter(([, text]) => /__[A-Z]+/.test(text))).toEqual([]);
  expect(Object.keys(written)).toEqual(
    expect.arrayContaining(['.gitignore', '.github/workflows/release.yml', 'practice/subject.js']),
  );
  expect(Object.keys(written).filter((path) => /^(gitignore|github)/.test(path))).toEqual([]);
  expect(written['practice/subject.js']).toContain("title: 'Demo',\n    namespace: 'demo'");
});

it('takes the tarballs along, and depends on these files', async () => {
  const { done, readWritten } = await createPacked();
  await done('init remote demo --packages packed');
  const written = await readWritten('remote-demo');
  const { name, dependencies, devDependencies } = JSON.parse(written['package.json'] ?? '');
  expect(name).toBe('remote-demo');
  for (const [one, version] of Object.entries<string>({ ...dependencies, ...devDependencies })) {
    if (!one.startsWith('@linkspan/')) continue;
    expect(version).toMatch(/^file:packages\/linkspan-[a-z]+-0\.1\.0\.tgz$/);
    expect(written[version.slice('file:'.length)]).toBe(version.slice('file:packages/'.length));
  }
  expect(written['pnpm-workspace.yaml']).toContain('"file:packages/linkspan-contract-0.1.0.tgz"');
});

it('takes a title, a namespace and a folder that are given, and knows the namespace of evm', async () => {
  const { done, readWritten } = await createPacked();
  await done('init remote demo --title Démo --namespace demo-1 --out here/below --packages packed');
  const { 'practice/subject.js': subject } = await readWritten('here/below');
  expect(subject).toContain("title: 'Démo',\n    namespace: 'demo-1'");
  expect(await done('init remote evm --packages packed')).toMatchObject({ namespace: 'eip155' });
});

it('writes into an empty folder, and leaves one with files and a file as they are', async () => {
  const { done, refused, folder } = await createPacked();
  await mkdir(join(folder, 'empty'));
  await done('init remote demo --out empty --packages packed');
  for (const taken of ['empty', 'packed', 'packed/linkspan-kit-0.1.0.tgz'])
    expect(await refused(`init remote demo --out ${taken} --packages packed`)).toContain(
      'command/folder-taken',
    );
  expect(await readdir(join(folder, 'packed'))).toHaveLength(ours.length);
});

it.each([
  ['Demo', 'FAMILY'],
  ['../demo', 'FAMILY'],
  ['1demo', 'FAMILY'],
  ["demo --title '</script>", '--title'],
  ['demo --title `id`', '--title'],
  ['demo --namespace de', '--namespace'],
  ['demo --namespace Demo', '--namespace'],
  ['longer-than-caip', '--namespace'],
])('refuses “init remote %s”', async (line, what) => {
  const { run, folder } = await createPacked();
  const { exitCode, complaint } = await run(`init remote ${line} --packages packed`);
  expect([exitCode, complaint]).toEqual([2, expect.stringContaining(`${what} should be`)]);
  expect(await readdir(folder)).toEqual(['packed']);
});

it.each([
  ['none', []],
  ['others', ['react-19.0.0.tgz', 'linkspan-kit.tgz']],
  ['some', ['linkspan-kit-0.1.0.tgz']],
  ['two of one', [...ours, 'kit'].map((name, at) => `linkspan-${name}-0.${at > 6 ? 2 : 1}.0.tgz`)],
])('refuses a folder of tarballs that has %s, and writes nothing', async (_, names) => {
  const { refused, folder } = await createPacked(names);
  for (const packages of ['packed', 'nowhere'])
    expect(await refused(`init remote demo --packages ${packages}`)).toContain('command/no-packages');
  expect(await readdir(folder)).toEqual(['packed']);
});
