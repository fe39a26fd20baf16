import { LinkspanError } from '@linkspan/contract';
import { compareVersions } from '../compare-versions.ts';
import type { Manifest } from '../manifest.ts';

type Numbered = Pick<Manifest, 'remote' | 'version' | 'sequence'>;

/**
 * A release to be published must rise above each that was published, in its sequence and in its version (by the
 * precedence of Semantic Versioning 2.0.0, section 11). Throws `release/older`.
 */
export function assertNewer(offered: Numbered, published: readonly Numbered[]): void {
  for (const seen of published) {
    if (offered.sequence <= seen.sequence) throw older('sequence', offered, seen);
    if (compareVersions(offered.version, seen.version) <= 0) throw older('version', offered, seen);
  }
}

function older(document: 'sequence' | 'version', offered: Numbered, seen: Numbered): LinkspanError {
  return new LinkspanError('release/older', {
    remote: offered.remote,
    document,
    seen: String(seen[document]),
    offered: String(offered[document]),
  });
}
