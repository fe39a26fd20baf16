import { CommandError } from '../command-error.ts';
import { StoreConflict } from '../store/error.ts';
import type { FileHeaders, Store } from '../store/store.ts';

/**
 * Writes a file that is not there, or is there with the same bytes: what was cut off can be run again. Answers whether
 * it wrote. Rejects with `command/file-differs`.
 */
export async function createOrSame(
  store: Store,
  {
    path,
    bytes,
    headers,
  }: { readonly path: string; readonly bytes: Uint8Array; readonly headers: FileHeaders },
): Promise<boolean> {
  try {
    await store.createIfAbsent(path, bytes, headers);
    return true;
  } catch (cause) {
    if (!(cause instanceof StoreConflict)) throw cause;
    if (cause.now !== undefined && Buffer.compare(cause.now.bytes, bytes) === 0) return false;
    throw new CommandError('command/file-differs', { path }, { cause });
  }
}
