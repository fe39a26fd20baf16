import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { begins } from './application.ts';
import { frameworks } from './choices.ts';
import { createPlace } from './testing/run.ts';

/** Lines that are not empty, an import, or a tag around the code. */
function countOwnLines(source = ''): number {
  const lines = source.split('\n').map((line) => line.trim());
  return lines.filter((line) => !/^(|import .*|<\/?(script|template)?( [^>]*)?>)$/.test(line)).length;
}

const plugins = { react: 'react(),', vue: 'vue(),', svelte: 'svelte(),', none: 'plugins' };
const policies = { vue: "trustedTypes: ['vue']", svelte: "trustedTypes: ['svelte-trusted-html']" };

it.each(frameworks)('writes an application whose framework is %s', async (framework) => {
  const { run, readWritten } = await createPlace();
  const { exitCode } = await run(`quay --framework ${framework} --networks solana,base --title Fées`);
  expect(exitCode).toBe(0);
  const written = await readWritten('quay');
  const { 'index.html': html = '', 'vite.config.ts': config = '' } = written;
  expect(Object.entries(written).filter(([, text]) => /__[A-Z]+/.test(text))).toEqual([]);
  expect(JSON.parse(written['package.json'] ?? '')).toMatchObject({
    name: 'quay',
    scripts: { build: 'vite build', dev: 'vite', preview: 'vite preview', types: 'tsc -p .' },
  });
  expect(JSON.parse(written['tsconfig.json'] ?? '')).toHaveProperty('include', ['src', '*.ts']);
  expect(Object.keys(written)).toEqual(expect.arrayContaining(['.gitignore', 'README.md']));
  expect(html).toContain('<title>Fées</title>');
  expect(Object.keys(written)).toContain(/src="\/(src\/main\.tsx?)"/.exec(html)?.[1]);
  expect(config).toContain(plugins[framework]);
  expect(config).toContain("title: 'Fées',\n      networks: ['solana', 'base'],\n");
  expect(config).toContain(policies[framework as keyof typeof policies] ?? 'networks');

  const source = written[begins[framework]] ?? '';
  expect(source).toContain("signMessage('solana', 'Hello from Fées')");
  expect(source).toContain('connection.address');
  expect(source + html).toMatch(/<ConnectButton \/>|<linkspan-connect>/);
  expect(countOwnLines(source)).toBeLessThan(15);
});

it('adds the practice wallets only if they are chosen', async () => {
  const { run, readWritten } = await createPlace();
  await run('one --practice');
  await run('two');
  const [one, two] = [await readWritten('one'), await readWritten('two')];
  for (const file of ['vite.config.ts', 'package.json', 'README.md']) {
    expect(one[file]).toMatch(/practice/);
    expect(two[file]).not.toMatch(/practice/);
  }
});

it('takes React and three networks without a terminal, and says what comes next', async () => {
  const { run, readWritten } = await createPlace();
  const { said } = await run('here/quay');
  expect(said).toContain('  cd here/quay\n  npm install\n  npm run dev\n');
  expect(said).toMatch(/\nIt asks public nodes, which are for development.*\n$/);
  const { 'vite.config.ts': config = '', 'src/app.tsx': source } = await readWritten('here/quay');
  expect(config).toContain("title: 'Quay',\n      networks: ['ethereum', 'solana', 'near'],\n    }");
  expect(source).toContain("useConnection('evm')");
});

it('writes into linkspan-app without a folder, and with “.” into the folder where it is called', async () => {
  const { run, folder } = await createPlace();
  const { said } = await run('.');
  expect(said).not.toContain('cd ');
  expect(await readdir(folder)).toContain('package.json');
  const other = await createPlace();
  await other.run('');
  expect(await readdir(other.folder)).toEqual(['linkspan-app']);
});

it('names the package and the page by a folder whose name is no npm name', async () => {
  const { run, readWritten } = await createPlace();
  const { said } = await run(['Harbour Fees']);
  expect(said).toContain('  cd "Harbour Fees"\n');
  const { 'package.json': manifest = '', 'index.html': html } = await readWritten('Harbour Fees');
  expect(JSON.parse(manifest).name).toBe('harbour-fees');
  expect(html).toContain('<h1>Harbour Fees</h1>');
});

it('refuses a folder with a file in it, before it asks, and leaves it as it is', async () => {
  const { run, folder } = await createPlace();
  await mkdir(join(folder, 'quay'));
  await writeFile(join(folder, 'quay/.keep'), '');
  const { exitCode, said, complaint } = await run('quay', { answers: [] });
  expect([exitCode, said, complaint]).toEqual([1, '', expect.stringContaining('is not an empty folder')]);
  expect(await readdir(join(folder, 'quay'))).toEqual(['.keep']);
});

it('refuses a file in place of the folder, and a folder below a file', async () => {
  const { run, folder } = await createPlace();
  await writeFile(join(folder, 'quay'), '');
  for (const name of ['quay', 'quay/app']) {
    const { exitCode, complaint } = await run(name);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('cannot be read as a folder')]);
  }
  expect(await readdir(folder)).toEqual(['quay']);
});

it('writes into an empty folder', async () => {
  const { run, folder } = await createPlace();
  await mkdir(join(folder, 'quay'));
  expect(await run('quay')).toMatchObject({ exitCode: 0, complaint: '' });
});

it('refuses a wrong flag with exit code 2, and writes nothing', async () => {
  const { run, folder } = await createPlace();
  const { exitCode, complaint } = await run('quay --framework angular');
  expect([exitCode, complaint]).toEqual([2, expect.stringContaining('not “angular”.\n')]);
  expect(await readdir(folder)).toEqual([]);
});

it('tells how it is called', async () => {
  const { run, folder } = await createPlace();
  const { exitCode, said } = await run('--help');
  expect([exitCode, said]).toEqual([0, expect.stringContaining('npm create @linkspan [FOLDER] -- [FLAGS]')]);
  expect(await readdir(folder)).toEqual([]);
});
