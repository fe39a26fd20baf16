import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../../tasks/root.mjs';
import { buildUnenforcedScript } from './build-script.ts';
import { toUnenforced } from './to-unenforced.ts';

/** Takes the enforcement out of a deployed site. Rejects where its page is not as the built host makes it. */
export async function unenforce(site: string): Promise<void> {
  const file = join(site, 'index.html');
  const page = await readFile(file, 'utf8');
  const enforced = await readFile(join(root, 'host/dist/page/boot.js'), 'utf8');
  await writeFile(file, toUnenforced(page, { enforced, script: await buildUnenforcedScript() }));
}
