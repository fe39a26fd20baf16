import { LinkspanError } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { type Berth, publishFailed } from './berth.ts';
import { loadDocument } from './documents.ts';
import { assertFits } from './fit.ts';
import { type Release, toRelease } from './release.ts';

/** What a release is chosen by. */
export interface ReleaseNeeds {
  readonly store: Store;
  /** Versions of the libraries that the page shares, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  /** Whether a release may come without hashes: on a development server only. */
  readonly mayLackHashes: boolean;
}

const deadlineMs = 5_000;

/** Chooses a berth's release from its live document. Never rejects: a failure is published. */
export async function chooseRelease(berth: Berth, needs: ReleaseNeeds): Promise<void> {
  try {
    berth.release = await loadRelease(berth, needs);
  } catch (error) {
    publishFailed(needs.store, berth, error, 'again');
    berth.discovery.reject(error);
  }
}

/** Asks again for a document that did not come. One that comes now is good for the next page: `release/late`. */
export async function retryDocument(berth: Berth, needs: ReleaseNeeds): Promise<void> {
  const { store } = needs;
  try {
    const { ref } = await loadRelease(berth, needs);
    publishFailed(store, berth, new LinkspanError('release/late', { remote: ref.remote }), 'reload');
  } catch (error) {
    publishFailed(store, berth, error, 'again');
  }
}

async function loadRelease({ family }: Berth, { offered, mayLackHashes }: ReleaseNeeds): Promise<Release> {
  const { remote } = family;
  const live = await loadDocument(remote, deadlineMs);
  const release = toRelease(live, remote.url);
  if (!release.hashed && !mayLackHashes)
    throw new LinkspanError('release/malformed', { remote: remote.name, place: 'release.manifest.files' });
  assertFits(release.manifest, offered);
  return release;
}
