import { createHash } from 'node:crypto';
import { toStore } from '../store/object-store.ts';
import { type Store, type StoredFile, toTag } from '../store/store.ts';

/** A store in memory, for tests whose subject is not how a store keeps files. Empty at first. */
export function openMemoryStore(): Store {
  const files = new Map<string, StoredFile & { readonly modifiedAt: string }>();
  return toStore({
    address: 'memory:',
    async get(path) {
      const found = files.get(path);
      return found && { bytes: found.bytes.slice(), tag: found.tag };
    },
    async put(path, { bytes, tag: condition }) {
      if (files.get(path)?.tag !== condition) return undefined;
      const tag = toTag(createHash('sha256').update(bytes).digest('hex'));
      files.set(path, { bytes: bytes.slice(), tag, modifiedAt: new Date().toISOString() });
      return tag;
    },
    list: async (prefix) =>
      [...files]
        .filter(([path]) => path.startsWith(prefix))
        .map(([path, { bytes, modifiedAt }]) => ({ path, size: bytes.length, modifiedAt })),
    remove: async (path) => void files.delete(path),
  });
}

/** A store that fails from a certain write on, before or after that is done; those of the probe are not counted. */
export function failingAt(store: Store, write: number, when: 'before' | 'after'): Store {
  let writes = 0;
  const around = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    if (path.startsWith('linkspan-probe-')) return work();
    writes += 1;
    const done = writes < write || (writes === write && when === 'after') ? await work() : undefined;
    if (writes >= write || done === undefined) throw new Error('ended here');
    return done;
  };
  return {
    ...store,
    createIfAbsent: (path, ...rest) => around(path, () => store.createIfAbsent(path, ...rest)),
    replaceIfUnchanged: (path, ...rest) => around(path, () => store.replaceIfUnchanged(path, ...rest)),
  };
}
