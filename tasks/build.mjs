import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runNode, typescript } from './run.mjs';

/**
 * One part of the workspace that is built on its own.
 * @typedef {object} Part
 * @property {string} name Its folder.
 * @property {string[]} args What Node runs in that folder.
 * @property {string[]} reads Folders and files whose change asks for a new build.
 */

const shared = ['shared/contract/src', 'shared/trust/src', 'pnpm-lock.yaml'];
const vite = [
  join(root, 'node_modules/vite/bin/vite.js'),
  'build',
  '--configLoader',
  'runner',
  '--logLevel',
  'warn',
];

/** @param {string} name @returns {Part} */
const remote = (name) => ({
  name,
  args: vite,
  reads: [...shared, 'shared/kit/src', `${name}/src`, `${name}/package.json`, `${name}/vite.config.ts`],
});

/** @type {readonly Part[]} In the order in which they are built. */
export const parts = [
  {
    name: 'host',
    args: typescript('build.ts'),
    reads: [...shared, 'shared/store/src', 'host/src', 'host/build', 'host/build.ts', 'host/package.json'],
  },
  remote('remote-evm'),
  remote('remote-solana'),
  remote('remote-near'),
  { name: 'practice', args: vite, reads: ['practice/src', 'practice/vite.config.ts', 'pnpm-lock.yaml'] },
];

/**
 * Builds a part, unless what it is made of has not changed since; answers whether it had to.
 * @param {Part} part
 */
export async function build(part) {
  const stampFile = join(root, '.linkspan', 'built', part.name);
  const stamp = await stampOf(part.reads);
  const built = await stat(join(root, part.name, 'dist')).catch(() => undefined);
  if (built && (await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false;
  await rm(stampFile, { force: true });
  await runNode(part.args, { cwd: join(root, part.name) });
  await mkdir(join(root, '.linkspan', 'built'), { recursive: true });
  await writeFile(stampFile, stamp);
  return true;
}

/** @param {string[]} paths */
async function stampOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of await filesOf(join(root, path)))
      hash
        .update(file)
        .update('\0')
        .update(await readFile(file));
  return hash.digest('hex');
}

/** @param {string} path @returns {Promise<string[]>} */
async function filesOf(path) {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
