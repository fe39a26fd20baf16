/**
 * The paths of a site that serve no page, by its files and those that are open, as addresses: `/assets/`, a folder without
 * open files and all below it, and `/linkspan.json`, a file beside pages. A page that is no longer one is closed by its
 * short name too.
 */
export function toClosedPaths(files: Iterable<string>, open: Iterable<string>): readonly string[] {
  const isOpen = new Set(open);
  const openFolders = new Set([...isOpen].flatMap(foldersOf));
  const closed = [...files]
    .filter((file) => !isOpen.has(file))
    .flatMap((file) => {
      const folder = foldersOf(file).find((one) => !openFolders.has(one));
      return folder === undefined ? [file, file.replace(/\.html$/, '')] : [folder];
    });
  return [...new Set(closed)].sort();
}

/** Those of `/a/b/c.js` are `/`, `/a/` and `/a/b/`. */
function foldersOf(file: string): readonly string[] {
  return [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1));
}
