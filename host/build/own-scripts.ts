import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnScripts } from '../src/loader/import-map.ts';

/** What the probe is: a module that does nothing. */
const nothing = 'export {};\n';

/**
 * Adds the probe to the scripts of a built client, and answers the integrity metadata of each, by its address. By
 * SHA-256: the page carries them, and each byte of it is waited for.
 */
export async function describeOwnScripts(client: string): Promise<OwnScripts> {
  const folder = join(client, 'assets');
  const probe = `probe-${createHash('sha256').update(nothing).digest('hex').slice(0, 8)}.js`;
  await writeFile(join(folder, probe), nothing);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort();
  const entries = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(folder, name)));
    return [`/assets/${name}`, `sha256-${hash.digest('base64')}`] as const;
  });
  return { integrity: Object.fromEntries(await Promise.all(entries)), probe: `/assets/${probe}` };
}
