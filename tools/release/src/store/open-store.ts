import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../errors.ts';
import { parseStoreAddress } from './address.ts';
import { toUnconditional } from './errors.ts';
import { openLocalStore } from './local-store.ts';
import { toStore } from './object-store.ts';
import { type Pause, type Store, StoreConflict, type Tag, toTag } from './store.ts';

/**
 * Opens the store at an address: `file:./folder`, `s3://bucket/prefix` or `azure://container/prefix`. The libraries of
 * the clouds read region, endpoint and keys from their own variables. Nothing is asked of the store yet. Throws
 * `store/address`, `store/credentials`, `store/not-installed`.
 */
export async function openStore(address: string, pause: Pause = setTimeout): Promise<Store> {
  const place = parseStoreAddress(address);
  switch (place.kind) {
    case 'local':
      return openLocalStore(place.folder, { pause });
    case 's3': {
      const { openS3Storage } = await loadInstalled('@aws-sdk/client-s3', () => import('./s3-storage.ts'));
      return toStore(await openS3Storage(place), pause);
    }
    case 'azure': {
      const load = () => import('./azure-storage.ts');
      const { openAzureStorage } = await loadInstalled('@azure/storage-blob', load);
      return toStore(openAzureStorage(place), pause);
    }
  }
}

/** Loads a module that needs a library of a cloud, which only those install who use it. Rejects with `store/not-installed`. */
export async function loadInstalled<Module>(library: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const sentence = `This store needs ${library}, which is not installed here. Install it beside this command: “npm install --save-dev ${library}”.`;
    throw new Refusal('store/not-installed', sentence, { cause });
  }
}

/** How many write at once: a server that checks first and writes later passes one after the other. */
export const writers = 4;

/**
 * Proves that a store honours its conditions, with a file of its own that it removes. Throws `store/unconditional`
 * if it does not, and whatever keeps it from being reached.
 */
export async function probeStore(store: Store): Promise<void> {
  const path = `linkspan-probe-${randomUUID()}/1.json`;
  const toBytes = (text: string) => new TextEncoder().encode(JSON.stringify(text));
  const create = (text: string) => store.createIfAbsent(path, toBytes(text));
  const replace = (text: string, tag: Tag) => store.replaceIfUnchanged(path, toBytes(text), tag);
  /** Lets several write at once, of whom `most` may win. Returns the tag of one who did. */
  const prove = async (attempts: readonly Promise<Tag>[], most: number, proof: string) => {
    const ends = await Promise.allSettled(attempts);
    const failed = ends.find((end) => end.status === 'rejected' && !(end.reason instanceof StoreConflict));
    if (failed?.status === 'rejected') throw failed.reason;
    const won = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    if (won.length !== most)
      throw toUnconditional(store.address, `${proof} (${won.length} of ${ends.length})`);
    return won[0] as Tag;
  };
  const all = (attempt: (text: string) => Promise<Tag>) =>
    Array.from({ length: writers }, (_, index) => attempt(`${index}`));
  try {
    await prove(
      [replace('nothing', toTag('"00000000000000000000000000000000"'))],
      0,
      'replaced an absent file',
    );
    const first = await prove(all(create), 1, 'did not create one new file for one of several at once');
    await prove([create('again')], 0, 'created a file over one that was there');
    const second = await replace('second', first);
    await prove([replace('stale', first)], 0, 'replaced a file that had changed');
    await prove(
      all((text) => replace(text, second)),
      1,
      'did not replace one file for one of several at once',
    );
  } finally {
    // A failure here would hide the proof; what stays behind is a file of some bytes.
    await store.remove(path).catch(() => undefined);
  }
}
