import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../errors.ts';
import { unreachablePausesMs } from '../limits.ts';
import { retry } from '../retry.ts';
import { toBusy } from './errors.ts';
import { assertStorePath, assertStorePrefix, isStorePath } from './path.ts';
import {
  type FileHeaders,
  type Pause,
  type Store,
  StoreConflict,
  type StoredEntry,
  type StoredFile,
  type Tag,
  toHeaders,
} from './store.ts';

/**
 * What a bucket or a container does at one request each. An adapter only translates: tries and rules are
 * {@link toStore}'s. Every failure is a {@link Refusal} of the store, `store/unreachable` where it may pass.
 */
export interface ObjectStorage {
  readonly address: string;
  get(path: string): Promise<StoredFile | undefined>;
  /** The tag of what was written, or undefined if the storage refused because of the condition. */
  put(path: string, object: NewObject): Promise<Tag | undefined>;
  list(prefix: string): Promise<readonly StoredEntry[]>;
  remove(path: string): Promise<void>;
}

/** What is to be written, and the tag that the path must have at the moment of writing; undefined if it must be free. */
export interface NewObject {
  readonly bytes: Uint8Array;
  readonly headers: FileHeaders;
  readonly tag: Tag | undefined;
}

/** A store of what an adapter can do at one request each. */
export function toStore(storage: ObjectStorage, pause: Pause = setTimeout): Store {
  const repeated = <T>(path: string, work: () => Promise<T>): Promise<T> => {
    assertStorePath(path);
    return retry(work, { mayPass, pausesMs: unreachablePausesMs, pause });
  };
  const read: Store['read'] = async (path) => repeated(path, () => storage.get(path));

  /**
   * Writes if the condition is met, and tells the loser what is there. A request whose answer is lost may have
   * written: so what is there is looked at before it is sent again, and our own bytes are no conflict then.
   */
  const write = async (path: string, bytes: Uint8Array, tag?: Tag): Promise<Tag> => {
    assertStorePath(path);
    let isAnswerLost = false;
    let last: unknown = toBusy(path, 'another publisher');
    for (const pauseMs of [...unreachablePausesMs, 0]) {
      const written = await storage
        .put(path, { bytes, tag, headers: toHeaders(path) })
        .catch((error: unknown) => {
          if (!mayPass(error)) throw error;
          isAnswerLost = true;
          last = error;
          return undefined;
        });
      if (written !== undefined) return written;
      const now = await read(path);
      if (isAnswerLost && now && Buffer.compare(now.bytes, bytes) === 0) return now.tag;
      if (now?.tag !== tag)
        throw new StoreConflict(tag === undefined ? 'store/exists' : 'store/changed', path, now);
      // Refused, and yet the condition holds: others were at it in the same moment.
      await pause(pauseMs);
    }
    throw last;
  };

  return {
    address: storage.address,
    read,
    createIfAbsent: (path, bytes) => write(path, bytes),
    replaceIfUnchanged: write,
    async list(prefix) {
      assertStorePrefix(prefix);
      const entries = await retry(() => storage.list(prefix), {
        mayPass,
        pausesMs: unreachablePausesMs,
        pause,
      });
      return entries.filter(({ path }) => isStorePath(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    remove: async (path) => repeated(path, () => storage.remove(path)),
  };
}

/** Whether the same request may succeed a moment later. */
function mayPass(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'store/unreachable';
}
