import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import type { PageData } from '../src/bootstrap/page.ts';
import { inlineHelpers } from './inline-helpers.ts';

const root = resolve(import.meta.dirname, '..');
/** Where a build goes. */
export const dist = resolve(root, 'dist');
const common: InlineConfig = { root, configFile: false, publicDir: false, logLevel: 'warn' };
/** The first browsers with `light-dark()`: to say every colour twice for older ones takes a tenth of the style. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5', 'ios17.5'];
/**
 * Has V8 compile every function of a script as it comes, on another thread, and not one by one as they are called first:
 * nearly all of them are called (V8, "Explicit compile hints").
 */
const runsWhole = '//# allFunctionsCalledOnLoad';
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
          // What is shared comes without the views, which run on it too.
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

/** The early script, as one classic script for the browser. Run after the client, whose folder it shares. */
export async function buildEarlyScript(): Promise<Script> {
  const result = await build({
    ...common,
    base: './',
    define,
    build: {
      target: 'es2023',
      outDir: resolve(dist, 'client'),
      emptyOutDir: false,
      rolldownOptions: {
        input: { early: resolve(root, 'src/bootstrap/early.ts') },
        output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js', postBanner: runsWhole },
      },
    },
  });
  return scriptOf(result);
}

/** The inline script, as one classic script: of a deployed page, or of the development server's. */
export async function buildBoot(entry: 'inline' | 'inline-development'): Promise<Script> {
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
  // No text of the script may end the script element that it is written into, or hide its end: HTML, "Restrictions
  // for contents of script elements".
  const script = scriptOf(result);
  return { ...script, code: script.code.replace(/<(?=\/script|!--)/gi, '\\x3C').trim() };
}

/** The styles that are written into the page, as one text. */
export async function buildStyle(): Promise<string> {
  const result = await build({
    ...common,
    build: { cssTarget, write: false, rolldownOptions: { input: resolve(root, 'src/ui/styles/index.css') } },
  });
  return String(sheetOf(result).source).trim();
}

/** The deploy command, with all that it imports. */
export async function buildDeploy(): Promise<void> {
  await build({
    ...common,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react()],
    ssr: { noExternal: true },
    build: {
      ssr: resolve(root, 'src/deploy/deploy-command.ts'),
      target: 'node20',
      outDir: resolve(dist, 'deploy'),
      rolldownOptions: { output: { entryFileNames: 'deploy.js' } },
    },
  });
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
