import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../place/list-files.ts';
import { openRemoteServer } from '../place/remote-server.ts';
import type { Other } from './ground.ts';
import { createVictim } from './victim.ts';

/** A remote whose team has signed what turns on the page: discovery and connector write over whatever they reach. */
export async function openHostileRemote(store: string, remote: string): Promise<Other & AsyncDisposable> {
  const { folder, release, put, goLive } = await createVictim(store, remote);
  const { path, manifest } = release;
  const add = async (name: string, built = '') => {
    const source = await readFile(join(import.meta.dirname, 'hostile', name), 'utf8');
    const added = `hostile-${name}`;
    const text = source.replace('./BUILT', `./${built}`).replace('./overwrite.js', './hostile-overwrite.js');
    await put(`${path}${added}`, text);
    return added;
  };
  const discovery = await add('discovery.js', manifest.discovery);
  const entry = await add('remote-entry.js', manifest.entry);
  await add('overwrite.js');
  const files = await listFiles(join(folder, path));
  const preload = [entry, ...manifest.preload];
  await goLive({ path, manifest: { ...manifest, discovery, entry, preload, files } });
  const server = await openRemoteServer(folder);
  return { remote, folder, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
