import type { LiveRelease, Manifest } from '@linkspan/trust';
import { type BaseAddress, toRemoteAddress } from './base-address.ts';
import { findDefault, type Served } from './served.ts';

/** The format of awslabs/frontend-discovery, v1-pre. */
export interface FrontendDiscovery {
  readonly schema: string;
  readonly microFrontends: Readonly<Record<string, readonly MicroFrontend[]>>;
}

interface MicroFrontend {
  /** The federation’s remote entry. */
  readonly url: string;
  readonly fallbackUrl?: string;
  readonly metadata: { readonly integrity: string; readonly version: string };
  /** What the format has no place for, under our own name. */
  readonly extras: { readonly linkspan: object };
  /** Traffic in percent. */
  readonly deployment: { readonly traffic: number; readonly default: boolean };
}

const schema = 'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json';

/** What is served of remotes, for what reads frontend-discovery documents. The second address is for a second try. */
export function toFrontendDiscovery(
  remotes: readonly Served[],
  [base, fallback]: readonly [BaseAddress, BaseAddress?],
): FrontendDiscovery {
  const toEntry = (served: Served, release: LiveRelease): MicroFrontend => {
    const { manifest, path, share } = release;
    const at = (from: BaseAddress, file: string) => toRemoteAddress(from, served.remote) + path + file;
    const { entry, discovery, version, contract, shared, sequence } = manifest;
    return {
      url: at(base, entry),
      ...(fallback && { fallbackUrl: at(fallback, entry) }),
      metadata: { integrity: integrityOf(manifest, entry), version },
      extras: {
        linkspan: {
          contract,
          shared,
          sequence,
          manifest: release.id,
          until: served.until,
          discovery: { url: at(base, discovery), integrity: integrityOf(manifest, discovery) },
          preload: manifest.preload.map((file) => at(base, file)),
        },
      },
      deployment: { traffic: share, default: release === findDefault(served) },
    };
  };
  return {
    schema,
    microFrontends: Object.fromEntries(
      remotes.map((served) => [served.remote, served.releases.map((release) => toEntry(served, release))]),
    ),
  };
}

function integrityOf({ files }: Manifest, path: string): string {
  // A manifest whose entry or discovery is no listed file does not verify.
  return files.find((file) => file.path === path)?.integrity ?? '';
}
