import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDiscovery, onlyReachable, preloadOf } from './release.ts';

type Bundle = Parameters<typeof preloadOf>[0];

/** What a build hands to its plugins, as far as these look at it. */
function toBundle(chunks: Record<string, { imports?: string[]; dynamicImports?: string[] }>): Bundle {
  const entries = Object.entries(chunks).map(([fileName, { imports = [], dynamicImports = [] }]) => [
    fileName,
    { type: 'chunk', fileName, imports, dynamicImports },
  ]);
  return Object.fromEntries(entries);
}

const bundle = () =>
  toBundle({
    'remoteEntry-1.js': { imports: ['glue.js'], dynamicImports: ['shares.js', 'connector-1.js'] },
    'shares.js': { imports: ['glue.js'] },
    'glue.js': { imports: ['remoteEntry-1.js'] },
    'connector-1.js': { imports: ['vendor.js'], dynamicImports: ['later.js'] },
    'vendor.js': {},
    'later.js': {},
    'host-init.js': { imports: ['vendor.js'] },
  });

/** The files that are left of a bundle, and those that are emitted. */
function build(bundle: Bundle): readonly string[] {
  const emitted: string[] = [];
  const { generateBundle } = onlyReachable();
  const handler = typeof generateBundle === 'object' ? generateBundle.handler : undefined;
  const context = { emitFile: ({ fileName }: { fileName: string }) => emitted.push(fileName) };
  Reflect.apply(handler as never, context, [{}, bundle]);
  return [...Object.keys(bundle), ...emitted].sort();
}

const scripts = ['connector-1.js', 'glue.js', 'later.js', 'remoteEntry-1.js', 'shares.js', 'vendor.js'];

it('preloads what the entry, the connector and the list of shared libraries import statically, and no more', () => {
  const preloaded = scripts.filter((file) => file !== 'later.js');
  expect(preloadOf(bundle()).sort()).toEqual(preloaded);
});

it('drops what the entry never reaches, and keeps what it may reach later', () => {
  expect(build(bundle())).toEqual(scripts);
});

it('names the federation’s manifest by its content, and drops the other metadata', () => {
  const toAsset = (fileName: string) => ({ type: 'asset', fileName, source: fileName });
  const metadata = ['mf-manifest.json', 'mf-stats.json'].map((file) => [file, toAsset(file)]);
  const hash = createHash('sha256').update('mf-manifest.json').digest('base64url').slice(0, 8);
  const built = build({ ...bundle(), ...Object.fromEntries(metadata) });
  expect(built).toEqual([...scripts, `mf-manifest-${hash}.json`].sort());
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-discovery-'));
});

afterAll(() => rm(folder, { recursive: true }));

const title = 'builds the discovery of %s as one plain module';
const timeout = 30_000;

async function showPlain(name: string): Promise<void> {
  const root = resolve(import.meta.dirname, '../../../..', name);
  const { file } = await buildDiscovery({ root, separateChunks: ['loaded'] }, join(folder, name));
  expect(await readFile(join(folder, name, file), 'utf8')).not.toMatch(/\bimport\s*[{"'*]/);
}

it.each(['remote-evm'])(title, { timeout }, showPlain);
// Before the tests in browsers, these are built too, and pages import them.
it.each(['remote-solana', 'remote-near'])(title, { timeout, tags: ['release'] }, showPlain);
