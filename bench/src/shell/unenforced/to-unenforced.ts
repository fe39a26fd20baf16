/** The inline script that a page carries, and what it is to carry instead. */
interface Scripts {
  readonly enforced: string;
  readonly script: string;
}

/**
 * A deployed page with another inline script, and without a hash on the scripts that its HTML names. All else stays as
 * it was. Throws where the page does not carry the script, once.
 */
export function toUnenforced(page: string, { enforced, script }: Scripts): string {
  const before = `<script>${enforced}</script>`;
  if (page.split(before).length !== 2)
    throw new Error('The page does not carry the script of the built host.');
  // As the host's own: no text of a script may end its element, or hide its end.
  const after = `<script>${script.replace(/<(?=\/script|!--)/gi, '\\x3C').trim()}</script>`;
  const hashed = /(<(?:link rel="preload" as="script"|script(?=\s))[^>]*) integrity="[^"]*"/g;
  return page.replace(before, () => after).replace(hashed, '$1');
}
