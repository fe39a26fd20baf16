import type { Release } from './release.ts';

/** The parts of an import map that the page uses: HTML, "Import maps". */
export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly integrity: Readonly<Record<string, string>>;
}

/** Where an address leads that no release lists: a name that never resolves (RFC 6761, "invalid."). */
const nowhere = 'https://blocked.invalid/';

/**
 * The page's one import map: each remote's address leads nowhere, except for the files that its release lists,
 * and those only with their hash.
 */
export function toImportMap(releases: readonly Release[]): ImportMap {
  const imports: Record<string, string> = {};
  const integrity: Record<string, string> = {};
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

/** Puts the map in force. It must come before any module of the page is loaded. */
export function installImportMap(map: ImportMap): void {
  const script = document.createElement('script');
  script.type = 'importmap';
  script.textContent = JSON.stringify(map);
  document.head.append(script);
}
