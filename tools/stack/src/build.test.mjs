import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parts, toStamp } from './build.mjs';
import { root } from './root.mjs';

it.each(parts)(
  '$name is built again with its source, its packages and the lockfile, which exist',
  async (part) => {
    const { dependencies = {} } = JSON.parse(await readFile(join(root, part.name, 'package.json'), 'utf8'));
    const own = Object.keys(dependencies).filter((key) => key.startsWith('@linkspan/'));
    const sources = own.map((key) => `shared/${key.replace('@linkspan/', '')}/src`);
    expect(part.reads).toEqual(expect.arrayContaining([part.name, 'pnpm-lock.yaml', ...sources]));
    // A change of the command builds no page again.
    expect(part.reads.includes('tools/release')).toBe(part.name === 'tools/check');
    for (const path of part.reads) await access(join(root, path));
  },
);

it('a stamp changes with the name and the content of a file, and with no test', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-stamp-'));
  const stamps = [];
  for (const [file, text] of /** @type {const} */ ([
    ['a.ts', '1'],
    ['a.ts', '2'],
    ['b.ts', '2'],
    ['b.test.ts', '3'],
  ])) {
    await writeFile(join(folder, file), text);
    stamps.push(await toStamp(folder, ['.']));
  }
  await rm(folder, { recursive: true });
  expect(new Set(stamps.slice(0, 3)).size).toBe(3);
  expect(stamps[3]).toBe(stamps[2]);
});
