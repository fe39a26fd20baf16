import type { Clock } from '../clock.ts';
import { assertStorePath, assertStorePrefix } from '../path.ts';
import type { Store } from '../store.ts';
import type { ObjectStorage } from './object-storage.ts';
import { tryAgain } from './try-again.ts';
import { writeOnCondition } from './write-on-condition.ts';

/** A store of what an adapter can do at one request each. */
export function toStore(storage: ObjectStorage, clock: Clock): Store {
  return {
    address: storage.address,
    async read(path) {
      assertStorePath(path);
      return tryAgain(clock, () => storage.get(path));
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
      const entries = await tryAgain(clock, () => storage.list(prefix));
      return [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async remove(path) {
      assertStorePath(path);
      await tryAgain(clock, () => storage.remove(path));
    },
  };
}
