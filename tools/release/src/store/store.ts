import { blocklistName, liveDocumentName, newestRootName } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { readsAtOnce } from '../limits.ts';
import { inBatches } from '../retry.ts';

/** Where releases and live documents are kept. Everything a publisher needs is done under a condition. */
export interface Store {
  /** What people call it, such as `s3://bucket/prefix`; holds no secret. */
  readonly address: string;
  /** The file as it is now, or undefined if there is none. */
  read(path: string): Promise<StoredFile | undefined>;
  /** Writes a file that must not be there yet. Throws `store/exists`, a {@link StoreConflict}. */
  createIfAbsent(path: string, bytes: Uint8Array): Promise<Tag>;
  /**
   * Writes over a file that must still be the one that `tag` was read with. Throws `store/changed`, a
   * {@link StoreConflict}; also if the file is gone.
   */
  replaceIfUnchanged(path: string, bytes: Uint8Array, tag: Tag): Promise<Tag>;
  /** Every file whose path begins with `prefix`, and that this command could have written, in the order of their paths. */
  list(prefix: string): Promise<readonly StoredEntry[]>;
  /** Removes a file; one that is not there is no failure. */
  remove(path: string): Promise<void>;
}

/** What documents are read from: a store, or a server. */
export type Source = Pick<Store, 'address' | 'read'>;

/** A file, and the tag that it can be replaced under. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly tag: Tag;
}

/** Another publisher was first. Nothing was written; `now` is what is there instead, or undefined if nothing is. */
export class StoreConflict extends Refusal {
  override readonly name = 'StoreConflict';
  readonly now: StoredFile | undefined;

  constructor(code: 'store/exists' | 'store/changed', path: string, now: StoredFile | undefined) {
    super(
      code,
      code === 'store/exists'
        ? `${path} is already there. It was left as it is. Look at what is there; a new version gets a path of its own.`
        : `${path} was changed by someone else meanwhile. Nothing was written. Look at what is there now, then run this again.`,
    );
    this.now = now;
  }
}

/** A file in a list. */
export interface StoredEntry {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** ISO 8601. */
  readonly modifiedAt: string;
}

declare const isTag: unique symbol;

/** Names one content of one file, in the store's own form (an ETag, a hash). Only ever compared. */
export type Tag = string & { readonly [isTag]: true };

/** Takes a store's own word for a content as a tag. */
export function toTag(text: string): Tag {
  return text as Tag;
}

/** Waits for some milliseconds, as a store does before it tries again. */
export type Pause = (delayMs: number) => Promise<unknown>;

/** What a store answers with when a browser asks for the file. */
export interface FileHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

/** Documents that change under their path, of a remote or of a site. */
const changing: readonly string[] = [liveDocumentName, newestRootName, blocklistName];

/**
 * The headers of a file. Browsers and caches between ask at every use of a document that changes whether it is still the
 * same; they keep any other file for a year.
 */
export function toHeaders(path: string): FileHeaders {
  const [name = '', , ...more] = path.split('/').reverse();
  const isChanging = changing.includes(name) && more.length === 0;
  return {
    contentType: toContentType(path),
    cacheControl: isChanging ? 'no-cache, must-revalidate' : 'public, max-age=31536000, immutable',
  };
}

const types: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['ico', 'image/x-icon'],
  ['jpg', 'image/jpeg'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json'],
  ['map', 'application/json'],
  ['md', 'text/plain; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain; charset=utf-8'],
  ['wasm', 'application/wasm'],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
]);

/** The media type that a file of this name is served as. */
export function toContentType(path: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return types.get(extension) ?? 'application/octet-stream';
}

/** The files that are there, of those at the paths, in the order of the paths. */
export async function readAll(
  store: Store,
  paths: readonly string[],
): Promise<readonly (StoredFile & { readonly path: string })[]> {
  const files = await inBatches(paths, readsAtOnce, async (path) => ({ path, file: await store.read(path) }));
  return files.flatMap(({ path, file }) => (file === undefined ? [] : [{ ...file, path }]));
}

/** Writes a file that is still as it was read, or still absent if it was. Rejects with a {@link StoreConflict}. */
export function writeOver(
  store: Store,
  path: string,
  bytes: Uint8Array,
  before: Pick<StoredFile, 'tag'> | undefined,
): Promise<Tag> {
  return before === undefined
    ? store.createIfAbsent(path, bytes)
    : store.replaceIfUnchanged(path, bytes, before.tag);
}

/**
 * Writes a file that is not there, or is there with the same bytes: what was cut off can be run again. Rejects with
 * `command/file-differs`.
 */
export async function createOrSame(store: Store, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await store.createIfAbsent(path, bytes);
  } catch (cause) {
    if (!(cause instanceof StoreConflict)) throw cause;
    if (cause.now !== undefined && Buffer.compare(cause.now.bytes, bytes) === 0) return;
    throw new Refusal(
      'command/file-differs',
      `${path} is in the store already, with other content. It was left as it is; build the new release with a higher --version.`,
      { cause },
    );
  }
}
