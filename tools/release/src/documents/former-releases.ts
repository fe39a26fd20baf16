import { LinkspanError } from '@linkspan/contract';
import { readAll } from '../store/read-all.ts';
import type { Store } from '../store/store.ts';
import { type LiveReleases, parseLive } from './live-now.ts';
import { historyFolder } from './paths.ts';

/** How many documents are read at once: in most stores the first ones tell. */
const portion = 8;

/** Where the former live documents of a remote are, and their versions, oldest first. */
export async function listFormer(
  store: Store,
  remote: string,
): Promise<readonly { readonly path: string; readonly version: number }[]> {
  const entries = await store.list(historyFolder(remote));
  return entries
    .flatMap(({ path }) => {
      const [, version] = /\/([1-9]\d*)\.json$/.exec(path) ?? [];
      return version === undefined ? [] : [{ path, version: Number(version) }];
    })
    .sort((one, other) => one.version - other.version);
}

/**
 * What was live of a remote before, newest first, read as far as somebody asks. Nothing is verified, and a document
 * that cannot be read is passed over: it must not stand in the way of a rollback.
 */
export async function* readFormerReleases(store: Store, remote: string): AsyncGenerator<LiveReleases> {
  const newestFirst = (await listFormer(store, remote)).map(({ path }) => path).reverse();
  for (let from = 0; from < newestFirst.length; from += portion) {
    const files = await readAll(store, newestFirst.slice(from, from + portion));
    for (const { bytes } of files) yield readReleases(bytes, remote);
  }
}

function readReleases(bytes: Uint8Array, remote: string): LiveReleases {
  try {
    return parseLive(bytes, remote).releases;
  } catch (error) {
    if (error instanceof LinkspanError) return [];
    throw error;
  }
}
