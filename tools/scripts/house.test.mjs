import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { root } from '@linkspan/stack/root';
import { describe, expect, it } from 'vitest';

/** Where each package of the house is. */
const folders = {
  contract: 'shared/contract',
  store: 'shared/store',
  trust: 'shared/trust',
  kit: 'shared/kit',
  'remote-evm': 'remote-evm',
  'remote-solana': 'remote-solana',
  'remote-near': 'remote-near',
  host: 'host',
  release: 'tools/release',
  practice: 'tools/practice',
  stack: 'tools/stack',
  e2e: 'tools/e2e',
  bench: 'tools/bench',
};

/** @typedef {keyof typeof folders} Name */

/**
 * Which package of the house may import which: in what is delivered, and beyond it in tests alone.
 * @type {Readonly<Record<Name, {readonly product: readonly string[], readonly tests: readonly string[]}>>}
 */
const allowed = {
  contract: { product: [], tests: [] },
  store: { product: ['contract'], tests: [] },
  trust: { product: ['contract'], tests: [] },
  kit: { product: ['contract', 'trust'], tests: [] },
  'remote-evm': { product: ['contract', 'kit'], tests: ['practice', 'store'] },
  'remote-solana': { product: ['contract', 'kit'], tests: ['practice', 'store'] },
  'remote-near': { product: ['contract', 'kit'], tests: ['practice', 'store'] },
  host: { product: ['contract', 'store', 'trust'], tests: [] },
  release: { product: ['contract', 'trust'], tests: [] },
  practice: { product: [], tests: ['contract'] },
  stack: { product: ['practice', 'release', 'trust'], tests: [] },
  e2e: {
    product: [],
    tests: [
      'contract',
      'store',
      'trust',
      'kit',
      'practice',
      'remote-evm',
      'remote-solana',
      'remote-near',
      'host',
      'release',
      'stack',
    ],
  },
  // It is in no product.
  bench: { product: ['trust', 'practice', 'release', 'stack'], tests: [] },
};

const names = /** @type {Name[]} */ (Object.keys(folders));

/** Each remote's wallet library, which one file imports. */
const libraries = [
  { remote: /** @type {const} */ ('remote-evm'), library: /^(wagmi|@wagmi\/[\w-]+)(\/|$)/ },
  { remote: /** @type {const} */ ('remote-solana'), library: /^@solana\/wallet-adapter-[\w-]+(\/|$)/ },
  { remote: /** @type {const} */ ('remote-near'), library: /^@near-wallet-selector\/[\w-]+(\/|$)/ },
];

const remotes = libraries.map(({ remote }) => remote);

/** The layers of the host. Each imports only what is before it in this list, types included. A file directly in `src` is a layer of its own. */
const hostLayers = [
  'limits',
  'deadline',
  'deferred',
  'or-aborted',
  'storage',
  'read-config',
  'config',
  'csp',
  'releases',
  'loader',
  'session',
  'diagnostics',
  'commands',
  'ui',
  'bootstrap',
  'deploy',
];

const skipped = new Set(['node_modules', 'dist', '.git', '.linkspan']);
const isSource = /\.(ts|tsx|mts|mjs|js|jsx)$/;
const isTest = /(\.test(-d)?\.\w+$|(^|[\\/])testing[\\/])/;

/** @param {string} folder @returns {Promise<string[]>} Every file below it, relative to the root. */
async function filesOf(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !skipped.has(name))
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesOf(path) : [path];
    });
  return (await Promise.all(found)).flat().sort();
}

/** @param {string} path */
const read = (path) => readFile(join(root, path), 'utf8');

/** @param {string} source @returns {string[]} What it imports, statically, dynamically or for its types. */
function importsOf(source) {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const forms = [
    /^(?:import|export)\s[^;'"`]*?\sfrom\s+['"]([^'"]+)['"]/gm,
    /^import\s+['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ];
  return forms.flatMap((form) => [...code.matchAll(form)].map(([, specifier]) => specifier ?? ''));
}

/** @param {Name} name */
async function sourcesOf(name) {
  const files = (await filesOf(folders[name])).filter((file) => isSource.test(file));
  return Promise.all(files.map(async (file) => ({ file, imports: importsOf(await read(file)) })));
}

const allSources = async () => (await Promise.all(names.map(sourcesOf))).flat();

/** @param {readonly string[]} homes @param {RegExp} skip @returns {Promise<{file: string, text: string}[]>} Product code. */
async function textsOf(homes, skip) {
  const files = (await Promise.all(homes.map(filesOf))).flat();
  const product = files.filter((file) => isSource.test(file) && !isTest.test(file) && !skip.test(file));
  return Promise.all(product.map(async (file) => ({ file, text: await read(file) })));
}

/** @param {string} specifier */
const houseName = (specifier) => /^@linkspan\/([\w-]+)/.exec(specifier)?.[1];

/**
 * Removes, as often as it can, each file that imports nothing that is left: only files of circles, and those that
 * import them, remain.
 * @param {ReadonlyMap<string, readonly string[]>} graph what each file imports
 */
function findCircles(graph) {
  const left = new Set(graph.keys());
  let size = 0;
  while (size !== left.size) {
    size = left.size;
    for (const file of left) if (!graph.get(file)?.some((one) => left.has(one))) left.delete(file);
  }
  return [...left].sort();
}

describe('the finder of circles', () => {
  it('finds a circle of three files, and none in a diamond', () => {
    const circle = { a: ['b'], b: ['c'], c: ['a'], d: [] };
    expect(findCircles(new Map(Object.entries(circle)))).toEqual(['a', 'b', 'c']);
    const diamond = { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] };
    expect(findCircles(new Map(Object.entries(diamond)))).toEqual([]);
  });
});

describe('the reader of imports', () => {
  it('sees every form, and no comment', () => {
    const source = [
      "import { a,\n  b } from 'one';",
      "import type { c } from '@linkspan/two/part';",
      "export * from './three.ts';",
      "import 'four';",
      "const five = await import('five');",
      "// import { no } from 'six';",
      " * import { no } from 'seven';",
    ].join('\n');
    const seen = importsOf(source).sort();
    expect(seen).toEqual(['./three.ts', '@linkspan/two/part', 'five', 'four', 'one']);
  });
});

describe('the table of allowed imports', () => {
  it('has every package of the workspace', async () => {
    const manifests = (await filesOf('.')).filter((file) => file.endsWith(`${sep}package.json`));
    const found = await Promise.all(manifests.map(async (file) => JSON.parse(await read(file)).name));
    expect(found.sort()).toEqual(names.map((name) => `@linkspan/${name}`).sort());
  });

  it('lets no remote import another or the host', () => {
    for (const remote of remotes)
      for (const other of ['host', ...remotes])
        expect([...allowed[remote].product, ...allowed[remote].tests]).not.toContain(other);
  });
});

describe.each(names)('%s', (name) => {
  const { product, tests } = allowed[name];

  it('depends in its manifest on what the table allows alone', async () => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      await read(`${folders[name]}/package.json`),
    );
    const named = (/** @type {object} */ group) => Object.keys(group).flatMap((one) => houseName(one) ?? []);
    expect(named(dependencies).filter((one) => !product.includes(one))).toEqual([]);
    expect(named(devDependencies).filter((one) => ![...product, ...tests].includes(one))).toEqual([]);
  });

  it('imports what the table allows and its manifest names alone', async () => {
    const manifest = JSON.parse(await read(`${folders[name]}/package.json`));
    const declared = { ...manifest.dependencies, ...manifest.devDependencies, [manifest.name]: 'itself' };
    const wrong = (await sourcesOf(name)).flatMap(({ file, imports }) => {
      const may = isTest.test(file) || name === 'e2e' ? [...product, ...tests] : product;
      return imports
        .filter((specifier) => {
          const other = houseName(specifier);
          if (other === undefined) return false;
          return other !== name && !(may.includes(other) && `@linkspan/${other}` in declared);
        })
        .map((specifier) => `${file} imports ${specifier}`);
    });
    expect(wrong).toEqual([]);
  });

  it('reaches by no path into another package', async () => {
    const home = join(root, folders[name]) + sep;
    const wrong = (await sourcesOf(name)).flatMap(({ file, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => !resolve(root, dirname(file), specifier).startsWith(home))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    // Browsers and programs are found by the test command's own means.
    const findsPrograms =
      /^tools\/(e2e|bench)\S+ imports (\.\.\/)+scripts\/(browser|options|programs|run)\.mjs$/;
    expect(wrong.filter((one) => !findsPrograms.test(one))).toEqual([]);
  });
});

describe('a wallet library', () => {
  it.each(libraries)('is imported by library.ts of $remote alone', async ({ remote, library }) => {
    // The bench compares with a page that takes the libraries as they are, in one build.
    const delivered = (await allSources()).filter(
      ({ file }) => !file.startsWith(join('tools', 'bench', 'pages') + sep),
    );
    const importers = delivered.filter(({ imports }) => imports.some((one) => library.test(one)));
    const home = join(folders[remote], 'src', 'library.ts');
    expect(importers.map(({ file }) => file)).toEqual([home]);
  });
});

describe('the remotes', () => {
  /** Wallets that are sites exist on NEAR alone: leaving the page and coming back is loaded when such a wallet is chosen. */
  const onlyHere = [join('remote-near', 'src', 'redirect.ts')];

  /** @param {string} remote @returns {Promise<string[]>} Its product files, without tests. */
  async function filesOfRemote(remote) {
    const home = join(remote, 'src');
    const files = (await filesOf(home)).filter((file) => !isTest.test(file) && !onlyHere.includes(file));
    return files.map((file) => relative(home, file));
  }

  it('have the same files, and no folders but `testing`', async () => {
    const [first = [], ...others] = await Promise.all(remotes.map(filesOfRemote));
    for (const other of others) expect(other).toEqual(first);
    expect(first.filter((file) => file.includes(sep))).toEqual([]);
    expect(first).toEqual(
      expect.arrayContaining(['connector.ts', 'discovery.ts', 'library.ts', 'session.ts']),
    );
  });

  it('name each test after the file that it tests', async () => {
    const homes = await Promise.all(remotes.map((remote) => filesOf(join(remote, 'src'))));
    const tests = homes.flat().filter((file) => file.endsWith('.test.ts'));
    const untied = tests.filter(
      (file) => !homes.flat().includes(file.replace(/(\.vectors)?\.test\.ts$/, '.ts')),
    );
    expect(untied).toEqual([]);
  });

  it('have the same exports in each of these files, but for the names of the chain', async () => {
    const shared = ['announced.ts', 'connector.ts', 'discovery.ts', 'send.ts', 'session.ts'];
    for (const file of shared) {
      const sets = await Promise.all(
        remotes.map(async (remote) => {
          const source = await read(join(remote, 'src', file));
          return [...source.matchAll(/^export .*?(?:const|function|interface|type) (\w+)/gm)].map(
            ([, name]) => name,
          );
        }),
      );
      for (const set of sets) expect(set).toEqual(sets[0]);
    }
  });
});

describe('the host', () => {
  const home = join('host', 'src');
  const layerOf = (/** @type {string} */ file) => relative(home, file).split(/[\\/.]/)[0] ?? '';

  it('has layers that import only what is below them', async () => {
    const sources = (await sourcesOf('host')).filter(
      ({ file }) => file.startsWith(home + sep) && !isTest.test(file),
    );
    expect(sources.filter(({ file }) => !hostLayers.includes(layerOf(file)))).toEqual([]);
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => join(dirname(file), specifier))
        .filter((target) => target.startsWith(home + sep))
        .filter((target) => hostLayers.indexOf(layerOf(target)) > hostLayers.indexOf(layerOf(file)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a file', () => {
  it('imports none that imports it again, types included', async () => {
    const graph = new Map(
      (await allSources()).map(({ file, imports }) => [
        file,
        imports.filter((one) => one.startsWith('.')).map((one) => join(dirname(file), one)),
      ]),
    );
    expect(findCircles(graph)).toEqual([]);
  });

  it('has a name in kebab-case', async () => {
    const inKebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$/;
    const wrong = (await allSources()).filter(({ file }) => !inKebabCase.test(file.split(sep).at(-1) ?? ''));
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });
});

describe('a time', () => {
  it('is a constant of limits.ts, with its unit in its name', async () => {
    const homes = [
      'host/src',
      'shared/kit/src',
      'tools/release/src',
      ...remotes.map((one) => join(one, 'src')),
    ];
    const texts = await textsOf(homes, /[\\/](limits\.ts$|time\.ts$|conformance[\\/])/);
    const time =
      /^(export )?const \w*M[sS] = [\d([]|(setTimeout|setInterval|timeout)\([^)\n]*\b\d[\d_]{2,}\)|timeout\(\de\d\)/m;
    expect(texts.filter(({ text }) => time.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe('what others have thrown', () => {
  it('is asked for its class in one file alone, which cannot throw', async () => {
    const homes = [
      'host/src',
      'shared/kit/src',
      'shared/store/src',
      ...remotes.map((one) => join(one, 'src')),
    ];
    // What runs at a deploy and in the conformance suite meets no page.
    const texts = await textsOf(homes, /[\\/](deploy|conformance|build)[\\/]/);
    const asks = /\b(error|cause|thrown|reason|failure)\w* instanceof\b/i;
    expect(texts.filter(({ text }) => asks.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe('the fault lab', () => {
  it('stands before servers at `npm start` and in the journeys alone', async () => {
    const sources = await Promise.all(
      (await filesOf('.'))
        .filter((file) => isSource.test(file) && !isTest.test(file))
        .map(async (file) => ({ file, imports: importsOf(await read(file)) })),
    );
    const importersOf = (/** @type {RegExp} */ specifier) =>
      sources.filter(({ imports }) => imports.some((one) => specifier.test(one))).map(({ file }) => file);
    expect(importersOf(/practice\/faulty-server$/)).toEqual([
      join('tools', 'stack', 'src', 'faulty-server.mjs'),
    ]);
    const users = importersOf(/stack\/faulty-server$/).filter(
      (file) => !file.startsWith(join('tools', 'e2e', 'src')),
    );
    expect(users).toEqual([join('tools', 'scripts', 'start.mjs')]);
  });
});

describe('the repository', () => {
  it('names no registry host', async () => {
    const host = /\bregistry\.[\w-]+\.\w{2,}|\b(npmjs|yarnpkg|npmmirror)\.(com|org)\b/;
    const files = await filesOf('.');
    const texts = await Promise.all(files.map(async (file) => ({ file, text: await read(file) })));
    expect(texts.filter(({ text }) => host.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names paths that exist alone', async () => {
    const named = [...(await read('ARCHITECTURE.md')).matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
    const top = await readdir(root);
    const paths = named.filter((name) => top.includes(name.split('/')[0] ?? '') && !name.includes('*'));
    const found = await Promise.all(paths.map((path) => stat(join(root, path)).catch(() => undefined)));
    expect(paths.filter((_, at) => found[at] === undefined)).toEqual([]);
    expect(paths.length).toBeGreaterThan(20);
  });

  it('has at most 1,200 words', async () => {
    const words = (await read('ARCHITECTURE.md')).split(/\s+/).filter((word) => /[a-z]/i.test(word));
    expect(words.length).toBeLessThanOrEqual(1_200);
  });

  it('has the tables of imports that the tests above hold', async () => {
    const text = await read('ARCHITECTURE.md');
    const rows = [...text.matchAll(/^\| (`[^|]+?) +\| ([^|]+?) +\|$/gm)].map(([, first = '', second = '']) =>
      [first, second].map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)),
    );
    for (const name of names.filter((one) => one !== 'e2e')) {
      const row = rows.find(([own = []]) => own.includes(name.replace(/^remote-.*/, 'remote-*')));
      expect(row?.[1], name).toEqual(allowed[name].product);
    }
    const listed = rows.map(([own = []]) => own).filter(([first = '']) => hostLayers.includes(first));
    expect(listed.flat().filter((name) => hostLayers.includes(name))).toEqual(hostLayers);
  });
});

describe('code and documents', () => {
  it('use the words of the field', async () => {
    const old =
      /\b(lobby|berths?|mooring|upkeep|conduct|deeds?|harden|anew|where there (is|are)|what became of|goes by|Mend(?! all (chains|remotes))(ed|s)?)\b/i;
    // Tables of what tests have found quote the page; this test names the words.
    const files = (await filesOf('.')).filter(
      (file) => /\.(md|m?ts|tsx|mjs)$/.test(file) && !/(faults|attacks)\.md$|house\.test\.mjs$/.test(file),
    );
    const lines = await Promise.all(
      files.map(async (file) => (await read(file)).split('\n').map((line) => ({ file, line }))),
    );
    // So does what a command prints.
    const isPrinted = (/** @type {string} */ line) => /^(ok|wrong) /.test(line);
    expect(lines.flat().filter(({ line }) => old.test(line) && !isPrinted(line))).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });
});
