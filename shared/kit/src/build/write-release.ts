import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { contractVersion } from '@linkspan/contract';
import { type ReleaseFile, type UnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import type { Plugin } from 'vite';
import { buildDiscovery } from './build-discovery.ts';
import { modulesOf } from './modules-of.ts';
import { entryOf, preloadOf } from './only-reachable.ts';
import { packagesOf } from './packages-of.ts';
import type { RemoteOptions } from './remote-options.ts';

/** Completes a build: its discovery, and the live document that lists every file with its hash. */
export function writeRelease(options: RemoteOptions): Plugin {
  const path = `releases/${options.version}/`;
  const folder = resolve(options.root, 'dist', path);
  let entry = '';
  let preload: string[] = [];
  let modules: string[] = [];
  return {
    name: 'linkspan:write-release',
    apply: 'build',
    enforce: 'post',
    writeBundle(_, bundle) {
      preload = preloadOf(bundle);
      modules = modulesOf(Object.values(bundle));
      entry = entryOf(bundle) ?? '';
    },
    async closeBundle(error) {
      if (error !== undefined || entry === '') return;
      const discovery = await buildDiscovery(options, folder);
      const dependencies = await packagesOf([...modules, ...discovery.modules]);
      const live: UnsignedRelease = {
        remote: options.name,
        release: {
          path,
          manifest: {
            remote: options.name,
            version: options.version,
            contract: options.contract ?? contractVersion,
            shared: options.shared ?? {},
            discovery: discovery.file,
            entry,
            preload,
            files: await hashFiles(folder),
            dependencies,
            ...(options.accepts && { accepts: options.accepts }),
          },
        },
      };
      await mkdir(resolve(options.root, 'dist'), { recursive: true });
      await writeFile(
        resolve(options.root, 'dist', unsignedReleaseName),
        `${JSON.stringify(live, null, 2)}\n`,
      );
    },
  };
}

async function hashFiles(folder: string): Promise<ReleaseFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  return Promise.all(
    names.sort().map(async (path) => {
      const content = await readFile(join(folder, path));
      const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      return { path, bytes: content.length, integrity };
    }),
  );
}
