import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNotices } from '@linkspan/trust';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTinyRemote, type TinyRemote } from '../testing/tiny-remote.ts';
import { toExportsAlone } from './exports-alone.ts';

let remote: TinyRemote;

async function open(options: Parameters<typeof createTinyRemote>[0], connector: string): Promise<void> {
  remote = await createTinyRemote(options);
  onTestFinished(() => remote.remove());
  await remote.write('src/connector.ts', connector);
}

async function install(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  const about = { name, version: '1.2.0', main: 'index.js', license: 'MIT' };
  await remote.write(`node_modules/${name}/package.json`, JSON.stringify(about));
  for (const [file, text] of Object.entries(files)) await remote.write(`node_modules/${name}/${file}`, text);
}

const readAll = (paths: readonly string[]) =>
  Promise.all(paths.map((file) => remote.read(`dist/releases/1.0.0/${file}`)));

const importBuilt = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(remote.built, file)).href);

/** Stands for the core of the federation's runtime, which a page has for all remotes: it does nothing. */
function installCore(): void {
  const core = new Proxy({}, { get: () => () => undefined });
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
}

describe('a built remote', { timeout: 60_000 }, () => {
  const openSharing = async () => {
    const code = 'globalThis.tinyHasRun = true; export const mount = () => say();';
    await open({ shared: { 'tiny-library': '^1.0.0' } }, `import { say } from "tiny-library"; ${code}`);
    await install('tiny-library', { 'index.js': 'export const say = () => "own copy";', LICENSE: 'by Pier' });
  };

  it('lists its own copy of a shared library, and preloads none of it', async () => {
    await openSharing();
    const { files, preload } = await remote.build();
    const preloaded = (await readAll(preload)).join();
    expect(preloaded).toContain('tiny-library');
    expect(preloaded).not.toContain('own copy');
    expect((await readAll(files.map(({ path }) => path))).join()).toContain('own copy');
  });

  it('runs none of its own code as its container is imported', async () => {
    await openSharing();
    installCore();
    const container = await importBuilt((await remote.build()).entry);
    expect(container).toMatchObject({ init: expect.any(Function), get: expect.any(Function) });
    expect(globalThis).not.toHaveProperty('tinyHasRun');
  });

  it('lists notices and the federation’s manifest, and preloads neither', async () => {
    await openSharing();
    const { entry, files, preload } = await remote.build();
    const paths = files.map(({ path }) => path).filter((path) => !path.endsWith('.js'));
    const [notices = '', manifest = '', ...others] = paths;
    expect(isNotices(notices)).toBe(true);
    expect(manifest).toMatch(/^mf-manifest-[\w-]{8}\.json$/);
    expect(others).toEqual([]);
    expect(await readdir(remote.built)).toHaveLength(files.length);
    expect(preload.filter((file) => paths.includes(file))).toEqual([]);
    const [text = '', json = ''] = await readAll(paths);
    expect(text).toContain('tiny-library@1.2.0 (MIT)\n\nby Pier\n');
    expect(JSON.parse(json)).toMatchObject({
      metaData: { remoteEntry: { name: entry }, publicPath: 'auto' },
      exposes: [{ path: './connector' }],
    });
  });

  it.each(['tides', 'own-tides'])('refuses an import on demand without importCode: %s', async (name) => {
    await open({}, `export const mount = () => import('./${name}.ts');`);
    await remote.write(`src/${name}.ts`, 'export const tides = () => document.title;');
    const stderr = expect.stringContaining('is in no port.importCode');
    await expect(remote.build()).rejects.toMatchObject({ stderr });
  });

  it('has the same bytes if it is built again', async () => {
    await openSharing();
    const first = await remote.build();
    expect(await remote.build()).toEqual(first);
  });
});

describe('the files that mounting needs', { timeout: 60_000 }, () => {
  const toConnector = (word: string) => `
    import { isBlank } from '@linkspan/kit/accounts';
    import { anchor } from 'tiny-anchors';
    import { rope } from 'tiny-ropes';
    export const mount = () => isBlank([rope(), anchor()]) || ${word};`;
  const openGrouped = async () => {
    await open({ vendors: { ropes: ['tiny-ropes'] } }, toConnector('"moored"'));
    await install('tiny-ropes', { 'index.js': 'export const rope = () => document.title;' });
    await install('tiny-anchors', { 'index.js': 'export const anchor = () => document.URL;' });
  };

  /** The names, without their hashes, of the files that a change replaces. */
  async function changedBy(change: () => Promise<void>): Promise<readonly string[]> {
    const before = (await remote.build()).preload;
    await change();
    const after = (await remote.build()).preload;
    const names = (files: readonly string[]) =>
      files.map((file) => file.replace(/-[\w-]{8}\.js$/, '')).sort();
    const all = ['connector', 'kit', 'remoteEntry', 'ropes', 'shares', 'vendor'];
    expect(names(after)).toEqual(all);
    return names(after.filter((file) => !before.includes(file)));
  }

  it('stay the same after an edit of the remote’s code, except its own', async () => {
    await openGrouped();
    const edit = () => remote.write('src/connector.ts', toConnector('"afloat"'));
    expect(await changedBy(edit)).toEqual(['connector', 'remoteEntry']);
  });

  it('stay the same after an update of one package, except those with its code', async () => {
    await openGrouped();
    const update = () =>
      install('tiny-anchors', { 'index.js': 'export const anchor = () => document.baseURI;' });
    expect(await changedBy(update)).toEqual(['connector', 'remoteEntry', 'shares', 'vendor']);
  });

  it('do not have code that is imported later, nor its packages', async () => {
    const late = "await port.importCode(['late'], () => import('./late.ts'))";
    const mount = `export const mount = async (port) => rope() + word() + (${late}).tie();`;
    const imports = "import { rope } from 'tiny-ropes'; import { word } from './word.ts';";
    await open({ vendors: { ropes: ['tiny-ropes'] } }, imports + mount);
    await install('tiny-ropes', {
      'index.js': 'export * from "./rope.js"; export * from "./knot.js";',
      'rope.js': 'export const rope = () => document.title;',
      'knot.js': 'export const knot = () => "a bowline";',
    });
    await remote.write('src/word.ts', 'export const word = () => document.referrer;');
    const tie = 'export const tie = () => knot() + word();';
    await remote.write(
      'src/late.ts',
      `import { knot } from 'tiny-ropes'; import { word } from './word.ts'; ${tie}`,
    );
    const { preload, files } = await remote.build();
    const paths = files.map(({ path }) => path);
    const texts = await readAll(paths);
    const holding = paths.filter((_, at) => texts[at]?.includes('a bowline'));
    expect(holding).toEqual([expect.stringMatching(/^late-/)]);
    expect(preload.filter((path) => /^(late|word)-/.test(path))).toEqual([]);
  });
});

/** As bundles of libraries carry them: one of its own, and patches of the platform before and after. */
const library = `
  var root = globalThis;
  var patches = root.patches = [];
  var patch = function (name) { patches.push(name); };
  patch('includes');
  if (root.patches) { patch('assign'); }
  for (var each in { sort: 1 }) patch(each);
  var words = { hello: 'moin' };
  class Speaker { speak() { return Speaker.loud ? 'MOIN' : words.hello; } }
  Speaker.loud = true;
  patch.done = true;
  const speaker = new Speaker();
  export const speak = () => speaker.speak();
  export const whisper = () => words.hello;
`;

async function run(code: string): Promise<Readonly<Record<'speak' | 'whisper', () => string>>> {
  Reflect.deleteProperty(globalThis, 'patches');
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

describe('a library without its side effects', { timeout: 60_000 }, () => {
  it('does nothing to the page as it loads', async () => {
    await run(library);
    expect(globalThis).toHaveProperty('patches', ['includes', 'assign', 'sort']);
    await run(toExportsAlone(library));
    expect(globalThis).not.toHaveProperty('patches.0');
  });

  it('has the same exports, with assignments to its classes', async () => {
    const { speak, whisper } = await run(toExportsAlone(library));
    expect([speak(), whisper()]).toEqual(['MOIN', 'moin']);
  });

  it.each([true, false])('is built without its patches if the remote says so: %s', async (saysSo) => {
    const options = saysSo ? { exportsAlone: ['tiny-library'] } : {};
    await open(options, 'export { speak as mount } from "tiny-library";');
    await install('tiny-library', { 'index.js': library });
    const { preload } = await remote.build();
    expect((await readAll(preload)).some((text) => text.includes('patches'))).toBe(!saysSo);
    installCore();
    const { mount } = await importBuilt(preload.find((file) => file.startsWith('connector')) ?? '');
    expect(mount()).toBe('MOIN');
  });
});
