import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';

/**
 * A page of the built host with another inline script in the place of its own. Rejects where the page does not carry
 * that, once.
 */
export async function replaceBoot(page: string, script: string): Promise<string> {
  const own = await readFile(join(root, 'host/dist/page/boot.js'), 'utf8');
  return replaceScript(page, { own, script });
}

/** The inline script that a page carries, and what it is to carry instead. */
interface Scripts {
  readonly own: string;
  readonly script: string;
}

/** A page with another inline script; all else stays as it was. Throws where it does not carry its own, once. */
export function replaceScript(page: string, { own, script }: Scripts): string {
  const before = `<script>${own}</script>`;
  if (page.split(before).length !== 2)
    throw new Error('The page does not carry the script of the built host.');
  // As the host's own: no text of a script may end its element, or hide its end.
  const after = `<script>${script.replace(/<(?=\/script|!--)/gi, '\\x3C').trim()}</script>`;
  return page.replace(before, () => after);
}
