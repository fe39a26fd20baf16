import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readPacked } from './read-packed.ts';

/** Packs everything in a folder that can be served, one file after the other. */
export async function warm(
  folder: string,
  read: (file: string) => Promise<unknown> = readPacked,
): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const isHidden = /(^|[\\/])\./.test(relative(folder, file));
    if (entry.isFile() && !isHidden) await read(file);
  }
}
