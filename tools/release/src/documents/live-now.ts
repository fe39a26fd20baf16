import {
  type LivePayload,
  liveFormat,
  type Manifest,
  manifestFormat,
  parsePayload,
  readEnvelope,
} from '@linkspan/trust';
import { explainRefusal } from '../explain-error.ts';
import type { Store, Tag } from '../store/store.ts';
import { livePath } from './paths.ts';

export type LiveReleases = LivePayload['releases'];

/** What is live of a remote, and the tag to replace it under. Parsed alone: its key may have been replaced. */
export interface LiveNow {
  readonly live: LivePayload;
  readonly bytes: Uint8Array;
  readonly tag: Tag;
}

/** The live document that is in the store, or undefined. Rejects with `release/malformed`. */
export async function readLiveNow(store: Pick<Store, 'read'>, remote: string): Promise<LiveNow | undefined> {
  const file = await store.read(livePath(remote));
  return file && { live: parseLive(file.bytes, remote), ...file };
}

/** The same, but undefined also for a document that cannot be read, which every page refuses. */
export async function readReadableLive(store: Store, remote: string): Promise<LiveNow | undefined> {
  try {
    return await readLiveNow(store, remote);
  } catch (error) {
    explainRefusal(error);
    return undefined;
  }
}

/** A live document's payload; nothing is verified. Throws `release/malformed`. */
export function parseLive(bytes: Uint8Array, remote: string): LivePayload {
  return parsePayload(liveFormat, readEnvelope(liveFormat, bytes, remote).payload, remote);
}

/** The manifest of a live release; nothing is verified. */
export function manifestOf({ manifest }: LiveReleases[number], remote: string): Manifest {
  return parsePayload(manifestFormat, manifest.payload, remote);
}

/** What is live in words, such as `1.2.0 for 90 %, 1.3.0 for 10 %`. */
export function describeLive(releases: LiveReleases, remote: string): string {
  const parts = releases.map((one) => `${manifestOf(one, remote).version} for ${one.share} %`);
  return parts.join(', ') || 'nothing, it is withdrawn';
}
