import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { families } from '@linkspan/practice/families';
import { root } from '@linkspan/stack/root';
import { describe, expect, it } from 'vitest';

// What no linter knows. Biome holds file names and import circles; pnpm lets a package import only what its manifest names.

/** Which packages each may depend on, without its tests. */
const allowed = {
  'shared/contract': [],
  'shared/store': ['contract'],
  'shared/trust': ['contract'],
  'shared/kit': ['contract', 'trust'],
  'shared/conformance': ['contract', 'store'],
  'remote-evm': ['contract', 'kit'],
  'remote-solana': ['contract', 'kit'],
  'remote-near': ['contract', 'kit'],
  host: ['app', 'contract', 'store', 'trust'],
  'tools/create': ['contract'],
  'tools/release': ['contract', 'trust'],
  'tools/practice': ['contract'],
};
const remotes = Object.values(families).map(({ remote }) => remote);
/** Each imports only what is before it, types included. */
const hostLayers =
  'limits events async storage visibility color config csp releases loader session ledger diagnostics commands ui bootstrap deploy'.split(
    ' ',
  );
const libraries = [
  ['remote-evm', /from '(wagmi|@wagmi\/[\w-]+)['/]/],
  ['remote-solana', /from '@solana\/wallet-adapter-[\w-]+['/]/],
  ['remote-near', /from '@near-wallet-selector\/[\w-]+['/]/],
];

/** @param {string} folder @returns {Promise<{file: string, text: string}[]>} Its product code, with paths from the root. */
async function readSources(folder) {
  const entries = await readdir(join(root, folder), { recursive: true });
  const files = entries
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\/(node_modules|dist|testing)\/|\.test\./.test(file));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })));
}

it.each(Object.entries(allowed))(
  '%s depends on %j alone, and reaches by no path into another',
  async (name, own) => {
    const sources = await readSources(`${name}/src`);
    // A remote's packages are built into its files, and so are none of its dependencies.
    const imported = sources.flatMap(({ text }) => [...text.matchAll(/from '@linkspan\/([\w-]+)/g)]);
    const house = new Set(imported.map(([, one = '']) => one));
    expect([...house].filter((one) => !own.some((known) => one === known))).toEqual([]);
    const paths = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(file), to)),
    );
    expect(paths.filter((path) => !path.startsWith(join(name, '/')))).toEqual([]);
  },
);

it.each(libraries)(
  'library.ts of %s alone imports its wallet library, beside wallets of their own',
  async (remote, library) => {
    const sources = (
      await Promise.all([...Object.keys(allowed), 'tools/stack'].map((one) => readSources(`${one}/src`)))
    ).flat();
    const importers = sources
      .filter(
        ({ file, text }) => !file.startsWith(`${remote}/src/wallets/`) && new RegExp(library).test(text),
      )
      .map(({ file }) => file);
    expect(importers).toEqual([`${remote}/src/library.ts`]);
  },
);

describe('the remotes', () => {
  /**
   * NEAR alone has actions, and keys with limited access; Solana alone submits what a wallet signed; each reads the requests
   * of its own applications.
   */
  const isOnlyHere = (/** @type {string} */ name) =>
    ['access.ts', 'actions.ts', 'compare-signed.ts', 'keys.ts'].includes(name) ||
    /^(wallets\/|application\b)/.test(name);

  /** What the file of this name exports in each, beside what only its chain has. */
  const shared = {
    'accepts.ts': ['accepts'],
    'accounts.ts': ['parseAccounts'],
    'catalog.ts': ['toKnown'],
    'chain.ts': ['Chain', 'openChain', 'Note', 'writeNote', 'parseNote'],
    'history.ts': ['History', 'openHistory'],
    'library.ts': ['Library', 'LibraryOptions', 'openLibrary'],
    'provider.ts': ['Provider', 'parseHanded'],
    'quote.ts': ['quote', 'readers'],
    'send.ts': ['Sender', 'send'],
    'settle.ts': ['settle'],
    'sign.ts': ['sign', 'signIn', 'readers'],
    'wallet.ts': ['Adapter', 'AdapterOptions'],
  };
  const exportsOf = (/** @type {string | undefined} */ text = '') =>
    [...text.matchAll(/^export .*?(?:class|const|function|interface|type) (\w+)/gm)].map(([, name]) => name);

  it('have the same files, with the same exports beside what only one chain has', async () => {
    const read = async (/** @type {string} */ remote) => {
      const sources = await readSources(`${remote}/src`);
      return new Map(sources.map(({ file, text }) => [file.slice(`${remote}/src/`.length), text]));
    };
    const [first = new Map(), ...others] = await Promise.all(remotes.map(read));
    const names = (/** @type {Map<string, string>} */ files) =>
      [...files.keys()].filter((name) => !isOnlyHere(name)).sort();
    for (const other of others) expect(names(other)).toEqual(names(first));
    for (const files of [first, ...others])
      for (const [name, own] of Object.entries(shared))
        expect(exportsOf(files.get(name)), name).toEqual(expect.arrayContaining(own));
    for (const name of ['connector.ts', 'discovery.ts'])
      for (const other of others) expect(exportsOf(other.get(name))).toEqual(exportsOf(first.get(name)));
  });
});

it('a layer of the host imports only those before it', async () => {
  const layerOf = (/** @type {string} */ file) => hostLayers.indexOf(file.split(/[\\/.]/)[2] ?? '');
  const sources = (await readSources('host/src')).filter(({ file }) => !file.endsWith('.d.ts'));
  expect(sources.filter(({ file }) => layerOf(file) < 0).map(({ file }) => file)).toEqual([]);
  const wrong = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
      .map(([, to = '']) => join(dirname(file), to))
      .filter((to) => layerOf(to) > layerOf(file))
      .map((to) => `${file} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

it('nobody asks what others have thrown for its class, but the function that cannot throw', async () => {
  const homes = ['host/src', 'shared/kit/src', 'shared/store/src', ...remotes.map((one) => `${one}/src`)];
  const sources = (await Promise.all(homes.map(readSources))).flat();
  // What runs at a deploy or a build meets no page.
  const inPage = sources.filter(({ file }) => !/\/(deploy|build)\//.test(file));
  const asks = /\b(error|cause|thrown|reason|failure)\w* instanceof\b/i;
  expect(inPage.filter(({ text }) => asks.test(text)).map(({ file }) => file)).toEqual([]);
});

const documents = [
  ...(await readdir(root)),
  ...(await readdir(join(root, 'docs'))).map((name) => `docs/${name}`),
];

it.each(documents.filter((name) => name.endsWith('.md')))('%s names paths that exist', async (document) => {
  const text = (await readFile(join(root, document), 'utf8')).replace(/^```[\s\S]*?^```/gm, '');
  // What commands write is there only once they have run.
  const top = (await readdir(root)).filter((name) => name !== '.linkspan');
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  // Some paths begin below `host/src`, as their paragraphs say.
  const isPath = (/** @type {string} */ name) =>
    /^[\w.-]+(\/[\w.-]+)+\/?$/.test(name) &&
    !name.includes('/dist/') &&
    (top.includes(name.split('/')[0] ?? '') || /\.(ts|tsx|mjs)$/.test(name));
  const exists = (/** @type {string} */ path) =>
    stat(join(root, path)).then(
      () => true,
      () => false,
    );
  const found = await Promise.all(
    named
      .filter(isPath)
      .map(async (path) => ((await exists(path)) || (await exists(`host/src/${path}`)) ? [] : path)),
  );
  expect(found.flat()).toEqual([]);
});
