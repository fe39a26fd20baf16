import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * The faults of a remote's code in one page, by where they happen. The page keeps them as JSON in `localStorage`, and
 * the remote reads them when its discovery or connector is evaluated, so a change takes effect on a reload.
 */
export interface RemoteFaults {
  /** `blocks`: an endless loop. */
  readonly 'discovery.evaluation'?: 'blocks';
  /** `hangs`: a top-level `await` that never ends. */
  readonly 'connector.evaluation'?: 'throws' | 'hangs';
  readonly 'connector.mount'?: 'throws';
  /** Once it has published a connection. `malformed`: a connection without accounts. `floods`: 10,000 facts a second. */
  readonly 'connector.connected'?: 'malformed' | 'floods';
  /** In the reading of a message and of a sign-in. */
  readonly 'connector.sign'?: 'throws';
  /** `publishes`: a connection, through a lease that has ended. */
  readonly 'connector.unmount'?: 'publishes';
}

/** The key of `localStorage` under which a page keeps the faults of a family's remote. */
export function toFaultsKey(family: string): string {
  return `practice-remote:${family}`;
}

const buildDescription = z.looseObject({
  release: z.looseObject({
    path: z.string(),
    manifest: z.looseObject({
      discovery: z.string(),
      entry: z.string(),
      preload: z.array(z.string()),
      files: z.array(z.unknown()),
    }),
  }),
});

/**
 * Makes a build of a remote faulty, in place: adds a discovery and an entry that wrap the built ones. `folder` has
 * `dist/release.json` and the release, as the remote's build leaves them. It can then be published like any other, and
 * does what the built one does until a page switches faults on. Throws a `ZodError` if `release.json` is malformed.
 */
export async function addFaults(folder: string, family: string): Promise<void> {
  const file = join(folder, 'dist', 'release.json');
  const description = buildDescription.parse(JSON.parse(await readFile(file, 'utf8')));
  const { manifest, path } = description.release;
  const add = async (name: string, built: string) => {
    const source = await readFile(join(import.meta.dirname, 'release', name), 'utf8');
    const text = source
      .replace("'./BUILT'", `'./${built}'`)
      .replace("'FAULTS_KEY'", `'${toFaultsKey(family)}'`);
    await writeFile(join(folder, 'dist', path, name), text);
    const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
    return { path: name, bytes: Buffer.byteLength(text), integrity };
  };
  const discovery = await add('faulty-discovery.js', manifest.discovery);
  const entry = await add('faulty-entry.js', manifest.entry);
  const faulty = {
    ...manifest,
    discovery: discovery.path,
    entry: entry.path,
    preload: [entry.path, ...manifest.preload],
    files: [...manifest.files, discovery, entry],
  };
  const release = { ...description.release, manifest: faulty };
  await writeFile(file, JSON.stringify({ ...description, release }));
}
