import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import type { PageData } from '../src/bootstrap/page.ts';
import type { OwnScripts } from '../src/loader/import-map.ts';
import { inlineHelpers } from './inline-helpers.ts';

const root = resolve(import.meta.dirname, '..');
/** The output folder of a build. */
export const dist = resolve(root, 'dist');
const common: InlineConfig = { root, configFile: false, publicDir: false, logLevel: 'warn' };
/** The first browsers with `light-dark()`: each color twice for older ones would be a tenth of the style. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5', 'ios17.5'];
/**
 * Makes V8 compile all functions of a script on another thread while it loads, instead of each at its first call: nearly
 * all are called (V8, "Explicit compile hints").
 */
const compileAll = '//# allFunctionsCalledOnLoad';
const define = { 'process.env.NODE_ENV': '"production"', FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true' };

/** A built script: its code, its address below the site, and the ids of the modules in it and its chunks. */
export interface Script {
  readonly code: string;
  readonly address: string;
  readonly modules: readonly string[];
}

/** The host module and its chunks, for the browser. */
export async function buildClient(): Promise<Script> {
  const result = await build({
    ...common,
    base: './',
    define,
    plugins: [react(), inlineHelpers()],
    build: {
      target: 'es2023',
      cssTarget,
      outDir: resolve(dist, 'client'),
      modulePreload: false,
      rolldownOptions: {
        input: { host: resolve(root, 'src/bootstrap/host.ts') },
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          // Remotes load the shared libraries without the views.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                name: 'react',
                test: /\/(node_modules\/(react|react-dom|scheduler)\/|loader\/libraries\.ts)/,
              },
            ],
          },
        },
      },
    },
  });
  return scriptOf(result);
}

/** An early script, as one classic script. Built after the client, into the same folder. */
export async function buildEarlyScript(entry: 'early' | 'early-application'): Promise<Script> {
  const result = await build({
    ...common,
    base: './',
    define,
    build: {
      target: 'es2023',
      outDir: resolve(dist, 'client'),
      emptyOutDir: false,
      rolldownOptions: {
        input: { [entry]: resolve(root, `src/bootstrap/${entry}.ts`) },
        output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js', postBanner: compileAll },
      },
    },
  });
  return scriptOf(result);
}

/** An inline script, as one classic script, or one that a deploy completes: of a deployed page or of the development server. */
export async function buildBoot(
  entry: `inline${'' | '-pinned'}${'' | '-application'}` | 'inline-development' | 'early-pinned',
): Promise<Script> {
  const result = await build({
    ...common,
    define,
    build: {
      target: 'es2023',
      write: false,
      rolldownOptions: {
        input: resolve(root, `src/bootstrap/${entry}.ts`),
        output: { format: 'iife' },
      },
    },
  });
  // No text of the script may end its script element or hide its end: HTML, "Restrictions for contents of script
  // elements".
  const script = scriptOf(result);
  return { ...script, code: script.code.replace(/<(?=\/script|!--)/gi, '\\x3C').trim() };
}

/** The probe: a module that does nothing. */
const probeCode = 'export {};\n';

/**
 * Adds the probe to the scripts of a built client. Returns the integrity metadata of each by its address: SHA-256, the
 * shortest, since they are in the page.
 */
export async function describeOwnScripts(client: string): Promise<OwnScripts> {
  const folder = join(client, 'assets');
  const probe = `probe-${createHash('sha256').update(probeCode).digest('hex').slice(0, 8)}.js`;
  await writeFile(join(folder, probe), probeCode);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort();
  const entries = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(folder, name)));
    return [`/assets/${name}`, `sha256-${hash.digest('base64')}`] as const;
  });
  return { integrity: Object.fromEntries(await Promise.all(entries)), probe: `/assets/${probe}` };
}

/** The style in the page's HTML; that of an application's page comes after it. */
export async function buildStyle(entry: 'index' | 'application' = 'index'): Promise<string> {
  const result = await build({
    ...common,
    build: {
      cssTarget,
      write: false,
      rolldownOptions: { input: resolve(root, `src/ui/styles/${entry}.css`) },
    },
  });
  return String(sheetOf(result).source).trim();
}

/** The deploy, as a command and as a module, with all that it imports. Returns its modules. */
export async function buildDeploy(): Promise<readonly string[]> {
  const result = await build({
    ...common,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: resolve(dist, 'deploy'),
      rolldownOptions: {
        input: {
          deploy: resolve(root, 'src/deploy/deploy-command.ts'),
          index: resolve(root, 'src/deploy/index.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return outputsOf(result).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
}

/** The versions of the libraries that the page shares with remotes. */
export async function readOffered(): Promise<PageData['offered']> {
  const require = createRequire(import.meta.url);
  const versionOf = async (name: string) =>
    JSON.parse(await readFile(require.resolve(`${name}/package.json`), 'utf8')).version as string;
  const [reactVersion, domVersion] = await Promise.all([versionOf('react'), versionOf('react-dom')]);
  return {
    react: reactVersion,
    'react/jsx-runtime': reactVersion,
    'react-dom': domVersion,
    'react-dom/client': domVersion,
  };
}

type BuildResult = Awaited<ReturnType<typeof build>>;

function outputsOf(result: BuildResult) {
  return (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
}

function sheetOf(result: BuildResult) {
  const sheet = outputsOf(result).find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (sheet?.type !== 'asset') throw new Error('The build made no style');
  return sheet;
}

function scriptOf(result: BuildResult): Script {
  const chunks = outputsOf(result).filter((file) => file.type === 'chunk');
  const entry = chunks.find((file) => file.isEntry);
  if (entry === undefined) throw new Error('The build made no entry');
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  return { code: entry.code, address: `/${entry.fileName}`, modules };
}
