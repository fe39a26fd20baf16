import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Each file below a folder by its path, with its hash and the time it was last written: what tells of every change. */
export async function readPrints(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const prints = files.map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return [relative(folder, file).replaceAll(sep, '/'), `${hash} ${(await stat(file)).mtimeMs}`] as const;
  });
  return new Map(await Promise.all(prints));
}

/** The paths, in their order, of what was added, written again or removed. */
export function listChanged(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
