import { type Blocklist, type Bytes, blocklistFormat, parsePayload, readEnvelope } from '@linkspan/trust';
import type { Store, Tag } from '../store/store.ts';
import { blocklistPath } from './paths.ts';

/** What stands for a remote where the host team's own list is refused. */
const hostTeam = 'the host team';

/** The block list of a store, and the tag to replace it under. Nothing is verified. */
export interface BlocklistNow {
  readonly blocklist: Blocklist;
  readonly bytes: Bytes;
  readonly tag: Tag;
}

/** The block list that is in the store, or undefined. Rejects with `release/malformed`. */
export async function readBlocklistNow(store: Store): Promise<BlocklistNow | undefined> {
  const file = await store.read(blocklistPath);
  if (file === undefined) return undefined;
  const bytes = new Uint8Array(file.bytes);
  const { payload } = readEnvelope(blocklistFormat, bytes, hostTeam);
  return { blocklist: parsePayload(blocklistFormat, payload, hostTeam), bytes, tag: file.tag };
}
