import type { Release } from '../releases/release.ts';

/**
 * Has the browser take a file of a release from its cache and compile it, ahead of its import. Nothing of it is run; an
 * import then finds at once what it would ask for one after the other. HTML, "Link type modulepreload".
 */
export type Compile = (release: Release, path: string) => void;

/**
 * For files that have come, once the import map is in force: a browser remembers a module that did not come, and one from
 * before the map may be unchecked. Each is asked for once. `resolve` answers the address that the map gives a module.
 */
export function createCompile(
  { head }: Pick<Document, 'head'>,
  resolve: (address: string) => string,
): Compile {
  const asked = new Set<string>();
  return (release, path) => {
    const href = resolve(release.addressOf(path));
    if (asked.has(href)) return;
    asked.add(href);
    const link = head.ownerDocument.createElement('link');
    link.setAttribute(
      'integrity',
      release.manifest.files.find((file) => file.path === path)?.integrity ?? '',
    );
    head.append(Object.assign(link, { rel: 'modulepreload', href }));
  };
}
