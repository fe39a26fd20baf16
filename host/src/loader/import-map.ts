import { isModule, type ListedRelease } from '../releases/release.ts';

/** The host's own scripts: their integrity metadata by address, and the address of the one that does nothing. */
export interface OwnScripts {
  readonly integrity: Readonly<Record<string, string>>;
  readonly probe: string;
}

/** The scripts of an application's page. Nothing but the inline script starts them. */
export interface ApplicationScripts {
  /** The addresses of its classic scripts, in their order. */
  readonly classics: readonly string[];
  /** The addresses of its modules, in their order, which start after these. */
  readonly entries: readonly string[];
  /** Integrity metadata of all its scripts, and of admitted scripts of other origins, by address. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Of its inline texts that are no scripts and need one, as a policy has it, without the quotes. */
  readonly hashes: readonly string[];
  /** Further addresses that its policy allows. */
  readonly sources: readonly string[];
}

/** The type of an element that holds a classic script's place in the page: no browser runs it. */
export const waitingType = 'linkspan-waiting';

/** The parts of an import map that the page uses: HTML, "Import maps". */
export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly integrity: Readonly<Record<string, string>>;
}

/** The target of an address that no release lists: a name that never resolves (RFC 6761, "invalid."). */
const nowhere = 'https://blocked.invalid/';

/** Names that only this map resolves: a module that must run, and one that must be refused. */
export const canary = 'linkspan-canary';
export const probe = 'linkspan-probe';

/** Well-formed, but the hash of no known file. */
const wrong = `sha384-${'A'.repeat(64)}`;

/** The address of the module that must be refused: the same file. Browsers print this address in their console. */
export const refusedOf = ({ probe: address }: OwnScripts) => `${address}?refused`;

/**
 * The page's only import map: each remote's address leads nowhere, except for the modules that its release lists, and those
 * have their hash, as have the host's own scripts. A module runs under its address followed by `mark`, an unpredictable
 * fragment: a module that was loaded before the map, which a browser would not check again, has another address.
 */
export function toImportMap(
  releases: readonly ListedRelease[],
  own: OwnScripts,
  mark: string,
  application: OwnScripts['integrity'] = {},
): ImportMap {
  const refused = refusedOf(own);
  const imports: Record<string, string> = { [canary]: own.probe, [probe]: refused };
  const integrity: Record<string, string> = { ...application, ...own.integrity, [refused]: wrong };
  for (const { url, manifest, addressOf } of releases) {
    imports[url] = nowhere;
    for (const file of manifest.files.filter(isModule)) {
      const address = addressOf(file.path);
      imports[address] = address + mark;
      integrity[address] = integrity[address + mark] = file.integrity;
    }
  }
  return { imports, integrity };
}
