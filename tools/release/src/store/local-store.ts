import { createHash } from 'node:crypto';
import * as files from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../errors.ts';
import { claimPausesMs, maxPartFileMs } from '../limits.ts';
import { retry } from '../retry.ts';
import { type Disk, isDiskError, unless, withPart } from './disk.ts';
import { toBusy, toStoreFailure } from './errors.ts';
import { assertStorePath, assertStorePrefix, isStorePath, ownFolder } from './path.ts';
import {
  type Clock,
  type Store,
  StoreConflict,
  type StoredEntry,
  type StoredFile,
  systemClock,
  type Tag,
  toTag,
} from './store.ts';

/** What a local store is made with; each has the machine's own as its default. */
export interface LocalStoreOptions {
  readonly disk?: Disk;
  readonly clock?: Clock;
}

/**
 * A store in a local directory, which is made when it is first written to. Tags are hashes of the content. Files
 * have no headers here: whoever serves the directory sets them by path, and leaves out `.linkspan`, in which unfinished
 * files are.
 */
export function openLocalStore(folder: string, options: LocalStoreOptions = {}): Store {
  const { disk = files, clock = systemClock } = options;
  const address = `file:${folder}`;
  const parts = join(folder, ownFolder, 'parts');
  const partOptions = { disk, folder: parts, flush: true };
  const sweep = once(() => sweepParts({ disk, clock, folder: parts }));

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
    await sweep();
    const isMade = await withPart(partOptions, bytes, (part) => linkNew(disk, part, file));
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
      await retry(take, { mayPass, pausesMs: claimPausesMs, pause: clock.pause });
      return holder;
    } catch (error) {
      if (mayPass(error)) throw toBusy(path, holder);
      throw error;
    }
  };

  const replaceIfUnchanged = async (path: string, bytes: Uint8Array, tag: Tag): Promise<Tag> => {
    const file = fileOf(path);
    await assertUnchanged(path, tag);
    await sweep();
    await withPart(partOptions, bytes, async (part) => {
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
    if ((await read(path)) === undefined) return;
    await disk.rm(file, { force: true });
    await removeEmpty(disk, dirname(file), folder);
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

/** Gives the finished part its name, if nothing has that name. */
async function linkNew(disk: Disk, part: string, file: string): Promise<boolean> {
  const link = async () => {
    await disk.mkdir(dirname(file), { recursive: true });
    await disk.link(part, file);
  };
  // Another process has just removed the folder, or one above it that was being made, since it was empty.
  const mayPass = (error: unknown) => isDiskError(error, 'ENOENT');
  try {
    await retry(link, { mayPass, pausesMs: [0, 0, 0, 0] });
    return true;
  } catch (error) {
    if (isDiskError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Removes the folder and those above it, below `top`, as far as they are empty. */
async function removeEmpty(disk: Disk, folder: string, top: string): Promise<void> {
  for (let one = folder; one !== top; one = dirname(one)) {
    const isRemoved = await unless(
      ['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY'],
      disk.rmdir(one).then(() => true),
    );
    if (isRemoved === undefined) return;
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

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** The files below a folder whose path begins with the prefix, in the order of their paths. */
async function listFolder(disk: Disk, folder: string, prefix: string): Promise<readonly StoredEntry[]> {
  const begin = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const found: StoredEntry[] = [];
  await collect(begin);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));

  async function collect(base: string): Promise<void> {
    const entries = await unless(
      ['ENOENT', 'ENOTDIR'],
      disk.readdir(join(folder, base), { withFileTypes: true }),
    );
    for (const entry of entries ?? []) {
      const path = base + entry.name;
      const isAhead = path.startsWith(prefix) || prefix.startsWith(`${path}/`);
      if (!isAhead || !isStorePath(path)) continue;
      if (entry.isDirectory()) await collect(`${path}/`);
      else await note(path);
    }
  }

  async function note(path: string): Promise<void> {
    const facts = await unless(['ENOENT', 'ELOOP'], disk.stat(join(folder, path)));
    if (facts?.isFile()) found.push({ path, size: facts.size, modifiedAt: facts.mtime.toISOString() });
  }
}

/** Removes what crashed publishers have left unfinished, an hour after they wrote it. */
async function sweepParts(place: {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly folder: string;
}): Promise<void> {
  const { disk, clock, folder } = place;
  const names = (await unless(['ENOENT'], disk.readdir(folder))) ?? [];
  for (const name of names) {
    const part = join(folder, name);
    const facts = await unless(['ENOENT'], disk.stat(part));
    if (facts && clock.now() - facts.mtimeMs > maxPartFileMs) await disk.rm(part, { force: true });
  }
}
