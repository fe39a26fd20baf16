import type { FileHeaders, StoredEntry, StoredFile, Tag } from '../store.ts';

/**
 * What a bucket or a container does at one request each. An adapter only translates: tries and rules are
 * {@link toStore}'s. Every failure is a {@link StoreError}, `store/unreachable` where it may pass.
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
export function isMet(condition: Condition, now: StoredFile | undefined): boolean {
  return condition.kind === 'absent' ? now === undefined : now?.tag === condition.tag;
}
