import { parsePayload, readEnvelope, rootFormat } from '@linkspan/trust';
import { StoreConflict } from '../store/error.ts';
import { liveHeaders } from '../store/headers.ts';
import type { Store, StoredFile } from '../store/store.ts';
import { newestRootPath, rootPath } from './paths.ts';

/**
 * Puts a copy of a published root where open pages look for newer ones. A copy of a newer one stays. Until then pages learn
 * of a root only from a live document that names it.
 */
export async function announceRoot(store: Store, remote: string, version: number): Promise<void> {
  const path = newestRootPath(remote);
  const now = await store.read(path);
  if (versionOf(now, remote) >= version) return;
  const root = await store.read(rootPath(remote, version));
  if (root === undefined) return;
  try {
    if (now === undefined) await store.createIfAbsent(path, root.bytes, liveHeaders(path));
    else await store.replaceIfUnchanged(path, root.bytes, now.tag, liveHeaders(path));
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
    await announceRoot(store, remote, version);
  }
}

/** The version of the root that pages are told to ask for; 0 if none is told, or what is there is no root. */
export async function readAnnouncedRoot(store: Store, remote: string): Promise<number> {
  return versionOf(await store.read(newestRootPath(remote)), remote);
}

function versionOf(file: Pick<StoredFile, 'bytes'> | undefined, remote: string): number {
  if (file === undefined) return 0;
  try {
    return parsePayload(rootFormat, readEnvelope(rootFormat, file.bytes, remote).payload, remote).version;
  } catch {
    return 0;
  }
}
