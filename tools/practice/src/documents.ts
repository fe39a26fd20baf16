import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The absolute paths of a remote's documents, by which a page begins to trust it; undefined where it has none. */
export type DocumentsOf = (remote: string) => { readonly root: string; readonly live: string } | undefined;

/** The newest root and the live document of each remote in a store's folder. */
export async function readDocuments(store: string): Promise<DocumentsOf> {
  const names = (await readdir(store)).filter((name) => name.startsWith('remote-'));
  const found = await Promise.all(
    names.map(async (name) => {
      const folder = resolve(store, name);
      const versions = (await readdir(join(folder, 'root'))).map((file) => Number.parseInt(file, 10));
      const root = join(folder, 'root', `${Math.max(...versions)}.json`);
      return [name, { root, live: join(folder, 'live.json') }] as const;
    }),
  );
  const documents = new Map(found);
  return (remote) => documents.get(remote);
}
