import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildDescription, parseBuildDescription } from './build-description.ts';

/** A copy of a remote's package and build, as `npm run build` leaves them: `dist/release.json` and its release. */
export interface FaultyBuild {
  readonly folder: string;
  /** The family's id, under whose name the page keeps the switches. */
  readonly family: string;
}

const sources = join(import.meta.dirname, 'release');
const wrappers = { discovery: 'faulty-discovery.js', entry: 'faulty-entry.js' } as const;

/**
 * Puts the switches of `faults.ts` into a copy of a remote's build, in place: discovery and entry are put before those
 * that its team built, which are left as they are. The copy is then released as any other, and passes the checks.
 */
export async function addFaults({ folder, family }: FaultyBuild): Promise<void> {
  const file = join(folder, 'dist', 'release.json');
  const described = parseBuildDescription(JSON.parse(await readFile(file, 'utf8')));
  const { release } = described;
  const { manifest, path } = release;
  const at = join(folder, 'dist', path);
  for (const name of await readdir(sources)) {
    const built = name === wrappers.entry ? manifest.entry : manifest.discovery;
    const source = await readFile(join(sources, name), 'utf8');
    const text = source.replaceAll("'./BUILT'", `'./${built}'`).replaceAll("'FAMILY'", `'${family}'`);
    await writeFile(join(at, name), text);
  }
  const preload = [wrappers.entry, ...manifest.preload];
  const files = await listFiles(at);
  const changed = { ...manifest, ...wrappers, preload, files };
  await writeFile(
    file,
    JSON.stringify({ ...described, release: { ...release, manifest: changed } } satisfies BuildDescription),
  );
}

async function listFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .map((path) => path.replaceAll('\\', '/').replace(/^\/+/, ''));
  return Promise.all(
    paths.sort().map(async (path) => {
      const bytes = await readFile(join(folder, path));
      return {
        path,
        bytes: bytes.length,
        integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
      };
    }),
  );
}
