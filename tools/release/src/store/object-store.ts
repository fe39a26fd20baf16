import { Refusal } from '../errors.ts';
import { unreachablePausesMs } from '../limits.ts';
import { type RetryPolicy, retry } from '../retry.ts';
import { toBusy } from './errors.ts';
import { assertStorePath, assertStorePrefix, isStorePath } from './path.ts';
import {
  type Clock,
  type FileHeaders,
  type Store,
  StoreConflict,
  type StoredEntry,
  type StoredFile,
  type Tag,
} from './store.ts';

/** A store of what an adapter can do at one request each. */
export function toStore(storage: ObjectStorage, clock: Clock): Store {
  const policy = toPolicy(clock);
  return {
    address: storage.address,
    async read(path) {
      assertStorePath(path);
      return retry(() => storage.get(path), policy);
    },
    async createIfAbsent(path, bytes, headers) {
      assertStorePath(path);
      return writeOnCondition({ storage, clock }, path, { bytes, headers, condition: { kind: 'absent' } });
    },
    async replaceIfUnchanged(path, bytes, tag, headers) {
      assertStorePath(path);
      return writeOnCondition({ storage, clock }, path, {
        bytes,
        headers,
        condition: { kind: 'unchanged', tag },
      });
    },
    async list(prefix) {
      assertStorePrefix(prefix);
      const entries = await retry(() => storage.list(prefix), policy);
      return entries.filter(({ path }) => isStorePath(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async remove(path) {
      assertStorePath(path);
      await retry(() => storage.remove(path), policy);
    },
  };
}

interface Place {
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/**
 * Writes if the condition is met, and tells the loser what is there. A request whose answer is lost may have
 * written: so what is there is looked at before it is sent again, and our own bytes are no conflict then.
 */
async function writeOnCondition(place: Place, path: string, object: NewObject): Promise<Tag> {
  const { storage, clock } = place;
  let isAnswerLost = false;
  let last: unknown = toBusy(path, 'another publisher');
  for (const pauseMs of [...unreachablePausesMs, 0]) {
    const tag = await storage.put(path, object).catch((error: unknown) => {
      if (!mayPass(error)) throw error;
      isAnswerLost = true;
      last = error;
      return undefined;
    });
    if (tag !== undefined) return tag;
    const now = await retry(() => storage.get(path), toPolicy(clock));
    if (isAnswerLost && now && isSame(now, object)) return now.tag;
    if (!isMet(object.condition, now)) throw toConflict(path, object, now);
    // Refused, and yet the condition holds: others were at it in the same moment.
    await clock.pause(pauseMs);
  }
  throw last;
}

function isSame(now: StoredFile, { bytes }: NewObject): boolean {
  return Buffer.compare(now.bytes, bytes) === 0;
}

function toConflict(path: string, { condition }: NewObject, now: StoredFile | undefined): StoreConflict {
  return new StoreConflict(condition.kind === 'absent' ? 'store/exists' : 'store/changed', path, now);
}

/** Whether the same request may succeed a moment later. */
function mayPass(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'store/unreachable';
}

/** Repeats what may be repeated without harm, while the storage cannot be reached. */
function toPolicy(clock: Clock): RetryPolicy {
  return { mayPass, pausesMs: unreachablePausesMs, pause: (delayMs) => clock.pause(delayMs) };
}

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

/** What is to be written, and when. */
export interface NewObject {
  readonly bytes: Uint8Array;
  readonly headers: FileHeaders;
  readonly condition: Condition;
}

/** What must be true of the path at the moment of writing. */
export type Condition = { readonly kind: 'absent' } | { readonly kind: 'unchanged'; readonly tag: Tag };

/** Whether this is what the condition asks for. */
function isMet(condition: Condition, now: StoredFile | undefined): boolean {
  return condition.kind === 'absent' ? now === undefined : now?.tag === condition.tag;
}
