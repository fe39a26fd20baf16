import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
    const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
    return { path: added, bytes: Buffer.byteLength(text), integrity };
  };
  const discovery = await add('discovery.js', manifest.discovery);
  const entry = await add('remote-entry.js', manifest.entry);
  const files = [...manifest.files, discovery, entry, await add('overwrite.js')];
  const preload = [entry.path, ...manifest.preload];
  const facts = { ...manifest, discovery: discovery.path, entry: entry.path, preload, files };
  await goLive({ path, manifest: facts });
  const server = await openRemoteServer(folder);
  return { remote, folder, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
