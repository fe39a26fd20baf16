import { LinkspanError } from '@linkspan/contract';
import { type Blocklist, blockedBy, type UnsignedManifest } from '@linkspan/trust';
import { toAddresses, toWholeManifest } from './release.ts';
import type { ReleaseSource } from './release-source.ts';
import { toStopped } from './release-status.ts';

/** The release of a package, whose files the deploy has copied into the site. */
export interface PinnedRelease {
  /** The package's name: `@linkspan/remote-evm`. */
  readonly package: string;
  /** Of its description in the package: the SHA-256, in hexadecimal. */
  readonly id: string;
  /** Where its files are under the remote's address; ends in `/`. */
  readonly path: string;
  readonly manifest: UnsignedManifest;
}

/**
 * Releases that came with the page, by packages: whoever deployed the page vouches for their files as for the page's own. The
 * host team's block list stops them, and nothing else does. `base` is the page's address.
 */
export function createPinnedSource(
  pinned: readonly PinnedRelease[],
  { blocklist, base }: { blocklist(): Promise<Blocklist>; readonly base: string },
): ReleaseSource {
  return {
    open: () => ({
      async check(release) {
        const refusal = blockedBy(await blocklist(), release);
        return { status: refusal ? toStopped(release, refusal) : { state: 'current' } };
      },
      renewRoot: async () => false,
      refusalByRoots: () => undefined,
    }),
    async load({ family: { remote } }) {
      const found = pinned.find(({ manifest }) => manifest.remote === remote.name);
      if (found === undefined) throw new LinkspanError('release/unreachable', { remote: remote.name });
      const { package: name, id, path, manifest } = found;
      const refusal = blockedBy(await blocklist(), found);
      if (refusal) throw refusal;
      return {
        ref: { remote: manifest.remote, version: manifest.version, package: name },
        id,
        manifest: toWholeManifest(manifest),
        share: 100,
        expiresAt: '9999-12-31T23:59:59Z',
        ...toAddresses(new URL(remote.url, base).href, path),
      };
    },
  };
}
