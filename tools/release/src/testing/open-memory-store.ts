import { createHash } from 'node:crypto';
import { StoreConflict } from '../store/errors.ts';
import { assertStorePath, assertStorePrefix } from '../store/path.ts';
import { type Store, type StoredFile, toTag } from '../store/store.ts';

/** A store in memory, for tests whose subject is not how a store keeps files. Empty at first. */
export function openMemoryStore(now: () => number = Date.now): Store {
  const files = new Map<string, StoredFile & { readonly modifiedAt: string }>();
  const write = (path: string, bytes: Uint8Array) => {
    const tag = toTag(createHash('sha256').update(bytes).digest('hex'));
    files.set(path, { bytes: bytes.slice(), tag, modifiedAt: new Date(now()).toISOString() });
    return tag;
  };
  const read = (path: string): StoredFile | undefined => {
    assertStorePath(path);
    const found = files.get(path);
    return found && { bytes: found.bytes.slice(), tag: found.tag };
  };
  return {
    address: 'memory:',
    read: async (path) => read(path),
    async createIfAbsent(path, bytes) {
      const found = read(path);
      if (found) throw new StoreConflict('store/exists', path, found);
      return write(path, bytes);
    },
    async replaceIfUnchanged(path, bytes, tag) {
      const found = read(path);
      if (found?.tag !== tag) throw new StoreConflict('store/changed', path, found);
      return write(path, bytes);
    },
    async list(prefix) {
      assertStorePrefix(prefix);
      return [...files]
        .filter(([path]) => path.startsWith(prefix))
        .map(([path, { bytes, modifiedAt }]) => ({ path, size: bytes.length, modifiedAt }))
        .sort((one, other) => (one.path < other.path ? -1 : 1));
    },
    async remove(path) {
      assertStorePath(path);
      files.delete(path);
    },
  };
}
