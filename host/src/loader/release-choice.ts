import { LinkspanError } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { type Berth, publishFailed } from './berth.ts';
import { loadDocument } from './documents.ts';
import { assertFits } from './fit.ts';
import { toRelease } from './release.ts';

type Offered = Readonly<Record<string, string>>;

const deadlineMs = 5_000;

/** Chooses a berth's release from its live document. Never rejects: a failure is published. */
export async function chooseRelease(berth: Berth, store: Store, offered: Offered): Promise<void> {
  const { remote } = berth.family;
  try {
    const live = await loadDocument(remote, deadlineMs);
    assertFits(live.release.manifest, offered);
    berth.release = toRelease(live, remote.url);
  } catch (error) {
    publishFailed(store, berth, error, 'again');
    berth.discovery.reject(error);
  }
}

/** Asks again for a document that did not come. One that comes now is good for the next page: `release/late`. */
export async function retryDocument(berth: Berth, store: Store, offered: Offered): Promise<void> {
  const { remote } = berth.family;
  try {
    const live = await loadDocument(remote, deadlineMs);
    assertFits(live.release.manifest, offered);
    publishFailed(store, berth, new LinkspanError('release/late', { remote: remote.name }), 'reload');
  } catch (error) {
    publishFailed(store, berth, error, 'again');
  }
}
