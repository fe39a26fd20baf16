import { randomUUID } from 'node:crypto';
import { Refusal } from '../errors.ts';
import { parseStoreAddress } from './address.ts';
import { toUnconditional } from './errors.ts';
import { openLocalStore } from './local-store.ts';
import { toStore } from './object-store.ts';
import { type Clock, liveHeaders, type Store, StoreConflict, systemClock, type Tag, toTag } from './store.ts';

/**
 * Opens the store at an address: `file:./folder`, `s3://bucket/prefix` or `azure://container/prefix`. The libraries of
 * the clouds read region, endpoint and keys from their own variables. Nothing is asked of the store yet. Throws
 * `store/address`, `store/credentials`, `store/not-installed`.
 */
export async function openStore(address: string, clock: Clock = systemClock): Promise<Store> {
  const place = parseStoreAddress(address);
  switch (place.kind) {
    case 'local':
      return openLocalStore(place.folder, { clock });
    case 's3': {
      const { openS3Storage } = await loadInstalled('@aws-sdk/client-s3', () => import('./s3-storage.ts'));
      return toStore(await openS3Storage(place), clock);
    }
    case 'azure': {
      const load = () => import('./azure-storage.ts');
      const { openAzureStorage } = await loadInstalled('@azure/storage-blob', load);
      return toStore(openAzureStorage(place), clock);
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
const writers = 4;

/**
 * Proves that a store honours its conditions, with files of its own that it removes. Throws `store/unconditional`
 * if it does not, and whatever keeps it from being reached.
 */
export async function probeStore(store: Store, random: () => string = randomUUID): Promise<void> {
  const folder = `linkspan-probe-${random()}`;
  try {
    await proveCreation(store, `${folder}/create.json`);
    await proveReplacement(store, `${folder}/replace.json`);
  } finally {
    // A failure here would hide the proof; what stays behind is two files of some bytes.
    await Promise.allSettled(
      ['create.json', 'replace.json'].map((name) => store.remove(`${folder}/${name}`)),
    );
  }
}

async function proveCreation(store: Store, path: string): Promise<void> {
  const create = (text: string) => store.createIfAbsent(path, toBytes(text), liveHeaders(path));
  const won = await countWins(Array.from({ length: writers }, (_, index) => create(`create ${index}`)));
  if (won !== 1) refuse(store, `created one new file for ${won} of ${writers} at once`);
  if ((await countWins([create('again')])) !== 0) refuse(store, 'created a file over one that was there');
}

async function proveReplacement(store: Store, path: string): Promise<void> {
  const replace = (text: string, tag: Tag) =>
    store.replaceIfUnchanged(path, toBytes(text), tag, liveHeaders(path));
  if ((await countWins([replace('nothing', toTag('"00000000000000000000000000000000"'))])) !== 0)
    refuse(store, 'replaced a file that was not there');
  const first = await store.createIfAbsent(path, toBytes('first'), liveHeaders(path));
  const second = await replace('second', first);
  if ((await countWins([replace('stale', first)])) !== 0) refuse(store, 'replaced a file that had changed');
  const won = await countWins(
    Array.from({ length: writers }, (_, index) => replace(`third ${index}`, second)),
  );
  if (won !== 1) refuse(store, `replaced one file for ${won} of ${writers} at once`);
}

/** How many wrote; whatever fails for another reason than a conflict ends the probe. */
async function countWins(attempts: readonly Promise<Tag>[]): Promise<number> {
  const ends = await Promise.allSettled(attempts);
  const failed = ends.find((end) => end.status === 'rejected' && !(end.reason instanceof StoreConflict));
  if (failed?.status === 'rejected') throw failed.reason;
  return ends.filter(({ status }) => status === 'fulfilled').length;
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(text));
}

function refuse({ address }: Store, proof: string): never {
  throw toUnconditional(address, proof);
}
