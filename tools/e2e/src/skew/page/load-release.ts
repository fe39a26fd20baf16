import { fitsContract, fitsRange, LinkspanError } from '@linkspan/contract';
import {
  chooseRelease,
  type Manifest,
  nothingSeen,
  toBucket,
  verifyFirstRoot,
  verifyLive,
} from '@linkspan/trust';
import { libraries } from './libraries.ts';
import type { PageFamily } from './page-family.ts';

/** A verified release that this page can run. */
export interface Release {
  readonly manifest: Manifest;
  /** Where the remote lives; ends in `/`. */
  readonly url: string;
  /** The absolute address of one of its files. */
  addressOf(path: string): string;
}

/**
 * The live release of a remote, by the root that came with the page. Rejects with `release/…`, before any file of the
 * release is asked for.
 */
export async function loadRelease({ name, url }: PageFamily['remote'], offers: string): Promise<Release> {
  const [envelope, first] = await Promise.all([read(new URL('live.json', url)), read(`/roots/${name}.json`)]);
  const root = await verifyFirstRoot(first, name);
  const live = await verifyLive({ root, seen: nothingSeen, envelope, now: Date.now() });
  const { manifest, path } = chooseRelease(live, toBucket(0));
  assertFits(manifest, offers);
  const folder = new URL(path, url);
  return { manifest, url, addressOf: (file) => new URL(file, folder).href };
}

function assertFits({ remote, contract, shared }: Manifest, offers: string): void {
  if (!fitsContract(contract, offers))
    throw new LinkspanError('release/misfit-contract', { remote, needs: contract, offers });
  for (const [library, needs] of Object.entries(shared)) {
    const version = libraries[library]?.version;
    if (version === undefined || !fitsRange(needs, version))
      throw new LinkspanError('release/misfit-shared', { remote, library, needs, offers: version ?? 'none' });
  }
}

async function read(address: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
