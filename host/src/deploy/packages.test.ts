import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SignedPage, writeSignedPage } from '../testing/signed-page.ts';
import { testTime } from '../testing/signed-remote.ts';
import { deploy, renderDevelopment } from './deploy.ts';

const built = {
  early: { whole: '/assets/early.js', application: '/assets/early-application.js' },
  hostModule: '/assets/host-2.js',
  offered: {},
  own: { integrity: { '/assets/early.js': 'sha256-e' }, probe: '/assets/probe.js' },
};
const hashOf = (algorithm: string, text: string) =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

let folder: string;
let page: SignedPage;
const at = (...names: string[]) => join(folder, ...names);
const text = (path: string) => readFile(at(path), 'utf8');
const deployment = () => ({
  ...{ built: at('built'), configFile: at('config.json'), site: at('site'), now: testTime },
});
const run = (app?: string) => deploy({ ...deployment(), app });
const refusal = () =>
  run().then(
    () => undefined,
    ({ code, context }) => [code, context.place, context.expected],
  );

/** What the build of a remote has written, with changes of its manifest. */
function toRelease(remote: string, changes: object = {}) {
  const file = (path: string) => ({ path, bytes: 1, integrity: hashOf('sha384', path) });
  const manifest = {
    ...{ remote, version: '1.2.3', contract: '2.0', shared: {}, dependencies: ['wagmi@3.7.7'] },
    ...{ discovery: 'discovery.js', entry: 'entry.js', preload: ['entry.js'] },
    files: [file('discovery.js'), file('entry.js'), file('THIRD-PARTY-NOTICES-12345678.txt')],
    ...changes,
  };
  return { remote, release: { path: 'releases/1.2.3/', manifest } };
}

async function install(remote: string, changes: object = {}, named = remote): Promise<void> {
  const below = `node_modules/@linkspan/${named}`;
  await page.write(`${below}/package.json`, { name: `@linkspan/${named}`, version: '1.2.3' });
  await page.write(`${below}/dist/release.json`, toRelease(remote, changes));
  for (const file of ['discovery.js', 'entry.js', 'THIRD-PARTY-NOTICES-12345678.txt'])
    await page.write(`${below}/dist/releases/1.2.3/${file}`, file);
}

/** Has families take their releases from packages. */
async function take(...remotes: string[]): Promise<void> {
  for (const family of page.config.families)
    if (remotes.includes(`${family.remote.name}`))
      family.remote = { package: `@linkspan/${family.remote.name}` };
  await page.write('config.json', page.config);
}

async function readData(file = 'site/index.html') {
  const [, found] = /id="linkspan-page">(.*?)<\/script>/s.exec(await text(file)) ?? [];
  return JSON.parse(found ?? '');
}

const names = ['remote-evm', 'remote-solana', 'remote-near'];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-packages-'));
  page = await writeSignedPage(folder);
  await page.write('built/client/assets/host-2.js', 'host');
  for (const name of ['style.css', 'style-application.css']) await page.write(`built/page/${name}`, 'a{}');
  for (const name of ['', '-application', '-pinned', '-pinned-application'])
    await page.write(`built/page/boot${name}.js`, `let boot='${name}'`);
  await page.write('built/page/early-pinned.js', 'let shell');
  await page.write('built/page/page.json', built);
  for (const name of names) await install(name);
});

afterEach(() => rm(folder, { recursive: true }));

describe('a page whose families all take packages', () => {
  beforeEach(() => take(...names));

  it('has the files of the releases below its own origin, under their versions and ids', async () => {
    await run();
    const { trust, config } = await readData();
    expect(config.families[0].remote).toEqual({ name: 'remote-evm', url: '/assets/linkspan/remote-evm/' });
    const [{ path, id, ...pinned }] = trust.pinned;
    expect(path).toBe(`1.2.3-${id.slice(0, 16)}/`);
    expect(pinned).toMatchObject({
      package: '@linkspan/remote-evm',
      manifest: { version: '1.2.3', dependencies: [] },
    });
    expect(trust.remotes).toEqual([]);
    expect(await text(`site/assets/linkspan/remote-evm/${path}entry.js`)).toBe('entry.js');
  });

  it('has the import map before everything that runs, with each module under its own address', async () => {
    await run();
    const html = await text('site/index.html');
    const [, map = ''] = /<script[^>]* type="importmap">(.*?)<\/script>/.exec(html) ?? [];
    const { imports, integrity } = JSON.parse(map);
    const { trust } = await readData();
    const address = `/assets/linkspan/remote-near/${trust.pinned[2].path}entry.js`;
    expect(imports['/assets/linkspan/remote-near/']).toBe('https://blocked.invalid/');
    expect(imports[address]).toBe(address);
    expect(integrity[address]).toBe(hashOf('sha384', 'entry.js'));
    expect(html.indexOf('type="importmap"')).toBe(html.indexOf('type='));
    expect(html).toContain("let boot='-pinned'");
  });

  it('asks for the block list early, and for no document', async () => {
    await run();
    const html = await text('site/index.html');
    expect(html).toContain('["/blocked.json"]');
    expect(html).not.toContain('live.json');
  });

  it('leaves an application’s scripts in its HTML with their hashes, and puts the shell into a file', async () => {
    await page.write('dist/main.js', 'go()');
    await page.write(
      'dist/index.html',
      '<!doctype html><head><script type=module src=/main.js></script></head>',
    );
    await run(at('dist'));
    const html = await text('site/index.html');
    expect(html).toContain(
      `<script type="module" src="/main.js" integrity="${hashOf('sha256', 'go()').replace(/[&"]/g, '')}">`,
    );
    expect(html).not.toContain('<template');
    expect(html).toContain('<style>linkspan-connect:not(:defined)');
    const { early, own, copies, application } = await readData();
    const shell = await text(`site${early}`);
    expect(shell).toMatch(/^linkspanMarkup=".*";\nlet shell$/s);
    expect(own.integrity[early]).toBe(hashOf('sha256', shell));
    expect(own.integrity).not.toHaveProperty('/assets/early.js');
    expect([copies, application.integrity]).toEqual([undefined, {}]);
  });

  it('starts the application in development too', async () => {
    const html = '<!doctype html><head><script type=module src=/src/main.ts></script></head>';
    const { html: shown, files } = await renderDevelopment(deployment(), html, []);
    expect(shown).toContain('<script type=module src=/src/main.ts></script>');
    const { trust, early } = JSON.parse(/id="linkspan-page">(.*?)<\/script>/s.exec(shown)?.[1] ?? '');
    expect([...files.keys()]).toContain(`/assets/linkspan/remote-evm/${trust.pinned[0].path}discovery.js`);
    expect([...files.keys()]).toContain(early);
  });

  it('keeps the files of the release before, for open pages', async () => {
    await run();
    const before = (await readData()).trust.pinned[0].path;
    await install('remote-evm', { version: '1.2.4' });
    await run();
    const { path } = (await readData()).trust.pinned[0];
    expect(path).toMatch(/^1\.2\.4-/);
    for (const one of [before, path])
      expect(await text(`site/assets/linkspan/remote-evm/${one}entry.js`)).toBe('entry.js');
  });
});

describe('a page of which one family takes a package', () => {
  it('accepts the others by their signatures, and writes one map when it opens', async () => {
    await take('remote-evm');
    await run();
    const { trust } = await readData();
    expect(trust.pinned.map((one: { package: string }) => one.package)).toEqual(['@linkspan/remote-evm']);
    expect(trust.remotes.map(({ name }: { name: string }) => name)).toEqual(['remote-solana', 'remote-near']);
    const html = await text('site/index.html');
    expect(html).not.toContain('type="importmap"');
    expect(html).toContain("let boot=''");
    expect(html).not.toContain('remote-evm/live.json');
  });
});

describe('a short configuration', () => {
  const short = { title: 'Quay', networks: ['base', 'solana', 'near'] };
  const deployShort = (config: object) => deploy({ ...deployment(), config });

  it('is given with the deployment, and each family takes its package', async () => {
    const lines = await deployShort(short);
    const { config, trust } = await readData();
    expect(config.title).toBe('Quay');
    expect(config.families.map(({ id }: { id: string }) => id)).toEqual(['evm', 'solana', 'near']);
    expect(trust.pinned).toHaveLength(3);
    expect(lines).toEqual([
      'Public nodes answer for Base, Solana and NEAR: they are for development. Give these networks nodes of your own.',
    ]);
  });

  it('may be in a file', async () => {
    await page.write('config.json', { ...short, networks: ['near'] });
    await run();
    expect((await readData()).config.families).toHaveLength(1);
  });

  it('takes practice wallets and chains from their package, without a copied file', async () => {
    const below = 'node_modules/@linkspan/practice';
    const network = { id: 'near:practice', title: 'Practice network', rpc: ['http://127.0.0.1:3030'] };
    const networks = [{ ...network, symbol: 'NEAR', decimals: 24 }];
    await page.write(`${below}/package.json`, {
      ...{ name: '@linkspan/practice', type: 'module', exports: './index.js' },
    });
    await page.write(
      `${below}/index.js`,
      `export const walletsFile = ${JSON.stringify(at(below, 'wallets.js'))};
      export const practicePage = () => (${JSON.stringify({ families: { near: networks }, identities: [], label: 'Practice' })});`,
    );
    await page.write(`${below}/wallets.js`, 'wallets');
    expect(await deployShort({ ...short, networks: ['near'], practice: true })).toEqual([]);
    const { config } = await readData();
    expect(config.practice.module).toMatch(/^\/assets\/linkspan\/practice-[0-9a-f]{8}\.js$/);
    expect(await text(`site${config.practice.module}`)).toBe('wallets');
    expect(config.families[0].networks[0].id).toBe('near:practice');
  });
});

it('practice wallets stay away from chains of others', async () => {
  const [family] = page.config.families;
  const networks = [
    { id: 'eip155:1', title: 'Ethereum', rpc: ['https://node.example/'], symbol: 'ETH', decimals: 18 },
  ];
  Object.assign(family ?? {}, { networks });
  await page.write('config.json', page.config);
  expect(await refusal()).toEqual([
    'config/malformed',
    'practice',
    'left out: Ethereum is no chain of this machine, and practice wallets are for those alone',
  ]);
});

describe('a package', () => {
  const place = 'families[0].remote.package';
  beforeEach(() => take('remote-evm'));

  it.each<[what: string, change: () => Promise<unknown>, place: string, expected: RegExp]>([
    [
      'that is not installed',
      async () => {
        const [family] = page.config.families;
        if (family) family.remote = { package: '@quay/remote-evm' };
        await page.write('config.json', page.config);
      },
      place,
      /^the name of an installed package: run “npm install @quay\/remote-evm”$/,
    ],
    [
      'that is not built',
      () => rm(at('node_modules/@linkspan/remote-evm/dist/release.json')),
      place,
      /has no dist\/release\.json$/,
    ],
    ['of another remote', () => install('remote-tron', {}, 'remote-evm'), place, /a release of remote-evm/],
    [
      'for another contract',
      () => install('remote-evm', { contract: '3.0' }),
      place,
      /^a release that this page can run, which @linkspan\/remote-evm 1\.2\.3 is not \(release\/misfit-contract\)/,
    ],
    [
      'for another family',
      () =>
        install('remote-evm', {
          accepts: {
            namespace: 'solana',
            networks: { reference: '.*', decimals: 9, known: {}, isOpen: true },
            options: {},
          },
        }),
      'families[0].namespace',
      /^solana$/,
    ],
    [
      'with an altered file',
      () => page.write('node_modules/@linkspan/remote-evm/dist/releases/1.2.3/entry.js', 'evil'),
      place,
      /entry\.js of @linkspan\/remote-evm is not what its build has listed\. Install it again$/,
    ],
    [
      'without a file',
      () => rm(at('node_modules/@linkspan/remote-evm/dist/releases/1.2.3/entry.js')),
      place,
      /entry\.js of @linkspan\/remote-evm is missing/,
    ],
    [
      'with a link out of it',
      async () => {
        await page.write('entry.js', 'entry.js');
        const file = at('node_modules/@linkspan/remote-evm/dist/releases/1.2.3/entry.js');
        await rm(file);
        await symlink(at('entry.js'), file);
      },
      place,
      /is missing/,
    ],
  ])('%s is refused by name', async (_, change, where, expected) => {
    await change();
    expect(await refusal()).toEqual(['config/malformed', where, expect.stringMatching(expected)]);
  });
});
