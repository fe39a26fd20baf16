/** Where releases and live documents are kept. Everything a publisher needs is done under a condition. */
export interface Store {
  /** What people call it, such as `s3://bucket/prefix`; holds no secret. */
  readonly address: string;
  /** The file as it is now, or undefined if there is none. */
  read(path: string): Promise<StoredFile | undefined>;
  /** Writes a file that must not be there yet. Throws `store/exists`, a {@link StoreConflict}. */
  createIfAbsent(path: string, bytes: Uint8Array, headers: FileHeaders): Promise<Tag>;
  /**
   * Writes over a file that must still be the one that `tag` was read with. Throws `store/changed`, a
   * {@link StoreConflict}; also where the file is gone.
   */
  replaceIfUnchanged(path: string, bytes: Uint8Array, tag: Tag, headers: FileHeaders): Promise<Tag>;
  /** Every file whose path begins with `prefix`, in the order of their paths. */
  list(prefix: string): Promise<readonly StoredEntry[]>;
  /** Removes a file; one that is not there is no failure. */
  remove(path: string): Promise<void>;
}

/** A file, and the tag that it can be replaced under. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly tag: Tag;
}

/** A file in a list. */
export interface StoredEntry {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** ISO 8601. */
  readonly modifiedAt: string;
}

/** What the store answers with when a browser asks for the file. */
export interface FileHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

declare const isTag: unique symbol;

/** Names one content of one file, in the store's own form (an ETag, a hash). Only ever compared. */
export type Tag = string & { readonly [isTag]: true };

/** Takes a store's own word for a content as a tag. */
export function toTag(text: string): Tag {
  return text as Tag;
}
