import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { contractVersion } from '@linkspan/contract';
import { type ReleaseFile, type UnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import type { Plugin } from 'vite';
import { buildDiscovery, modulesOf } from './discovery-entry.ts';
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

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...args: never) => unknown>>[1];

/**
 * Drops what the federation plugin emits and the remote's entry never imports, and its metadata except the federation's
 * manifest, `mf-manifest-HASH.json`.
 */
export function onlyReachable(): Plugin {
  return {
    name: 'linkspan:only-reachable',
    apply: 'build',
    enforce: 'post',
    // With its own manifest, the federation plugin switches Vite's on.
    config: () => ({ build: { manifest: false } }),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entry = entryOf(bundle);
        const reached = entry === undefined ? new Set() : reachable(bundle, [entry], true);
        for (const [file, output] of Object.entries(bundle)) {
          if (output.type === 'chunk' ? !reached.has(file) : /^mf-\w+\.json$/.test(file)) delete bundle[file];
          if (output.type === 'asset' && file === 'mf-manifest.json') {
            const hash = createHash('sha256').update(output.source).digest('base64url').slice(0, 8);
            this.emitFile({ type: 'asset', fileName: `mf-manifest-${hash}.json`, source: output.source });
          }
        }
      },
    },
  };
}

/** The file of the container that a federation's runtime loads. */
function entryOf(bundle: Bundle): string | undefined {
  return Object.keys(bundle).find((file) => file.startsWith('remoteEntry'));
}

/** What mounting runs at once: the entry, the connector and the container's list of shared libraries, and all they import. */
export function preloadOf(bundle: Bundle): string[] {
  const entry = bundle[entryOf(bundle) ?? ''];
  return entry?.type === 'chunk'
    ? [...reachable(bundle, [entry.fileName, ...entry.dynamicImports], false)]
    : [];
}

function reachable(bundle: Bundle, from: readonly string[], throughDynamic: boolean): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (reached.has(file) || chunk?.type !== 'chunk') return;
    reached.add(file);
    for (const next of chunk.imports) visit(next);
    if (throughDynamic) for (const next of chunk.dynamicImports) visit(next);
  };
  for (const file of from) visit(file);
  return reached;
}

/**
 * The installed packages that modules come from, as `name@version`, sorted. The ids are those of a build: paths, perhaps
 * with a query; virtual ones and those of the workspace are of no package.
 */
export async function packagesOf(modules: readonly string[]): Promise<readonly string[]> {
  const files = modules.map((id) => id.replace(/^\0|[?#].*$/g, ''));
  const folders = new Set(files.filter((file) => file.split(sep).includes('node_modules')).map(dirname));
  const found = await Promise.all([...folders].map(readPackage));
  return [...new Set(found.flatMap((one) => one ?? []))].sort();
}

/** Not every package.json names a package: some only say how the files beside them are written. */
async function readPackage(folder: string): Promise<string | undefined> {
  if (dirname(folder) === folder) return undefined;
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { name, version }: { name?: string; version?: string } = JSON.parse(text);
  return name && version ? `${name}@${version}` : readPackage(dirname(folder));
}
