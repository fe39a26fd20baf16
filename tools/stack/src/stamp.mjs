import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What no build is made of. */
const untold = /(^|\/)(node_modules|dist|testing)\/|\.test(-d)?\.[a-z]+$/;

/**
 * A text that changes with the names and the contents of files; what is built or installed does not count, nor do tests and what they stand on.
 * @param {string} folder
 * @param {readonly string[]} paths Files and folders, relative to `folder`.
 * @param {string} [more] What it depends on beside them.
 */
export async function toStamp(folder, paths, more = '') {
  const hash = createHash('sha256').update(more);
  for (const path of paths)
    for (const file of await filesOf(folder, path)) {
      const content = await readFile(join(folder, file));
      hash.update(`\0${file}\0${content.length}\0`).update(content);
    }
  return hash.digest('hex');
}

/** @param {string} folder @param {string} path @returns {Promise<string[]>} Relative to `folder`, with `/`. */
async function filesOf(folder, path) {
  if ((await stat(join(folder, path))).isFile()) return [path];
  const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .filter((file) => !untold.test(file))
    .sort();
}
