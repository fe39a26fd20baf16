import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../../tasks/root.mjs';
import { buildUnenforcedScript } from './build-script.ts';

/**
 * Takes the enforcement out of a deployed site: another inline script, and no hash on the scripts that the page's HTML
 * names, since a browser gives what was loaded ahead with one to nobody who asks without. All else stays as it was
 * deployed: files, headers, preloads, and all that the page carries. Rejects where the page is not as the built host
 * makes it.
 */
export async function unenforce(site: string): Promise<void> {
  const file = join(site, 'index.html');
  const enforced = `<script>${await readFile(join(root, 'host/dist/page/boot.js'), 'utf8')}</script>`;
  // As the host's own: no text of a script may end its element, or hide its end.
  const script = (await buildUnenforcedScript()).replace(/<(?=\/script|!--)/gi, '\\x3C').trim();
  const page = await readFile(file, 'utf8');
  if (page.split(enforced).length !== 2)
    throw new Error('The page does not carry the script of the built host.');
  const hashed = /(<(?:link rel="preload" as="script"|script)\b[^>]*) integrity="[^"]*"/g;
  await writeFile(file, page.replace(enforced, () => `<script>${script}</script>`).replace(hashed, '$1'));
}
