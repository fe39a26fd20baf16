import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractVersion } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';
import { toInstant } from '@linkspan/trust/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPageTrust } from '../releases/page-trust.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { drawing, pngOf } from '../testing/pictures.ts';
import { type SignedPage, writeSignedPage } from '../testing/signed-page.ts';
import { testTime } from '../testing/signed-remote.ts';
import { deploy } from './deploy.ts';

/** The data of a build. */
const built = {
  early: { whole: '/assets/early.js', application: '/assets/early-application.js' },
  hostModule: '/assets/host-2.js',
  offered: { react: '19.3.1', 'react-dom/client': '19.3.1' },
  own: { integrity: {}, probe: '/assets/probe.js' },
};

let folder: string;
let page: SignedPage;
const at = (...names: string[]) => join(folder, ...names);
const text = (path: string) => readFile(at(path), 'utf8');
const run = (now = testTime) =>
  deploy({ built: at('built'), configFile: at('config.json'), site: at('site'), now });
const remote = () => page.config.families[0]?.remote ?? {};
const team = () => page.teams[0] as NonNullable<(typeof page.teams)[0]>;

/** Writes a live document of the first remote whose only release accepts this. */
async function goLive(accepts: Manifest['accepts']): Promise<void> {
  const releases = [
    { share: 100, path: 'releases/1.2.3/', manifest: await team().signManifest({ accepts }) },
  ];
  await page.write('remote-evm/live.json', await team().signLive({ version: 7, releases }));
}

/** The page's data for the inline script. */
async function readPage() {
  const [, found] = /id="linkspan-page">(.*?)<\/script>/s.exec(await text('site/index.html')) ?? [];
  return JSON.parse(found ?? '');
}

/** The page's early requests: documents, then files. */
async function listEarly(): Promise<readonly string[]> {
  const lists = [...(await text('site/index.html')).matchAll(/(\[[^[\]]*\])\.map\(a=>/g)];
  return lists.flatMap(([, list = '']) => JSON.parse(list));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-deploy-'));
  page = await writeSignedPage(folder);
  await page.write('built/client/assets/host-2.js', 'new');
  await page.write('built/page/style.css', 'body{}');
  await page.write('built/page/boot.js', 'let booted');
  await page.write('built/page/page.json', built);
});

afterEach(() => rm(folder, { recursive: true }));

describe('a deploy', () => {
  it('writes the page beside the built scripts', async () => {
    await run();
    expect((await readdir(at('site'))).sort()).toEqual([
      '.headers',
      '404.html',
      '_headers',
      'assets',
      'blocked.json',
      'documents',
      'index.html',
      'linkspan.json',
    ]);
    expect(await text('site/index.html')).toContain('/assets/host-2.js');
  });

  it('deletes no file of the site, since open pages may need their scripts', async () => {
    await page.write('site/assets/host-1.js', 'old');
    await page.write('site/robots.txt', '');
    await run();
    expect((await readdir(at('site/assets'))).sort()).toEqual(['host-1.js', 'host-2.js']);
    expect(await readdir(at('site'))).toContain('robots.txt');
  });

  it('writes the roots and the lowest live versions into the page', async () => {
    await run();
    const { config, trust } = await readPage();
    expect(config).toEqual(fakeConfig);
    const { remotes } = readPageTrust(trust);
    expect(remotes.map(({ root }) => root)).toEqual(page.teams.map(({ root }) => root));
    expect(remotes[0]).toMatchObject({ least: 7, copy: '/documents/remote-evm.json' });
  });

  it('puts the unchanged live documents beside the page', async () => {
    await run();
    for (const { remote } of page.teams)
      expect(await text(`site/documents/${remote}.json`)).toBe(await text(`${remote}/live.json`));
  });

  it('requests the discovery of each remote that most visitors load', async () => {
    const newer = await team().signManifest({ version: '1.3.0', sequence: 4 });
    const releases = [
      { share: 90, path: 'releases/1.3.0/', manifest: newer },
      { share: 10, path: 'releases/1.2.3/', manifest: await team().signManifest() },
    ];
    await page.write('remote-evm/live.json', await team().signLive({ version: 7, releases }));
    Object.assign(remote(), { url: '/remotes/remote-evm/' });
    await page.write('config.json', page.config);
    await run();
    expect((await listEarly()).filter((address) => address.includes('discovery'))).toEqual([
      '/remotes/remote-evm/releases/1.3.0/discovery-abc.js',
      'http://localhost:1/remote-solana/releases/1.2.3/discovery-abc.js',
      'http://localhost:1/remote-near/releases/1.2.3/discovery-abc.js',
    ]);
  });

  it('requests no discovery of an incompatible release', async () => {
    await page.write('built/page/page.json', { ...built, offered: { react: '19.3.1' } });
    await run();
    expect(await listEarly()).toEqual(expect.not.arrayContaining([expect.stringContaining('discovery')]));
    expect(await listEarly()).toContain('http://localhost:1/remote-near/live.json');
  });

  it.each([
    ['networks[1].id', { networks: { reference: '31337' } }, 'eip155:31337 (practice)'],
    ['networks[0].decimals', { networks: { decimals: 6 } }, '6'],
    ['namespace', { namespace: 'solana', networks: {} }, 'solana'],
    [
      'remote.options.practise',
      { options: { practice: 'true' }, networks: {} },
      'left out: it is not a known field',
    ],
  ])(
    'refuses %s where a live release does not accept it, and leaves the site alone',
    async (place, changes, right) => {
      await goLive({
        namespace: 'eip155',
        options: { practise: 'true' },
        ...changes,
        networks: {
          reference: '\\d+',
          decimals: 18,
          known: { practice: '31337' },
          isOpen: true,
          ...changes.networks,
        },
      });
      Object.assign(remote(), { options: { practise: true } });
      await page.write('config.json', page.config);
      await expect(run()).rejects.toMatchObject({
        code: 'config/malformed',
        context: { place: `families[0].${place}`, expected: expect.stringContaining(right) },
      });
      await expect(readdir(at('site'))).rejects.toThrow();
    },
  );

  it('lists the wallets that the configuration does not offer, with the lines that offer all of them', async () => {
    const frames = ['https://wallet.example'];
    const connect = ['wss://relay.example'];
    const framedBy = ['https://app.safe.global'];
    await goLive({
      needs: {
        pier: { frames, framedBy, connect },
        quay: { frames: ['https://quay.example'] },
        bollard: { options: ['bollardProject'] },
      },
    });
    await page.write('config.json', { ...page.config, frames: ['https://quay.example'] });
    const file = at('config.json');
    expect(await run()).toEqual([
      `Not offered: bollard (Ethereum), pier (Ethereum). ${file} offers them with these lines:`,
      '  "connect": ["wss://relay.example"]',
      '  "frames": ["https://quay.example","https://wallet.example"]',
      '  "framedBy": ["https://app.safe.global"]',
      '  families[0].remote: "options": {"bollardProject":"…"}',
    ]);
    Object.assign(remote(), { options: { bollardProject: '1' } });
    await page.write('config.json', {
      ...{ ...page.config, connect, framedBy },
      frames: ['https://quay.example', ...frames],
    });
    expect(await run()).toEqual([]);
    expect((await readPage()).config).toMatchObject({
      connect,
      framedBy,
      frames: ['https://quay.example', ...frames],
    });
  });

  it('lists the address of an option in place of the origin that it replaces', async () => {
    const relay = 'wss://relay.example';
    await goLive({ needs: { pier: { connect: [relay] } }, options: { relay: { replaces: relay } } });
    Object.assign(remote(), { options: { relay: 'wss://own.example/v1' } });
    await page.write('config.json', { ...page.config, connect: [relay] });
    expect(await run()).toContain(`  "connect": ["${relay}","wss://own.example"]`);
    await page.write('config.json', { ...page.config, connect: ['wss://own.example'] });
    expect(await run()).toEqual([]);
  });

  it('works without live documents', async () => {
    for (const { remote } of page.config.families) Reflect.deleteProperty(remote, 'live');
    await page.write('config.json', page.config);
    await run();
    await expect(readdir(at('site/documents'))).rejects.toMatchObject({ code: 'ENOENT' });
    const [first] = readPageTrust((await readPage()).trust).remotes;
    expect(first).toEqual({ name: 'remote-evm', root: page.teams[0]?.root, least: 0 });
  });

  it('accepts a root of any version', async () => {
    await page.write('remote-evm/root.json', await page.signRoot(team(), { version: 5 }));
    await run();
    expect(readPageTrust((await readPage()).trust).remotes[0]?.root.version).toBe(5);
  });

  it('lists the offered libraries for publishers', async () => {
    await run();
    expect(JSON.parse(await text('site/linkspan.json'))).toEqual({
      contract: contractVersion,
      offered: built.offered,
      remotes: ['remote-evm', 'remote-solana', 'remote-near'],
    });
  });

  it('writes the server’s headers for the configuration', async () => {
    await page.write('config.json', { ...page.config, connect: ['wss://relay.example/'] });
    await run();
    const headers = JSON.parse(await text('site/.headers/headers.json'));
    expect(headers['content-security-policy']).toContain(' wss://relay.example/;');
    expect((await readdir(at('site/.headers'))).sort()).toEqual([
      'Caddyfile',
      'cloudfront.js',
      'headers.json',
      'nginx.conf',
      'paths.json',
      'vercel.json',
    ]);
  });

  it('puts the pictures of a brand into the page alone', async () => {
    await page.write('brand/logo.svg', drawing);
    await page.write('brand/icon.png', pngOf(32, 32));
    const brand = { logo: 'brand/logo.svg', favicon: 'brand/icon.png', radius: 8 };
    await page.write('config.json', { ...page.config, brand });
    await run();
    const html = await text('site/index.html');
    const toBase64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');
    expect(html).toContain(`<img src="data:image/svg+xml;base64,${toBase64(drawing)}"`);
    expect(html).toContain(`<link rel="icon" href="data:image/png;base64,${toBase64(pngOf(32, 32))}">`);
    expect(await readdir(at('site/assets'))).toEqual(['host-2.js']);
    expect(html).toContain('body{}:root,:host{--radius:8px}');
    expect((await readPage()).config).toEqual(fakeConfig);
  });

  it('writes an empty block list for a new site, into the page and beside it', async () => {
    await run();
    const empty = { version: 1, blocked: [] };
    expect(readPageTrust((await readPage()).trust).blocklist).toEqual(empty);
    expect(JSON.parse(await text('site/blocked.json'))).toEqual(empty);
  });

  it('writes the site’s block list into the page, and does not change its file', async () => {
    await run();
    const previous = { version: 4, blocked: [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }] };
    await page.write('site/blocked.json', previous);
    const before = await text('site/blocked.json');
    await run();
    expect(readPageTrust((await readPage()).trust).blocklist).toEqual(previous);
    expect(await text('site/blocked.json')).toBe(before);
  });
});

describe('a deploy is refused, and changes nothing in the site,', () => {
  type Arrange = () => unknown;
  const write = (path: string, content: Promise<unknown>) => content.then((one) => page.write(path, one));
  const configure = (changes: object) => () => Object.assign(page.config, changes);
  const cases: readonly (readonly [what: string, place: string, expected: RegExp, Arrange])[] = [
    ['with an empty title', 'title', /one line/, configure({ title: '' })],
    ['for development', 'development', /left out/, configure({ development: true })],
    [
      'without a root',
      'families[0].remote.root',
      /the root of remote-evm/,
      () => Reflect.deleteProperty(remote(), 'root'),
    ],
    [
      'with a missing root',
      'families[0].remote.root',
      /can be read/,
      () => Object.assign(remote(), { root: 'none.json' }),
    ],
    [
      'with a root not signed by its own keys',
      'families[0].remote.root',
      /release\/root-unsigned/,
      () => write('remote-evm/root.json', page.signRoot(team(), {}, [team().people[0]])),
    ],
    [
      'with a root of the old form',
      'families[0].remote.root',
      /new root \(release\/old-form\)/,
      () =>
        write(
          'remote-evm/root.json',
          readFile(at('remote-evm/root.json'), 'utf8').then((text) => text.replace('.v2+json', '.v1+json')),
        ),
    ],
    [
      'with the root of another remote',
      'families[0].remote.root',
      /release\/other-remote/,
      () => write('remote-evm/root.json', readFile(at('remote-near/root.json'))),
    ],
    [
      'with an expired root',
      'families[0].remote.root',
      /newest/,
      () => write('remote-evm/root.json', page.signRoot(team(), { expiresAt: toInstant(testTime, -1) })),
    ],
    [
      'with an expired live document',
      'families[0].remote.live',
      /take the newest from its server, or leave it out \(release\/expired\)/,
      () => {
        const dates = { issuedAt: toInstant(testTime, -8), expiresAt: toInstant(testTime, -1) };
        return write('remote-evm/live.json', team().signLive(dates));
      },
    ],
    [
      'with a live document signed by a stranger',
      'families[0].remote.live',
      /release\/unsigned/,
      () => write('remote-evm/live.json', team().signLive({}, [team().stranger])),
    ],
    [
      'with a live document under a newer root',
      'families[0].remote.live',
      /newest root of remote-evm/,
      () => write('remote-evm/live.json', team().signLive({ root: 2 })),
    ],
    ['with a missing logo', 'brand.logo', /can be read/, configure({ brand: { logo: 'none.svg' } })],
    [
      'with a page as its icon',
      'brand.favicon',
      /an SVG in UTF-8, or a PNG/,
      () => {
        Object.assign(page.config, { brand: { favicon: 'icon.svg' } });
        return page.write('icon.svg', `<!doctype html>${drawing}`);
      },
    ],
    [
      'with an accent of too little contrast',
      'brand.accent.dark',
      /a lighter color, such as #/,
      configure({ brand: { accent: { light: '#000', dark: '#000' } } }),
    ],
    [
      'with a malformed block list in the site',
      'blocked.json',
      /a block list: blocklist.version/,
      () => page.write('site/blocked.json', { version: 0, blocked: [] }),
    ],
  ];

  it.each(cases)('%s', async (_, place, expected, arrange) => {
    await run();
    const before = await text('site/index.html');
    await arrange();
    await page.write('config.json', page.config);
    await expect(run()).rejects.toMatchObject({
      code: 'config/malformed',
      context: { place, expected: expect.stringMatching(expected) },
    });
    expect(await text('site/index.html')).toBe(before);
  });

  it('with a missing file or one that is not JSON, by its name', async () => {
    await page.write('config.json', '{"title": ');
    await expect(run()).rejects.toMatchObject({
      code: 'config/malformed',
      context: { place: at('config.json'), expected: expect.stringMatching(/^JSON/) },
    });
    await rm(at('config.json'));
    await expect(run()).rejects.toMatchObject({
      context: { place: at('config.json'), expected: 'a file that can be read' },
    });
  });
});

describe('a deploy of an application', () => {
  const html =
    '<!doctype html><html><head></head><body><script type=module src=/assets/app.js></script></body></html>';
  const runApp = (app = 'dist') =>
    deploy({
      ...{ built: at('built'), configFile: at('config.json'), site: at('site'), now: testTime },
      app: at(app),
    });
  const build = async (folder: string, code: string) => {
    await page.write(`${folder}/index.html`, html);
    await page.write(`${folder}/assets/app.js`, code);
  };

  beforeEach(async () => {
    await page.write('built/page/style-application.css', 'b{}');
    await page.write('built/page/boot-application.js', 'let booted');
    await build('dist', 'one()');
  });

  it('writes its files, and the shell into its pages', async () => {
    await page.write('dist/sub/a b.html', '<!doctype html><p>About');
    await page.write('dist/.well-known/security.txt', 'a');
    await page.write('dist/assets/app.js.map', '{}');
    await runApp();
    expect((await readdir(at('site'))).sort()).toEqual([
      ...['.headers', '.well-known', '_headers', 'assets', 'blocked.json', 'documents', 'index.html'],
      ...['linkspan.json', 'sub'],
    ]);
    expect((await readdir(at('site/assets'))).sort()).toEqual(['app.js', 'app.js.map', 'host-2.js']);
    for (const path of ['site/index.html', 'site/sub/a b.html'])
      expect(await text(path)).toContain('let booted');
    const { application, early, config } = await readPage();
    expect([application.entries, early, config.app]).toEqual([
      ['/assets/app.js'],
      '/assets/early-application.js',
      {},
    ]);
    expect(await text('site/index.html')).not.toContain('type=module');
  });

  it('says which files start workers that the page does not allow', async () => {
    await build('dist', 'new Worker("/a.js")');
    expect(await runApp()).toEqual([expect.stringContaining('"app": {"workers":["assets/worker-*.js"]}')]);
  });

  it('closes each file of the site that is no page, those of earlier deploys too', async () => {
    await page.write('site/notes.txt', '');
    await page.write('site/earlier.html', '');
    await page.write('dist/about.html', '<!doctype html>');
    await page.write('dist/data.json', '{}');
    await page.write('dist/sub/worker-1.js', '');
    await page.write('config.json', { ...page.config, app: { workers: ['sub/worker-*.js'] } });
    await runApp();
    const paths: { path: string; headers: object }[] = JSON.parse(await text('site/.headers/paths.json'));
    const closed = paths.filter(({ headers }) => JSON.stringify(headers).includes('sandbox'));
    expect(closed.map(({ path }) => path)).toEqual([
      ...['/assets/', '/blocked.json', '/data.json', '/documents/', '/earlier', '/earlier.html'],
      ...['/linkspan.json', '/notes.txt', '/practice.js'],
    ]);
    expect(paths[0]).toMatchObject({
      path: '/sub/worker-1.js',
      headers: { 'content-security-policy': expect.stringContaining("script-src 'self';") },
    });
    expect(await text('site/.headers/nginx.conf')).toContain(
      String.raw`location ~ "^(/about\x2ehtml|/|/index\x2ehtml)$"`,
    );
  });

  it('works again in the folder of the site, after each build', async () => {
    Object.assign(remote(), { url: '/remotes/remote-evm/' });
    await page.write('config.json', page.config);
    await page.write('site/remotes/remote-evm/releases/1.0.0/old.js', 'withdrawn()');
    for (const code of ['one()', 'two()']) {
      await build('site', code);
      await runApp('site');
      const { application } = await readPage();
      expect(Object.keys(application.integrity).sort()).toEqual(
        code === 'one()' ? ['/assets/app.js'] : ['/assets/app.js', '/assets/host-2.js'],
      );
      expect(await text('site/assets/app.js')).toBe(code);
    }
    await expect(runApp('site')).rejects.toMatchObject({
      context: { expected: expect.stringContaining('deployed before') },
    });
  });

  it.each([
    ['dist/assets/host-2.js', 'other()', 'app/assets/host-2.js'],
    ['dist/assets/HOST-2.js', 'new', 'app/assets/HOST-2.js'],
    ['dist/_headers', '', 'app/_headers'],
    ['dist/.env', 'KEY=1', 'app/.env'],
    ['dist/index.html', '<base href=/>', 'app/index.html, line 1'],
  ])('refuses %s, and leaves the site alone', async (path, content, place) => {
    await page.write(path, content);
    await expect(runApp()).rejects.toMatchObject({ code: 'config/malformed', context: { place } });
    await expect(readdir(at('site'))).rejects.toThrow();
  });

  it.each(['app.js', 'sub/app.mjs', 'APP.CSS'])(
    'refuses a new build of a %s that browsers keep for a year',
    async (name) => {
      await page.write(`dist/assets/${name}`, 'one()');
      await runApp();
      await runApp();
      await page.write(`dist/assets/${name}`, 'two()');
      await expect(runApp()).rejects.toMatchObject({
        context: { place: `app/assets/${name}`, expected: expect.stringContaining('under another name') },
      });
      expect(await text(`site/assets/${name}`)).toBe('one()');
    },
  );

  it('accepts the very file that the host has', async () => {
    await page.write('dist/assets/host-2.js', 'new');
    await runApp();
    expect(await text('site/assets/host-2.js')).toBe('new');
  });

  it('writes only those lists into the page that it needs', async () => {
    const app = {
      ...{ connect: ['https://api.example'], images: ['https://a.example'], fonts: ['https://a.example'] },
      ...{ media: ['https://a.example'], styles: ['https://s.example'], frames: ['https://f.example'] },
      ...{
        workers: ['assets/ap*.js'],
        trustedTypes: ['a'],
        scripts: [{ url: 'https://x.example/a.js', integrity: 'sha384-AA' }],
      },
    };
    await page.write('config.json', { ...page.config, app });
    await runApp();
    const { config, application } = await readPage();
    expect(config.app).toEqual({
      ...{ styles: ['https://s.example'], frames: ['https://f.example'] },
      ...{ workers: ['/assets/app.js'], trustedTypes: ['a'] },
    });
    expect(application.integrity).toMatchObject({ 'https://x.example/a.js': 'sha384-AA' });
  });
});
