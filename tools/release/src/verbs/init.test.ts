import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nothingSeen, verifyFirstRoot, verifyLive } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { readAddresses } from '../../../practice/addresses.ts';
import { practiceConfig } from '../../../practice/src/config.ts';
import { openStore } from '../store/open-store.ts';
import { createPlace, type Place, testNow } from '../testing/command.ts';
import { soundFiles, writeRemote } from '../testing/team.ts';

const ours = ['app', 'check', 'contract', 'host', 'kit', 'release', 'store', 'trust', 'vite'];

/** A place with a folder of tarballs. */
async function createPacked(names: readonly string[] = ours.map((name) => `linkspan-${name}-0.1.0.tgz`)) {
  const place = await createPlace();
  const packed = join(place.folder, 'packed');
  await mkdir(packed);
  for (const name of names) await writeFile(join(packed, name), name);
  return {
    ...place,
    /** What an init wrote, by its paths. */
    async readWritten(folder: string) {
      const entries = await readdir(join(place.folder, folder), { recursive: true, withFileTypes: true });
      const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
      const read = async (file: string) =>
        [file.slice(join(place.folder, folder).length + 1), await readFile(file, 'utf8')] as const;
      return Object.fromEntries(await Promise.all(files.map(read)));
    },
  };
}

it('writes a repository with every name in its place, for npm and git', async () => {
  const { done, readWritten } = await createPacked();
  await done('init remote demo --packages packed');
  const written = await readWritten('remote-demo');
  expect(Object.entries(written).filter(([, text]) => /__[A-Z]+/.test(text))).toEqual([]);
  expect(Object.keys(written)).toEqual(
    expect.arrayContaining(['.gitignore', '.github/workflows/release.yml', 'practice/subject.js']),
  );
  expect(Object.keys(written).filter((path) => /^(gitignore|github)/.test(path))).toEqual([]);
  expect(written['practice/subject.js']).toContain("title: 'Demo',\n    namespace: 'demo'");
});

it.each([
  ['remote demo', 'remote-demo'],
  ['app', 'linkspan-app'],
])('“init %s” takes the tarballs along, and depends on these files', async (line, folder) => {
  const { done, readWritten } = await createPacked();
  await done(`init ${line} --packages packed`);
  const written = await readWritten(folder);
  const { name, dependencies, devDependencies } = JSON.parse(written['package.json'] ?? '');
  expect(name).toBe(folder);
  for (const [one, version] of Object.entries<string>({ ...dependencies, ...devDependencies })) {
    if (!one.startsWith('@linkspan/')) continue;
    expect(version).toMatch(/^file:packages\/linkspan-[a-z]+-0\.1\.0\.tgz$/);
    expect(written[version.slice('file:'.length)]).toBe(version.slice('file:packages/'.length));
  }
  expect(written['pnpm-workspace.yaml']).toContain('"file:packages/linkspan-contract-0.1.0.tgz"');
});

it('takes a title, a namespace and a folder that are given, and knows the namespace of evm', async () => {
  const { done, readWritten } = await createPacked();
  await done('init remote demo --title Démo --namespace demo-1 --out here/below --packages packed');
  const { 'practice/subject.js': subject } = await readWritten('here/below');
  expect(subject).toContain("title: 'Démo',\n    namespace: 'demo-1'");
  expect(await done('init remote evm --packages packed')).toMatchObject({ namespace: 'eip155' });
});

it.each(['remote demo', 'app'])(
  '“init %s” writes into an empty folder, and leaves one with files and a file as they are',
  async (line) => {
    const { done, refused, folder } = await createPacked();
    await mkdir(join(folder, 'empty'));
    await done(`init ${line} --out empty --packages packed`);
    for (const taken of ['empty', 'packed', 'packed/linkspan-kit-0.1.0.tgz'])
      expect(await refused(`init ${line} --out ${taken} --packages packed`)).toContain(
        'command/folder-taken',
      );
    expect(await readdir(join(folder, 'packed'))).toHaveLength(ours.length);
  },
);

it.each([
  ['remote Demo', 'FAMILY'],
  ['remote ../demo', 'FAMILY'],
  ['remote 1demo', 'FAMILY'],
  ["remote demo --title '</script>", '--title'],
  ['remote demo --title `id`', '--title'],
  ['remote demo --namespace de', '--namespace'],
  ['remote demo --namespace Demo', '--namespace'],
  ['remote longer-than-caip', '--namespace'],
  ['app --title </title>', '--title'],
  ['app --title "Fees"', '--title'],
])('refuses “init %s”', async (line, what) => {
  const { run, folder } = await createPacked();
  const { exitCode, complaint } = await run(`init ${line} --packages packed`);
  expect([exitCode, complaint]).toEqual([2, expect.stringContaining(`${what} should be`)]);
  expect(await readdir(folder)).toEqual(['packed']);
});

it.each([
  ['none', []],
  ['others', ['react-19.0.0.tgz', 'linkspan-kit.tgz']],
  ['some', ['linkspan-release-0.1.0.tgz']],
  ['two of one', [...ours, 'host'].map((name, at) => `linkspan-${name}-0.${at < ours.length ? 1 : 2}.0.tgz`)],
])('refuses a folder of tarballs that has %s, and writes nothing', async (_, names) => {
  const { refused, folder } = await createPacked(names);
  for (const line of ['remote demo', 'app'])
    for (const packages of ['packed', 'nowhere'])
      expect(await refused(`init ${line} --packages ${packages}`)).toContain('command/no-packages');
  expect(await readdir(folder)).toEqual(['packed']);
});

it.each(['app', 'remote'])(
  'the template of %s has the versions that this repository has',
  async (template) => {
    const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
    const { dependencies, devDependencies } = JSON.parse(
      await read(`../../template/${template}/package.json`),
    );
    const catalog = (await read('../../../../pnpm-workspace.yaml')).replaceAll('"', '').split(/\n */);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      if (!name.startsWith('@linkspan/')) expect(catalog).toContain(`${name}: ${version}`);
  },
);

describe('a page for the public networks', () => {
  async function written(line = '') {
    const { run, readWritten } = await createPacked([]);
    const { said } = await run(`init page ${line}`);
    const { 'wallets.config.json': text = '', ...others } = await readWritten('linkspan-page');
    return { said, config: JSON.parse(text), text, others };
  }

  it('has the networks of three families, and names the nodes that promise nothing', async () => {
    const { said, config, text, others } = await written();
    const networks = config.families.flatMap((family: { networks: { id: string }[] }) => family.networks);
    expect(networks).toHaveLength(13);
    expect(config.families.map((family: { remote: object }) => family.remote)).toEqual(
      ['remote-evm', 'remote-solana', 'remote-near'].map((name) => ({
        ...{ name, url: `/remotes/${name}/`, root: `roots/${name}.json`, live: `live/${name}.json` },
      })),
    );
    expect(Object.keys(others).sort()).toEqual(['README.md', 'wallets.schema.json']);
    expect((others['README.md'] ?? '') + text).not.toMatch(/__[A-Z]+/);
    expect(said).toContain('Public nodes, which limit what they answer');
    expect(said).toContain('WalletConnect is not offered');
  });

  it('takes families, nodes, remotes and a project, and says which node holds a key', async () => {
    const key = 'https://node.example/v2/aB3dE5gH7jK9mN1pQ3sT5v';
    const { said, config } = await written(
      `--title Quay --family evm --family near --node eip155:1=${key} --node near:mainnet=https://near.example/ --remotes https://cdn.example/r/ --project 0123456789abcdef`,
    );
    const [evm, near] = config.families;
    expect([config.title, config.families.length, config.identities]).toEqual(['Quay', 2, []]);
    expect(evm.remote).toMatchObject({
      url: 'https://cdn.example/r/remote-evm/',
      options: { walletConnectProjectId: '0123456789abcdef' },
    });
    expect([evm.networks[0].rpc, near.networks[0].rpc]).toEqual([[key], ['https://near.example/']]);
    expect(config.connect).toContain('wss://relay.walletconnect.org');
    expect(said).toContain('Every visitor can read the key in the node of eip155:1.');
  });

  it.each(['https://cdn.example/"/', 'https://cdn.example/$&/'])(
    'takes remotes at %s, whatever the address has in it',
    async (remotes) => {
      const { run, readWritten } = await createPacked([]);
      expect(await run(`init page --family evm --remotes ${remotes}`)).toMatchObject({ exitCode: 0 });
      const { 'wallets.config.json': config = '' } = await readWritten('linkspan-page');
      expect(JSON.parse(config).families[0].remote.url).toBe(`${remotes}remote-evm/`);
    },
  );

  it('has the networks alone that are asked for, and their families', async () => {
    const { config } = await written('--network eip155:8453 --network near:testnet');
    expect(
      config.families.map((one: { networks: { id: string }[] }) => one.networks.map(({ id }) => id)),
    ).toEqual([['eip155:8453'], ['near:testnet']]);
  });

  it.each([
    ['--family tron', '--family should be evm, solana or near'],
    ['--network eip155:5', '--network should be one of eip155:1'],
    ['--family near --network eip155:1', 'of a chosen family'],
    ['--node eip155:5=https://node.example/', '--node should begin with one of eip155:1'],
    ['--node eip155:1=http://node.example/', 'should be an https address'],
    ['--node eip155:1=ws', 'should be an https address'],
    ['--node eip155:1=http://node.example/', 'or an http one of this machine'],
    ['--remotes https://cdn.example', '--remotes should be an https address that ends in'],
    ['--title <b>', '--title should be letters'],
  ])('refuses “%s”, and writes nothing', async (line, words) => {
    const { run, folder } = await createPacked([]);
    const { exitCode, complaint } = await run(`init page ${line}`);
    expect([exitCode, complaint]).toEqual([2, expect.stringContaining(words)]);
    expect(await readdir(folder)).toEqual(['packed']);
  });
});

const toBytes = (text = '') => new TextEncoder().encode(text);

describe('a page of one team alone', () => {
  const keys =
    '--key .config/linkspan/keys/page-person.key.json --key .config/linkspan/keys/page-online.key.json';

  it('has keys, published roots and the keys of the seal; its machine releases, and pull fetches what is live', async () => {
    const { folder, done, run, readWritten } = await createPacked([]);
    const { said } = await run('init page --alone --family evm --store file:store');
    expect(said).toContain('This machine can release alone now');
    await writeRemote(join(folder, 'remote-evm'), {
      remote: 'remote-evm',
      version: '1.0.0',
      files: soundFiles,
    });
    const { folder: release } = await done<{ folder: string }>(
      'build remote-evm --built --dirty --sequence 1',
    );
    await done(`sign ${release} --no-rebuild ${keys}`);
    await done(`publish ${release} --unchecked`);
    await done(`promote remote-evm 1.0.0 ${keys.split(' ').slice(2).join(' ')}`);
    await done('pull linkspan-page/wallets.config.json --store file:store');
    const written = await readWritten('linkspan-page');
    const root = await verifyFirstRoot(toBytes(written['roots/remote-evm.json']), 'remote-evm');
    expect(root.roles).toMatchObject({
      root: { threshold: 1 },
      release: { threshold: 2, persons: 1 },
      live: { threshold: 1 },
    });
    const envelope = toBytes(written['live/remote-evm.json']);
    const { releases } = await verifyLive({ root, seen: nothingSeen, envelope, now: testNow });
    expect(releases).toMatchObject([{ share: 100, manifest: { version: '1.0.0' } }]);
    const hostKeys = JSON.parse(await readFile(join(folder, '.linkspan/host-keys.json'), 'utf8'));
    expect(JSON.stringify(hostKeys)).toContain(root.roles.root.keyids[0]);
  });

  it('has its store in its folder, if no other is named', async () => {
    const { folder, run } = await createPacked([]);
    const { exitCode, complaint } = await run('init page --alone --family evm', { openStore });
    expect([exitCode, complaint]).toEqual([0, '']);
    expect(await readdir(join(folder, 'linkspan-page'))).toEqual(
      expect.arrayContaining(['roots', 'store', 'wallets.config.json']),
    );
  });

  it('uses keys again that are there', async () => {
    const { folder, done, run } = await createPacked([]);
    await done('keys make page-person --kind person');
    const file = join(folder, '.config/linkspan/keys/page-person.key.json');
    const before = await readFile(file, 'utf8');
    expect((await run('init page --alone')).exitCode).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it.each([
    ['its folder is taken', 'command/folder-taken', (place: Place) => place.done('init page')],
    [
      'the store has roots',
      'command/root-exists',
      (place: Place) => place.done('init page --alone --out first'),
    ],
    [
      'a root waits for signatures',
      'command/draft-exists',
      ({ folder }: Place) =>
        mkdir(join(folder, '.linkspan/roots'), { recursive: true }).then(() =>
          writeFile(join(folder, '.linkspan/roots/remote-near-1.json'), '{}'),
        ),
    ],
  ])('is refused if %s, and nothing is made', async (_, code, before) => {
    const place = await createPacked([]);
    await before(place);
    const keysBefore = await readdir(join(place.folder, '.config/linkspan/keys')).catch(() => []);
    expect(await place.refused('init page --alone --name other')).toContain(code);
    expect(await readdir(join(place.folder, '.config/linkspan/keys')).catch(() => [])).toEqual(keysBefore);
  });
});

describe('an application', () => {
  /** A place with the configuration of a page, and the files that it names, in a folder `wallets`. */
  async function createPage(changes: object = {}) {
    const place = await createPacked();
    const remote = { url: 'https://remotes.example/', root: 'roots/1.json', live: 'live.json' };
    const networks = [{ id: 'eip155:1', rpc: ['https://rpc.example/'] }];
    const page = {
      title: '__TITLE__',
      families: [
        { id: 'evm', remote: { name: 'remote-evm', ...remote }, networks },
        { id: 'near', remote: { name: 'remote-near', url: 'https://near.example/' }, networks },
      ],
      brand: { logo: 'logo.svg', radius: 3 },
      app: { connect: ['https://api.example'] },
      ...changes,
    };
    await mkdir(join(place.folder, 'wallets/roots'), { recursive: true });
    const files = { 'roots/1.json': 'a root', 'live.json': 'a live document', 'logo.svg': 'a logo' };
    for (const [path, text] of Object.entries({ ...files, 'config.json': JSON.stringify(page) }))
      await writeFile(join(place.folder, 'wallets', path), text);
    return { ...place, page };
  }

  it('has its title, and every file that Vite needs', async () => {
    const { done, readWritten } = await createPacked();
    await done('init app --title Fées --out here/below --packages packed');
    const { 'index.html': html, ...written } = await readWritten('here/below');
    expect(html).toContain('<title>Fées</title>');
    expect(Object.entries(written).filter(([, text]) => /__[A-Z]+/.test(text))).toEqual([]);
    expect(Object.keys(written)).toEqual(
      expect.arrayContaining([
        '.gitignore',
        'src/main.ts',
        'src/style.css',
        'tsconfig.json',
        'vite.config.ts',
      ]),
    );
  });

  it('has its own code for three families in fewer than 60 lines', async () => {
    const { done, readWritten } = await createPacked();
    await done('init app --packages packed');
    const { 'src/main.ts': main = '', 'README.md': readme = '' } = await readWritten('linkspan-app');
    expect(main.trim().split('\n').length).toBeLessThan(60);
    expect(readme.trim().split('\n').length).toBeLessThanOrEqual(40);
  });

  it('begins with the practice chains, and says that roots are missing', async () => {
    const { run, readWritten } = await createPacked();
    const { said } = await run('init app --packages packed');
    expect(said).toContain('wallets.config.json has no root of remote-evm, remote-solana, remote-near');
    const { 'wallets.config.json': config = '' } = await readWritten('linkspan-app');
    const practice = JSON.parse(JSON.stringify(practiceConfig(readAddresses({}))));
    expect(JSON.parse(config)).toEqual({ ...practice, title: 'Linkspan app' });
  });

  it('takes a page along, with the documents and pictures that it names', async () => {
    const { done, readWritten, page } = await createPage();
    const { rootless } = await done('init app --page wallets/config.json --packages packed');
    expect(rootless).toEqual(['remote-near']);
    const { 'wallets.config.json': config = '', ...written } = await readWritten('linkspan-app');
    const [evm, near] = page.families;
    const documents = { root: 'remotes/remote-evm/root.json', live: 'remotes/remote-evm/live.json' };
    expect(JSON.parse(config)).toEqual({
      ...page,
      families: [{ ...evm, remote: { ...evm?.remote, ...documents } }, near],
      brand: { logo: 'brand/logo.svg', radius: 3 },
    });
    expect(written).toMatchObject({
      'remotes/remote-evm/root.json': 'a root',
      'remotes/remote-evm/live.json': 'a live document',
      'brand/logo.svg': 'a logo',
    });
  });

  it('takes a short configuration along in its long form, whose remotes need no roots', async () => {
    const { run, readWritten, folder } = await createPacked();
    await writeFile(join(folder, 'short.json'), '{ "title": "Quay", "networks": ["base"] }');
    const { said } = await run('init app --page short.json --packages packed');
    expect(said).not.toContain('has no root');
    const { 'wallets.config.json': config = '' } = await readWritten('linkspan-app');
    expect(JSON.parse(config)).toMatchObject({
      title: 'Quay',
      families: [{ id: 'evm', remote: { package: '@linkspan/remote-evm' } }],
    });
  });

  const toFamily = (remote: unknown) => ({ families: [{ id: 'evm', networks: [], remote }] });
  it.each([
    ['command/no-page-config', 'families should be', { families: {} }],
    ['command/no-page-config', 'name should be', toFamily({ name: '../remote-evm' })],
    ['command/no-page-config', 'root should be', toFamily({ name: 'remote-evm', root: 7 })],
    ['command/no-page-config', 'live should be', toFamily({ name: 'remote-evm', live: '' })],
    ['command/no-page-config', 'brand.logo should be', { brand: { logo: {} } }],
    ['command/no-such-file', 'roots/2.json', toFamily({ name: 'remote-evm', root: 'roots/2.json' })],
    ['command/no-such-file', 'wallets/roots', toFamily({ name: 'remote-evm', live: 'roots' })],
    ['command/no-such-file', 'none.png', { brand: { favicon: 'none.png' } }],
  ])('is not written, with %s and “%s”, for a page with %j', async (code, sentence, changes) => {
    const { refused, folder } = await createPage(changes);
    const complaint = await refused('init app --page wallets/config.json --packages packed');
    expect(complaint).toContain(code);
    expect(complaint).toContain(sentence);
    expect(await readdir(folder)).toEqual(['packed', 'wallets']);
  });

  it.each([
    ['command/no-such-file', 'nowhere.json'],
    ['command/no-page-config', 'wallets/logo.svg'],
  ])('is not written, with %s, for the configuration %s', async (code, file) => {
    const { refused, folder } = await createPage();
    expect(await refused(`init app --page ${file} --packages packed`)).toContain(code);
    expect(await readdir(folder)).toEqual(['packed', 'wallets']);
  });
});
