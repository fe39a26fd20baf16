import { createHash, randomUUID } from 'node:crypto';
import * as files from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../errors.ts';
import { claimPausesMs } from '../limits.ts';
import { retry } from '../retry.ts';
import { toBusy, toStoreFailure } from './errors.ts';
import { assertStorePath, assertStorePrefix, isStorePath, ownFolder } from './path.ts';
import {
  type Pause,
  type Store,
  StoreConflict,
  type StoredEntry,
  type StoredFile,
  type Tag,
  toTag,
} from './store.ts';

/** What a local store needs of a file system. */
export type Disk = Pick<
  typeof files,
  'link' | 'mkdir' | 'readdir' | 'readFile' | 'rename' | 'rm' | 'rmdir' | 'stat' | 'writeFile'
>;

/** What a local store is made with; each has the machine's own as its default. */
export interface LocalStoreOptions {
  readonly disk?: Disk;
  readonly pause?: Pause;
}

/**
 * A store in a local directory, which is made when it is first written to. Tags are hashes of the content. Files
 * have no headers here: whoever serves the directory sets them by path, and leaves out `.linkspan`, in which unfinished
 * files are.
 */
export function openLocalStore(
  folder: string,
  { disk = files, pause = setTimeout }: LocalStoreOptions = {},
): Store {
  const address = `file:${folder}`;
  const parts = join(folder, ownFolder, 'parts');

  /**
   * Lends a complete file of these bytes, under a name that nobody else uses: to be linked or renamed into its place at
   * once. What is left of it goes afterwards.
   */
  const withPart = async <T>(bytes: Uint8Array, use: (part: string) => Promise<T>): Promise<T> => {
    const part = join(parts, randomUUID());
    await disk.mkdir(parts, { recursive: true });
    try {
      await disk.writeFile(part, bytes, { flag: 'wx', flush: true });
      return await use(part);
    } finally {
      await disk.rm(part, { force: true });
    }
  };

  /** A path that was looked at, as a file of this machine. */
  const fileOf = (path: string): string => {
    assertStorePath(path);
    return join(folder, path);
  };

  const read = async (path: string): Promise<StoredFile | undefined> => {
    const bytes = await unless(['ENOENT', 'ENOTDIR', 'EISDIR'], disk.readFile(fileOf(path)));
    return bytes && { bytes: new Uint8Array(bytes), tag: tagOf(bytes) };
  };

  const createIfAbsent = async (path: string, bytes: Uint8Array): Promise<Tag> => {
    const file = fileOf(path);
    const isMade = await withPart(bytes, async (part) => {
      await disk.mkdir(dirname(file), { recursive: true });
      return unless(
        ['EEXIST'],
        disk.link(part, file).then(() => true),
      );
    });
    if (!isMade) throw new StoreConflict('store/exists', path, await read(path));
    return tagOf(bytes);
  };

  const assertUnchanged = async (path: string, tag: Tag): Promise<void> => {
    const now = await read(path);
    if (now?.tag !== tag) throw new StoreConflict('store/changed', path, now);
  };

  /** Makes a file that one process alone can make, which gives the right to replace this version of the file at `path`. */
  const claim = async (path: string, tag: Tag): Promise<string> => {
    const holder = join(parts, `claim-${tagOf(Buffer.from(`${path} ${tag}`))}`);
    const take = async () => {
      await assertUnchanged(path, tag);
      await disk.writeFile(holder, '', { flag: 'wx' });
    };
    const mayPass = (error: unknown) => isDiskError(error, 'EEXIST');
    try {
      await retry(take, { mayPass, pausesMs: claimPausesMs, pause });
      return holder;
    } catch (error) {
      if (mayPass(error)) throw toBusy(path, holder);
      throw error;
    }
  };

  const replaceIfUnchanged = async (path: string, bytes: Uint8Array, tag: Tag): Promise<Tag> => {
    const file = fileOf(path);
    await assertUnchanged(path, tag);
    await withPart(bytes, async (part) => {
      const claimed = await claim(path, tag);
      try {
        await assertUnchanged(path, tag);
        await disk.rename(part, file);
      } finally {
        await disk.rm(claimed, { force: true });
      }
    });
    return tagOf(bytes);
  };

  const remove = async (path: string): Promise<void> => {
    const file = fileOf(path);
    await disk.rm(file, { force: true });
    await unless(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY'], disk.rmdir(dirname(file)));
  };

  const list = async (prefix: string): Promise<readonly StoredEntry[]> => {
    assertStorePrefix(prefix);
    return listFolder(disk, folder, prefix);
  };

  const translated = <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    withStoreErrors(address, work);
  return {
    address,
    read: translated(read),
    createIfAbsent: translated(createIfAbsent),
    replaceIfUnchanged: translated(replaceIfUnchanged),
    list: translated(list),
    remove: translated(remove),
  };
}

function tagOf(bytes: Uint8Array): Tag {
  return toTag(`sha256-${createHash('sha256').update(bytes).digest('hex')}`);
}

/** Whether the file system failed with one of these codes, such as `ENOENT`. */
function isDiskError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The answer, or undefined if the file system failed with one of these codes. */
async function unless<T>(codes: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isDiskError(error, ...codes)) return undefined;
    throw error;
  }
}

/** Makes every failure of the file system one of the store. */
function withStoreErrors<A extends readonly unknown[], T>(store: string, work: (...args: A) => Promise<T>) {
  return async (...args: A): Promise<T> => {
    try {
      return await work(...args);
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      const code = isDiskError(cause, 'EACCES', 'EPERM', 'EROFS') ? 'store/refused' : 'store/failed';
      throw toStoreFailure(code, { store, detail: (cause as Error).message, cause });
    }
  };
}

/** The files below a folder whose path begins with the prefix, in the order of their paths. */
async function listFolder(disk: Disk, folder: string, prefix: string): Promise<readonly StoredEntry[]> {
  const found: StoredEntry[] = [];
  const collect = async (base: string): Promise<void> => {
    const entries = unless(['ENOENT', 'ENOTDIR'], disk.readdir(join(folder, base), { withFileTypes: true }));
    for (const entry of (await entries) ?? []) {
      const path = base + entry.name;
      const isAhead = path.startsWith(prefix) || prefix.startsWith(`${path}/`);
      if (!isAhead || !isStorePath(path)) continue;
      if (entry.isDirectory()) await collect(`${path}/`);
      const facts = await unless(['ENOENT', 'ELOOP'], disk.stat(join(folder, path)));
      if (facts?.isFile()) found.push({ path, size: facts.size, modifiedAt: facts.mtime.toISOString() });
    }
  };
  await collect(prefix.slice(0, prefix.lastIndexOf('/') + 1));
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
