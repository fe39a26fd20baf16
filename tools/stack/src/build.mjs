import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { families } from '@linkspan/practice/families';
import { root } from './root.mjs';
import { runNode } from './run.mjs';

/**
 * One part of the workspace that is built on its own.
 * @typedef {object} Part
 * @property {string} name Its folder.
 * @property {[file: string, ...args: string[]]} program What Node runs in that folder.
 * @property {string[]} reads Folders and files whose change asks for a new build.
 */

const shared = ['shared/contract/src', 'shared/trust/src', 'pnpm-lock.yaml'];
/** @type {Part['program']} */
const vite = ['node_modules/vite/bin/vite.js', 'build', '--configLoader', 'runner', '--logLevel', 'warn'];

/** @param {string} name @returns {Part} */
const remote = (name) => ({ name, program: vite, reads: [...shared, 'shared/kit/src', name] });

/** A build is the same whatever started it: with VITEST in the environment, the federation plugin does nothing. */
const cleanEnv = { NODE_ENV: 'production', VITEST: undefined };

/** @type {readonly Part[]} In the order in which they are built. */
export const parts = [
  { name: 'host', program: ['host/build.ts'], reads: [...shared, 'shared/store/src', 'host'] },
  ...Object.values(families).map((family) => remote(family.remote)),
  {
    name: 'tools/practice',
    program: vite,
    reads: ['pnpm-lock.yaml', 'shared/kit/src/build', 'tools/practice'],
  },
  {
    name: 'tools/check',
    program: vite,
    reads: [
      ...shared,
      ...['shared/conformance', 'tools/practice', 'tools/release', 'tools/stack', 'tools/check'],
    ],
  },
];

/**
 * Builds a part unless its sources and its output are those of the last build. Returns whether it was built. Rejects
 * with an `ExecaError` if the build fails; it is then built again the next time.
 * @param {Part} part
 */
export async function build({ name, program: [file, ...args], reads }) {
  const source = await toStamp(root, reads, [file, ...args].join(' '));
  // The output counts too: `release build` may have built another source meanwhile.
  const readStamp = async () => `${source} ${await toStamp(join(root, name, 'dist'), ['.']).catch(() => '')}`;
  const stampFile = join(root, '.linkspan', 'built', name);
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === (await readStamp())) return false;
  await rm(stampFile, { force: true });
  await runNode(file, args, { cwd: join(root, name), env: cleanEnv });
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, await readStamp());
  return true;
}

/** Builds all parts at once; the last one, which takes over the practice wallets, after the others. */
export async function buildAll() {
  const [last, ...others] = [...parts].reverse();
  await Promise.all(others.map(build));
  if (last) await build(last);
}

/** No build reads these. */
const unread = /(^|\/)(node_modules|dist|testing)\/|\.test(-d)?\.[a-z]+$/;

/**
 * A hash over the names and contents of files, without tests and what is built or installed. Rejects if a path is
 * missing.
 * @param {string} folder
 * @param {readonly string[]} paths Files and folders, relative to `folder`.
 * @param {string} [more] A text that the hash covers too.
 */
export async function toStamp(folder, paths, more = '') {
  const hash = createHash('sha256').update(more);
  for (const path of paths)
    for (const file of await listFiles(folder, path)) {
      const content = await readFile(join(folder, file));
      hash.update(`\0${file}\0${content.length}\0`).update(content);
    }
  return hash.digest('hex');
}

/** @param {string} folder @param {string} path @returns {Promise<string[]>} Relative to `folder`, with `/`. */
async function listFiles(folder, path) {
  if ((await stat(join(folder, path))).isFile()) return [path];
  const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .filter((file) => !unread.test(file))
    .sort();
}
