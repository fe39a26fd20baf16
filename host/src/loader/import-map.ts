import type { Release } from '../releases/release.ts';

/** The host's own scripts: their integrity metadata by address, and which of them does nothing. */
export interface OwnScripts {
  readonly integrity: Readonly<Record<string, string>>;
  readonly probe: string;
}

/** The parts of an import map that the page uses: HTML, "Import maps". */
export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly integrity: Readonly<Record<string, string>>;
}

/** Where an address leads that no release lists: a name that never resolves (RFC 6761, "invalid."). */
const nowhere = 'https://blocked.invalid/';

/** Names that this map alone gives an address: of a module that must run, and of one that must be refused. */
export const canary = 'linkspan-canary';
export const probe = 'linkspan-probe';

/** Well-formed, and the hash of nothing that anybody has. */
const wrong = `sha384-${'A'.repeat(64)}`;

/** Where the module is that must be refused: the same file. Browsers write this address into their console. */
export const refusedOf = ({ probe: address }: OwnScripts) => `${address}?refused`;

/**
 * The page's one import map: each remote's address leads nowhere, except for the files that its release lists, and those only with their hash. The host's own scripts have theirs too. A module runs under its address with `mark`
 * behind it, a fragment that nobody can foresee: what something in the page has loaded before the map, of which a
 * browser asks for no hash later, is another module.
 */
export function toImportMap(releases: readonly Release[], own: OwnScripts, mark: string): ImportMap {
  const refused = refusedOf(own);
  const imports: Record<string, string> = { [canary]: own.probe, [probe]: refused };
  const integrity: Record<string, string> = { ...own.integrity, [refused]: wrong };
  for (const { url, manifest, addressOf } of releases) {
    imports[url] = nowhere;
    for (const file of manifest.files) {
      const address = addressOf(file.path);
      imports[address] = address + mark;
      integrity[address] = integrity[address + mark] = file.integrity;
    }
  }
  return { imports, integrity };
}
