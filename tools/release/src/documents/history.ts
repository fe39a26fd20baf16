import type { LivePayload } from '@linkspan/trust';
import { readAll } from '../store/read-all.ts';
import type { Store } from '../store/store.ts';
import { listFormer } from './former-releases.ts';
import { parseLive } from './live-now.ts';

/** A former live document, and where it is kept. Parsed alone: its key may have been replaced. */
export interface Former {
  readonly path: string;
  readonly live: LivePayload;
  readonly bytes: Uint8Array;
}

/** The former live documents of a remote that are in a store, oldest first. Rejects with `release/malformed`. */
export async function readHistory(store: Store, remote: string): Promise<readonly Former[]> {
  const former = await listFormer(store, remote);
  const files = await readAll(
    store,
    former.map(({ path }) => path),
  );
  return files
    .map(({ path, bytes }) => ({ path, bytes, live: parseLive(bytes, remote) }))
    .sort((one, other) => one.live.version - other.live.version);
}
