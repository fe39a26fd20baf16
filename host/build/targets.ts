import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import type { PageData } from '../src/page/page-data.ts';

const root = resolve(import.meta.dirname, '..');
/** Where a build goes. */
export const dist = resolve(root, 'dist');
const common: InlineConfig = { root, configFile: false, publicDir: false, logLevel: 'warn' };
const define = { 'process.env.NODE_ENV': '"production"', FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true' };

/** The host module and its chunks, for the browser; answers the module's file name. */
export async function buildClient(): Promise<string> {
  const result = await build({
    ...common,
    base: './',
    define,
    plugins: [react()],
    build: {
      target: 'es2023',
      outDir: resolve(dist, 'client'),
      modulePreload: false,
      rolldownOptions: {
        input: { host: resolve(root, 'src/main.tsx') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' },
      },
    },
  });
  return entryOf(result).fileName;
}

/** The inline script, as one classic script: of a deployed page, or of the development server's. */
export async function buildBoot(entry: 'inline' | 'inline-development'): Promise<string> {
  const result = await build({
    ...common,
    define,
    build: {
      target: 'es2023',
      write: false,
      rolldownOptions: { input: resolve(root, `src/boot/${entry}.ts`), output: { format: 'iife' } },
    },
  });
  // No text of the script may end the script element that it is written into, or hide its end: HTML, "Restrictions
  // for contents of script elements".
  return entryOf(result)
    .code.replace(/<(?=\/script|!--)/gi, '\\x3C')
    .trim();
}

/** All styles as one text. */
export async function buildStyle(): Promise<string> {
  const result = await build({
    ...common,
    build: { write: false, rolldownOptions: { input: resolve(root, 'src/style/index.css') } },
  });
  const sheet = outputsOf(result).find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  return sheet?.type === 'asset' ? String(sheet.source).trim() : '';
}

/** The deploy command, with all that it imports. */
export async function buildDeploy(): Promise<void> {
  await build({
    ...common,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react()],
    ssr: { noExternal: true },
    build: {
      ssr: resolve(root, 'src/page/deploy-command.ts'),
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

function entryOf(result: BuildResult) {
  const entry = outputsOf(result).find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('The build made no entry');
  return entry;
}
