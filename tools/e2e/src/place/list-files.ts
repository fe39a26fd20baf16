import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseFile } from '@linkspan/trust';

/** What is in a folder, as a manifest lists it. */
export async function listFiles(folder: string): Promise<readonly ReleaseFile[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (path) => {
      const bytes = await readFile(join(folder, path));
      const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
      return { path, bytes: bytes.length, integrity };
    }),
  );
}
