import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { noticesName, type ReleaseFile, unsignedReleaseName } from '@linkspan/trust';
import { build, type Plugin } from 'vite';
import { exportsAlone } from './exports-alone.ts';
import { type Chunks, holdImports, importAtOnce, reachable } from './hold-imports.ts';
import { findPackages, toNotices } from './notices.ts';
import { describeRelease, type RemoteOptions, toAlias } from './remote-options.ts';

/** Completes a build: its discovery, and the unsigned release that lists every file with its hash. */
export function writeRelease(options: RemoteOptions): Plugin {
  const { root, version } = options;
  const path = `releases/${version}/`;
  const folder = resolve(root, 'dist', path);
  let connector:
    | { readonly entry: string; readonly preload: string[]; readonly modules: string[] }
    | undefined;
  return {
    name: 'linkspan:write-release',
    apply: 'build',
    enforce: 'post',
    writeBundle(_, bundle) {
      const entry = entryOf(bundle);
      if (entry !== undefined)
        connector = { entry, preload: preloadOf(bundle), modules: modulesOf(Object.values(bundle)) };
    },
    async closeBundle(error) {
      if (error !== undefined || connector === undefined) return;
      const { entry, preload, modules } = connector;
      const discovery = await buildDiscovery(options, folder);
      const packages = await findPackages([...modules, ...discovery.modules]);
      const notices = toNotices(packages, (text) => this.warn(text));
      if (notices !== undefined) await writeFile(join(folder, toHashedName(noticesName, notices)), notices);
      const dependencies = packages.map(({ id }) => id);
      const files = await hashFiles(folder);
      const built = { version, discovery: discovery.file, entry, preload, files, dependencies };
      const text = JSON.stringify(describeRelease(options, path, built), null, 2);
      await writeFile(resolve(root, 'dist', unsignedReleaseName), `${text}\n`);
    },
  };
}

type DiscoveryOptions = Pick<
  RemoteOptions,
  'root' | 'exportsAlone' | 'globals' | 'replaceInDiscovery' | 'separateChunks'
>;

/**
 * Builds `src/discovery.ts` as one plain ES module, outside of the federation, after its separate chunks.
 */
export async function buildDiscovery(options: DiscoveryOptions, outDir: string) {
  const separateChunks = new Map<string, Built>();
  for (const name of options.separateChunks ?? [])
    separateChunks.set(name, await buildModule(name, options, outDir));
  const { file, files, modules } = await buildModule('discovery', options, outDir, separateChunks);
  if (files.length > 1)
    throw new Error(`src/discovery.ts is built into ${files}: a page fetches one file of it`);
  return { file, modules: [...modules, ...[...separateChunks.values()].flatMap((one) => one.modules)] };
}

interface Built {
  readonly file: string;
  /** All files that are loaded with it. */
  readonly files: readonly string[];
  readonly modules: readonly string[];
}

/** Builds a file of `src` with all its imports except for separate chunks. */
async function buildModule(
  name: string,
  { root, exportsAlone: packages = [], globals = {}, replaceInDiscovery = {} }: DiscoveryOptions,
  outDir: string,
  separateChunks: ReadonlyMap<string, Built> = new Map(),
): Promise<Built> {
  const toFiles = ({ file, files }: Built) => [file, files] as const;
  const held = {
    loaded: (chunks: Chunks) => {
      const entries = Object.values(chunks).filter(({ isEntry }) => isEntry);
      return reachable(
        chunks,
        entries.map(({ fileName }) => fileName),
      );
    },
    separateChunks: new Map([...separateChunks.values()].map(toFiles)),
  };
  const result = await build({
    root,
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [exportsAlone(packages), importApart(separateChunks), importAtOnce(), holdImports(held)],
    resolve: { alias: toAlias(root, replaceInDiscovery) },
    define: { 'process.env': '{}' },
    build: {
      target: 'es2023',
      outDir,
      emptyOutDir: false,
      // As a library: Vite adds no preloader of stylesheets, which a discovery does not have.
      lib: { entry: { [name]: resolve(root, `src/${name}.ts`) }, formats: ['es'] },
      rolldownOptions: {
        // Limits are inlined: otherwise each would cost a name, too.
        optimization: { inlineConst: { mode: 'all' } },
        transform: { inject: toInject(globals) },
        // Chunks on demand share code with the entry: no third file before the list is shown.
        preserveEntrySignatures: 'allow-extension',
        output: {
          minify: true,
          comments: false,
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []));
  const entry = chunks.find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
  if (entry === undefined) throw new Error(`src/${name}.ts was built into no entry`);
  const bundle = Object.fromEntries(chunks.map((one) => [one.fileName, one]));
  return {
    file: entry.fileName,
    files: [...reachable(bundle, [entry.fileName])],
    modules: modulesOf(chunks),
  };
}

/** Leaves imports of files of `src` to the files that they were built into, by their names without `.ts`. */
function importApart(built: ReadonlyMap<string, Built>): Plugin {
  return {
    name: 'linkspan:import-separateChunks',
    enforce: 'pre',
    resolveId(source) {
      const { file } = built.get(source.replace(/^\.\/|\.ts$/g, '')) ?? {};
      return file === undefined ? undefined : { id: `./${file}`, external: true };
    },
  };
}

/** The export of a package that has a global's own name. */
function toInject(globals: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(globals).map(([name, from]) => [name, [from, name] as [string, string]]),
  );
}

type Output = { readonly type: 'asset' } | { readonly type: 'chunk'; readonly moduleIds: readonly string[] };

/** The ids of the modules that are in the chunks of a build. */
function modulesOf(outputs: readonly Output[]): string[] {
  return outputs.flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
}

async function hashFiles(folder: string): Promise<ReleaseFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Promise.all(
    files.sort().map(async (file) => {
      const content = await readFile(file);
      const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      return { path: relative(folder, file).replaceAll(sep, '/'), bytes: content.length, integrity };
    }),
  );
}

/**
 * Drops emitted files that the remote's entry never imports, and the federation's metadata except its manifest,
 * `mf-manifest-HASH.json`.
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
            const fileName = toHashedName(file, output.source);
            this.emitFile({ type: 'asset', fileName, source: output.source });
          }
        }
      },
    },
  };
}

/** A file's name with a hash of its content, as the bundler makes them: releases share a folder of files. */
function toHashedName(name: string, content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return name.replace(/(?=\.\w+$)/, `-${hash}`);
}

/** The file of the container that a federation's runtime loads. */
function entryOf(bundle: Chunks): string | undefined {
  return Object.keys(bundle).find((file) => file.startsWith('remoteEntry'));
}

/** The files that mounting runs at once: entry, connector, the container's list of shared libraries, and their imports. */
export function preloadOf(bundle: Chunks): string[] {
  const entry = entryOf(bundle);
  if (entry === undefined) return [];
  return [...reachable(bundle, [entry, ...(bundle[entry]?.dynamicImports ?? [])])];
}
