import type { UnsignedManifest } from '@linkspan/trust';

/** What a release is, whatever it is called and whoever signed it. */
export type Build = Omit<UnsignedManifest, 'remote' | 'version'>;

/** Whether two releases are the same but for their names. */
export function isSameBuild(one: Build, other: Build): boolean {
  return toText(one) === toText(other);
}

function toText({ contract, shared, discovery, entry, preload, files }: Build): string {
  const listed = files.map(({ path, integrity }) => `${path} ${integrity}`).sort();
  return JSON.stringify([
    contract,
    Object.entries(shared).sort(),
    discovery,
    entry,
    [...preload].sort(),
    listed,
  ]);
}
