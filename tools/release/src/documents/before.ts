import type { Root } from '@linkspan/trust';
import type { Store } from '../store/store.ts';
import { type LiveNow, readLiveNow } from './live-now.ts';
import { readRoot } from './read-root.ts';

/** What a change starts from. */
export interface Before {
  readonly store: Store;
  readonly root: Root;
  readonly now: LiveNow | undefined;
}

/** What a change would start from now. Rejects with what reading the root and the live document rejects with. */
export async function readBefore(store: Store, remote: string, trusted?: Root): Promise<Before> {
  return { store, root: await readRoot(store, remote, trusted), now: await readLiveNow(store, remote) };
}
