import { type BaseAddress, toRemoteAddress } from './base-address.ts';
import { findDefault, type Served } from './served.ts';

/** An import map of HTML, with the hash of each file that it leads to. */
export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly integrity: Readonly<Record<string, string>>;
}

/**
 * The entry of each remote under its name, and its discovery under `NAME/discovery`. An import map knows no shares:
 * it names the release that most visitors get.
 */
export function toImportMap(remotes: readonly Served[], base: BaseAddress): ImportMap {
  const imports: Record<string, string> = {};
  const integrity: Record<string, string> = {};
  for (const served of remotes) {
    const release = findDefault(served);
    if (release === undefined) continue;
    const { entry, discovery, files } = release.manifest;
    const folder = toRemoteAddress(base, served.remote) + release.path;
    imports[served.remote] = folder + entry;
    imports[`${served.remote}/discovery`] = folder + discovery;
    for (const file of files) integrity[folder + file.path] = file.integrity;
  }
  return { imports, integrity };
}
