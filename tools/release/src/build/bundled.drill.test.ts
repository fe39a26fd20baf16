import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runProgram } from '../run-program.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { installSource } from './install-source.ts';

/** A tree with a package in an archive that bundles `inner`, and a lockfile of npm; returns its installation. */
async function createBundle() {
  const tree = await temporaryFolder();
  const pack = join(tree, 'pack');
  const inner = join(pack, 'node_modules/inner');
  await mkdir(inner, { recursive: true });
  const outer = { name: 'outer', version: '1.0.0', dependencies: { inner: '1.0.0' } };
  await writeFile(join(pack, 'package.json'), JSON.stringify({ ...outer, bundleDependencies: ['inner'] }));
  await writeFile(join(inner, 'package.json'), '{"name":"inner","version":"1.0.0"}');
  const npm = (...args: readonly string[]) => promisify(execFile)('npm', args, { cwd: tree });
  await npm('pack', './pack');
  const dependencies = { outer: 'file:outer-1.0.0.tgz' };
  await writeFile(join(tree, 'package.json'), JSON.stringify({ name: 'top', private: true, dependencies }));
  await npm('install', '--ignore-scripts');
  await rm(join(tree, 'node_modules'), { recursive: true });
  const context = { env: process.env, run: runProgram, progress: () => undefined };
  const lockfile = join(tree, 'package-lock.json');
  return { tree, lockfile, install: () => installSource(context, tree) };
}

it('installs a package that is in the archive of another', async () => {
  const { tree, lockfile, install } = await createBundle();
  expect(await readFile(lockfile, 'utf8')).toContain('"inBundle": true');
  await install();
  const inner = join(tree, 'node_modules/outer/node_modules/inner/package.json');
  expect(await readFile(inner, 'utf8')).toContain('inner');
}, 120_000);

it('asks no registry for a package that is said to be in the archive of another and is not', async () => {
  const { lockfile, install } = await createBundle();
  const { packages, ...others } = JSON.parse(await readFile(lockfile, 'utf8'));
  packages['node_modules/outer'].dependencies.ms = '2.1.3';
  packages['node_modules/outer/node_modules/ms'] = { version: '2.1.3', inBundle: true };
  await writeFile(lockfile, JSON.stringify({ ...others, packages }));
  await expect(install()).rejects.toMatchObject({
    code: 'command/install-failed',
    message: expect.stringContaining('not-in-the-archive-that-bundles-it'),
  });
}, 120_000);
