import { join } from 'node:path';
import { ownFolder } from '../path.ts';
import type { StoredEntry } from '../store.ts';
import { type Disk, unless } from './disk.ts';

/** The files below a folder whose path begins with the prefix, in the order of their paths. */
export async function listFolder(
  disk: Disk,
  folder: string,
  prefix: string,
): Promise<readonly StoredEntry[]> {
  const begin = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const found: StoredEntry[] = [];
  await collect(begin);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));

  async function collect(base: string): Promise<void> {
    const entries = await unless(
      ['ENOENT', 'ENOTDIR'],
      disk.readdir(join(folder, base), { withFileTypes: true }),
    );
    for (const entry of entries ?? []) {
      const path = base + entry.name;
      const isAhead = path.startsWith(prefix) || prefix.startsWith(`${path}/`);
      if (path === ownFolder || !isAhead) continue;
      if (entry.isDirectory()) await collect(`${path}/`);
      else await note(path);
    }
  }

  async function note(path: string): Promise<void> {
    const facts = await unless(['ENOENT'], disk.stat(join(folder, path)));
    if (facts) found.push({ path, size: facts.size, modifiedAt: facts.mtime.toISOString() });
  }
}
