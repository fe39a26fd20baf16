import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { root } from './root.mjs';

/**
 * A text in a file of a remote's source, and what it becomes.
 * @typedef {object} SourceEdit
 * @property {string} file Its path in the remote's folder.
 * @property {string} from
 * @property {string} into
 */

/** What builds leave behind is no part of a copy. */
const left = new Set(['dist', '.vite', '.vite-temp']);

/**
 * Copies a remote, as its team has it checked out and installed, with one text changed. Its libraries and the
 * packages of the house stay where they are.
 * @param {string} remote
 * @param {string} to
 * @param {Readonly<SourceEdit>} edit
 */
export async function copySource(remote, to, { file, from, into }) {
  await rm(to, { recursive: true, force: true });
  await cp(join(root, remote), to, { recursive: true, filter: (path) => !left.has(basename(path)) });
  // What its tsconfig.json extends.
  for (const name of ['tsconfig.base.json', 'shared/kit/tsconfig.remote.json'])
    await cp(join(root, name), join(dirname(to), name));
  const edited = join(to, file);
  const before = await readFile(edited, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} of ${remote} does not say “${from}”.`);
  await writeFile(edited, before.replaceAll(from, into));
}
