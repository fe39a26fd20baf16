import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Rules } from './rules.ts';

/** Writes a file for every path of some rules, hidden ones too; each is long enough to be worth packing. */
export async function writeFiles(folder: string, { files, hidden }: Rules): Promise<void> {
  for (const path of [...files.map((rule) => rule.path), ...hidden]) {
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `content of ${path} `.repeat(100));
  }
}
