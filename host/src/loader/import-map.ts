import type { Release } from './release.ts';

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

/**
 * The page's one import map: each remote's address leads nowhere, except for the files that its release lists,
 * and those only with their hash. The host's own scripts have theirs too.
 */
export function toImportMap(releases: readonly Release[], own: OwnScripts): ImportMap {
  const refused = `${own.probe}?refused`;
  const imports: Record<string, string> = { [canary]: own.probe, [probe]: refused };
  const integrity: Record<string, string> = { ...own.integrity, [refused]: wrong };
  for (const release of releases) {
    imports[release.remoteUrl] = nowhere;
    for (const file of release.manifest.files) {
      const address = release.addressOf(file.path);
      imports[address] = address;
      integrity[address] = file.integrity;
    }
  }
  return { imports, integrity };
}
