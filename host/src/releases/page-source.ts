import { openStorage } from '../storage.ts';
import { openBlocklist } from './blocklist.ts';
import type { PageTrust } from './page-trust.ts';
import { createPinnedSource } from './pinned-source.ts';
import type { ReleaseSource } from './release-source.ts';
import { createSignedSource, type SignedSourceDependencies } from './source.ts';

/** The releases of a page: those of packages as its deploy has copied them, all others by signed documents. */
export function createPageSource(
  { pinned, blocklist: baked, ...trust }: PageTrust,
  dependencies: Omit<SignedSourceDependencies, 'blocklist'>,
): ReleaseSource {
  const storage = openStorage(`${dependencies.storagePrefix}host:`);
  const blocklist = openBlocklist({ ...dependencies, baked, storage });
  const ofPackages = createPinnedSource(pinned, { ...dependencies, blocklist });
  const signed = createSignedSource(trust, { ...dependencies, blocklist });
  const packaged = new Set(pinned.map(({ manifest }) => manifest.remote));
  const sourceOf = (remote: string) => (packaged.has(remote) ? ofPackages : signed);
  return {
    open: (family) => sourceOf(family.remote.name).open(family),
    load: (asked) => sourceOf(asked.family.remote.name).load(asked),
  };
}
