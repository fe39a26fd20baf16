import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nothingSeen, verifyFirstRoot, verifyLive } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { openStore } from '../store/open-store.ts';
import { createPlace, type Place, testNow } from '../testing/command.ts';
import { soundFiles, writeRemote } from '../testing/team.ts';

const ours = ['check', 'contract', 'host', 'kit', 'release', 'store', 'trust'];

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

it('takes the tarballs along, and depends on these files', async () => {
  const { done, readWritten } = await createPacked();
  await done('init remote demo --packages packed');
  const written = await readWritten('remote-demo');
  const { name, dependencies, devDependencies } = JSON.parse(written['package.json'] ?? '');
  expect(name).toBe('remote-demo');
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

it('writes into an empty folder, and leaves one with files and a file as they are', async () => {
  const { done, refused, folder } = await createPacked();
  await mkdir(join(folder, 'empty'));
  await done('init remote demo --out empty --packages packed');
  for (const taken of ['empty', 'packed', 'packed/linkspan-kit-0.1.0.tgz'])
    expect(await refused(`init remote demo --out ${taken} --packages packed`)).toContain(
      'command/folder-taken',
    );
  expect(await readdir(join(folder, 'packed'))).toHaveLength(ours.length);
});

it.each([
  ['remote Demo', 'FAMILY'],
  ['remote ../demo', 'FAMILY'],
  ['remote 1demo', 'FAMILY'],
  ["remote demo --title '</script>", '--title'],
  ['remote demo --title `id`', '--title'],
  ['remote demo --namespace de', '--namespace'],
  ['remote demo --namespace Demo', '--namespace'],
  ['remote longer-than-caip', '--namespace'],
  ['remote demo --title </title>', '--title'],
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
  for (const packages of ['packed', 'nowhere'])
    expect(await refused(`init remote demo --packages ${packages}`)).toContain('command/no-packages');
  expect(await readdir(folder)).toEqual(['packed']);
});

it('the template has the versions that this repository has', async () => {
  const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(await read('../../template/remote/package.json'));
  const catalog = (await read('../../../../pnpm-workspace.yaml')).replaceAll('"', '').split(/\n */);
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    if (!name.startsWith('@linkspan/')) expect(catalog).toContain(`${name}: ${version}`);
});

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
