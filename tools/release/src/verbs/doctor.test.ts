import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvelope, rootFormat } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { readAll } from '../store/store.ts';
import { createPlace, type Place, testNow } from '../testing/command.ts';
import { type Change, type SiteAnswer, serveStore, withHeader } from '../testing/serve.ts';
import { createTeam } from '../testing/team.ts';
import type { Context } from '../verb.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Finding {
  readonly level: 'ok' | 'hint' | 'wrong';
  readonly code: string;
  readonly where: readonly string[];
  readonly what: string;
  readonly fix?: string;
}

interface Facts {
  readonly reports: readonly {
    readonly kind: string;
    readonly name: string;
    readonly findings: readonly Finding[];
  }[];
}

/** A team whose remote is live. */
async function createLive() {
  const team = await createTeam();
  const script = `export const long = '${'long '.repeat(400)}';`;
  const folder = await team.release('1.0.0', 1, {
    'chunk.js': script,
    'discovery.js': 'export const wallets = 1;',
    'remoteEntry.js': 'import "./chunk.js"; export const init = 1; export const get = 1;',
  });
  await team.done(`publish ${folder} --unchecked`);
  await team.done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
  return team;
}

/** Serves a live remote as it should be, and lets the doctor look at it. */
async function serveLive({
  store,
  run,
  folder,
}: Pick<Place, 'run' | 'folder'> & { readonly store: Pick<Store, 'read'> }) {
  const site = await serveStore(store);
  const url = `${site.origin}/remote-evm/`;
  const look = async (context: Partial<Context> = {}, address = url) => {
    const { exitCode, said, complaint } = await run(`doctor ${address} --json`, context);
    const { reports }: Facts = said ? JSON.parse(said) : { reports: [] };
    const findings = reports.flatMap((one) => one.findings);
    const bad = findings.filter(({ level }) => level !== 'ok').map(({ level, code }) => `${level} ${code}`);
    return { exitCode, reports, findings, bad, complaint };
  };
  return { store, run, folder, site, url, look };
}

/** A served remote whose team goes on working. */
async function createWorking() {
  const team = await createLive();
  return { ...team, ...(await serveLive(team)), store: team.store };
}

let remembered: Promise<Pick<Store, 'read'>> | undefined;

/** A served remote that stays as it is; it is made once for all tests. */
async function createServed() {
  remembered ??= createLive().then(({ store }) => remember(store));
  return serveLive({ ...(await createPlace()), store: await remembered });
}

async function remember(store: Store): Promise<Pick<Store, 'read'>> {
  const paths = (await store.list('')).map(({ path }) => path);
  const files = new Map((await readAll(store, paths)).map((file) => [file.path, file]));
  return { read: async (path) => files.get(path) };
}

const isAt = (end: string) => (path: string) => path.endsWith(end);
const isLive = isAt('live.json');
const isFile = (path: string) => path.includes('/releases/');

const change =
  (isMeant: (path: string) => boolean, changes: Partial<SiteAnswer>): Change =>
  (answer, { path }) =>
    isMeant(path) ? { ...answer, ...changes } : answer;

describe('release doctor, at a remote', { timeout: 60_000 }, () => {
  it('finds nothing wrong if nothing is, and says what was signed', async () => {
    const { look, run, url } = await createServed();
    const { exitCode, bad, reports, findings } = await look();
    expect([exitCode, bad]).toEqual([0, []]);
    expect(reports).toMatchObject([{ kind: 'remote', name: 'remote-evm 1.0.0 (100 %)' }]);
    expect(findings.map(({ code }) => code).sort()).toEqual(['doctor/hashes', 'doctor/live']);
    expect((await run(`doctor ${url}`)).said).toMatch(
      /ok +remote-evm 1\.0\.0 is what was signed[\s\S]*Nothing is wrong\./,
    );
  });

  it('asks as a page of another origin does, without cookies', async () => {
    const { look, site } = await createServed();
    await look();
    for (const { headers } of site.asked) {
      expect(headers.origin).toMatch(/^(https:\/\/page\.example|http:\/\/localhost:\d+)$/);
      expect(headers.cookie).toBeUndefined();
    }
  });

  it('takes the address of the live document, and one without the last slash, as well', async () => {
    const { look, url } = await createServed();
    expect((await look({}, `${url}live.json`)).exitCode).toBe(0);
    expect((await look({}, url.slice(0, -1))).exitCode).toBe(0);
  });

  it.each<[string, Change, string]>([
    [
      'a live document that may be stale',
      withHeader('cache-control', 'public, max-age=600', isLive),
      'wrong doctor/stale',
    ],
    [
      'a release that is not kept',
      withHeader('cache-control', 'no-cache', isFile),
      'hint doctor/not-immutable',
    ],
    [
      'an announced root that may be stale',
      withHeader('cache-control', 'max-age=600', isAt('remote-evm/root.json')),
      'wrong doctor/stale',
    ],
    [
      'a root that is not kept',
      withHeader('cache-control', 'no-cache', isAt('root/1.json')),
      'hint doctor/not-immutable',
    ],
    ['a script of no type', withHeader('content-type', 'text/plain', isAt('.js')), 'wrong doctor/type'],
    [
      'files that pages cannot read',
      withHeader('access-control-allow-origin', undefined, isFile),
      'wrong doctor/cors',
    ],
    [
      'a live document for one other page',
      withHeader('access-control-allow-origin', 'https://other.example', isLive),
      'wrong doctor/cors',
    ],
    [
      'a file that was altered',
      change(isAt('chunk.js'), { body: Buffer.from('evil()') }),
      'wrong doctor/altered',
    ],
    [
      'a missing root that caches remember',
      change(isAt('root/2.json'), { headers: { 'cache-control': 'max-age=3600' } }),
      'wrong doctor/missing-kept',
    ],
    ['a root that cannot be asked for', change(isAt('root/2.json'), { status: 503 }), 'wrong doctor/status'],
    [
      'a page in place of what is missing',
      change((path) => !/live\.json|root\/1|releases/.test(path), {
        status: 200,
        headers: { 'content-type': 'text/html' },
      }),
      'wrong doctor/missing-answered',
    ],
  ])('finds %s', async (_, fault, expected) => {
    const { look, site } = await createServed();
    site.changes.push(fault);
    const { exitCode, bad, findings } = await look();
    expect(bad).toEqual([expected]);
    expect(exitCode).toBe(expected.startsWith('wrong') ? 1 : 0);
    expect(findings[0]).toMatchObject({ where: expect.any(Array), fix: expect.any(String) });
  });

  it('tells what several files have in common once', async () => {
    const { look, site, run, url } = await createServed();
    site.changes.push(withHeader('access-control-allow-origin', undefined, isFile));
    expect((await look()).findings[0]?.where).toHaveLength(3);
    expect((await run(`doctor ${url}`)).said).toMatch(/wrong +http:\S+ \(and 2 more\) cannot be read by/);
  });

  it('waits for an answer no longer than it was told', async () => {
    const { run, url } = await createServed();
    const fetch: Context['fetch'] = (_, options) =>
      new Promise((_resolve, reject) =>
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
      );
    const { exitCode, complaint } = await run(`doctor ${url} --timeout 1`, { fetch });
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('nothing came within 1 s')]);
    expect(complaint).toContain('command/no-answer');
  });

  it('finds what has expired, what soon will, and what is withdrawn', async () => {
    const { look, done, by } = await createWorking();
    const at = (days: number) => ({ now: () => testNow + days * dayMs });
    expect((await look(at(5))).bad).toEqual(['hint doctor/soon']);
    expect((await look(at(8))).bad).toEqual(['wrong doctor/document']);
    await done(`withdraw remote-evm ${by('ci')}`, at(9));
    expect((await look(at(9))).bad).toEqual(['hint doctor/withdrawn']);
  });

  it('finds a document that nobody signed', async () => {
    const { look, site } = await createServed();
    for (const value of [{ payload: '' }, { remote: 'remote-evm', release: { path: '', manifest: {} } }]) {
      site.changes.splice(0, 1, change(isLive, { body: Buffer.from(JSON.stringify(value)) }));
      expect((await look()).bad).toEqual(['wrong doctor/document']);
    }
  });

  it('finds roots that are not reachable, or lead elsewhere', async () => {
    const { look, site, store } = await createWorking();
    site.changes.push(change(isAt('root/1.json'), { status: 404 }));
    expect((await look()).bad).toContain('wrong doctor/root-missing');
    const stranger = await createTeam();
    const root = await stranger.store.read('remote-evm/root/1.json');
    await store.createIfAbsent('remote-evm/root/2.json', root?.bytes ?? new Uint8Array());
    site.changes.length = 0;
    expect((await look()).bad).toContain('wrong doctor/document');
  });

  it('asks for HTTPS away from this machine', async () => {
    const { look, site } = await createServed();
    const reach = (from: string): Partial<Context> => ({
      fetch: (address, options) => fetch(String(address).replace(from, `${site.origin}/`), options),
    });
    const [plain, secure] = ['http://wallets.example/', 'https://wallets.example/'];
    expect((await look(reach(plain), `${plain}remote-evm/`)).bad).toEqual(['wrong doctor/insecure']);
    expect((await look(reach(secure), `${secure}remote-evm/`)).bad).toEqual([]);
  });

  it('follows no roots without end', async () => {
    const { look, site } = await createServed();
    const first = await fetch(`${site.origin}/remote-evm/root/1.json`).then((response) =>
      response.arrayBuffer(),
    );
    const { bad } = await look({
      fetch: async (address, options) =>
        /root\/\d+\.json$/.test(`${address}`) ? new Response(first) : fetch(address, options),
    });
    expect(bad).toContain('wrong doctor/missing-answered');
  });

  it('says so if there is nothing to look at', async () => {
    const { look, site, run } = await createServed();
    const { exitCode, complaint } = await look({}, `${site.origin}/elsewhere/`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/nothing-there')]);
    expect(await run('doctor wallets.example')).toMatchObject({ exitCode: 2 });
  });
});

const isPage = (path: string) => path === '/';
const policy = "default-src 'none'; script-src 'self'";
/** Of files that must not be opened as a page. */
const closed = "sandbox; default-src 'none'";

describe('release doctor, at a page', { timeout: 60_000 }, () => {
  /** A page with one remote, which lives on another origin. */
  async function createPage() {
    const served = await createServed();
    const { store, url } = served;
    const read = async (path: string) => (await store.read(path))?.bytes ?? new Uint8Array();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    const { payload } = readEnvelope(rootFormat, await read('remote-evm/root/1.json'), 'remote-evm');
    const page = await serveStore({
      // The store again, below the page’s own origin.
      read: async (path) =>
        path.startsWith('remotes/remote-evm/') ? store.read(path.slice('remotes/'.length)) : undefined,
    });
    const toIntegrity = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
    const data = {
      early: '/assets/early.js',
      hostModule: '/assets/host.js',
      own: {
        integrity: {
          '/assets/early.js': toIntegrity('export const early = 1;'),
          '/assets/host.js': toIntegrity('export {};'),
        },
      },
      config: {
        families: [
          {
            id: 'evm',
            remote: { name: 'remote-evm', url } as { name: string; url: string },
            networks: [{ rpc: ['https://rpc.example/v1?key=1'], ws: 'wss://rpc.example/' }],
          },
        ],
      },
      trust: {
        remotes: [
          {
            name: 'remote-evm',
            root: JSON.parse(text(payload)),
            least: 1,
            copy: '/documents/remote-evm.json',
          },
        ],
      } as { remotes: object[] } | undefined,
    };
    const write = (changed: Partial<typeof data> = {}, more = '') =>
      page.files.set(
        '/',
        `<!doctype html>${more}<link rel="stylesheet" href="/assets/later.css" integrity="${toIntegrity('body{}')}"><script type="application/json" id="linkspan-page">${JSON.stringify({ ...data, ...changed })}</script>`,
      );
    write();
    const assets = { early: 'export const early = 1;', host: 'export {};', style: 'body{}' };
    page.files.set('/assets/early.js', assets.early);
    page.files.set('/assets/host.js', assets.host);
    page.files.set('/assets/later.css', assets.style);
    page.files.set('/blocked.json', '{"version":1,"blocked":[]}');
    page.files.set(
      '/linkspan.json',
      JSON.stringify({ contract: '1.0', offered: {}, remotes: ['remote-evm'] }),
    );
    page.files.set('/documents/remote-evm.json', text(await read('remote-evm/live.json')));
    const sent = {
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'camera=()',
      'referrer-policy': 'strict-origin',
    };
    for (const [name, value] of Object.entries(sent)) page.changes.push(withHeader(name, value, () => true));
    page.changes.push(withHeader('content-security-policy', closed, isAt('.css')));
    await mkdir(join(served.folder, 'site'));
    const lines = Object.entries(sent).map(([name, value]) => `  ${name}: ${value}\n`);
    const rules = `/*\n${lines.join('')}/assets/later.css\n  content-security-policy: ${closed}\n`;
    await writeFile(join(served.folder, 'site/_headers'), rules);
    const lookAtPage = (options = '--site site') => served.look({}, `${page.origin}/ ${options}`);
    return { ...served, page, data, write, lookAtPage };
  }

  it('looks at the page and at each of its remotes', async () => {
    const { lookAtPage } = await createPage();
    const { exitCode, bad, reports } = await lookAtPage();
    expect([exitCode, bad]).toEqual([0, []]);
    expect(reports.map(({ kind, name }) => [kind, name])).toEqual([
      ['page', 'page'],
      ['remote', 'remote-evm 1.0.0 (100 %)'],
    ]);
  });

  it.each<[string, Change, string]>([
    ['a page that may be stale', withHeader('cache-control', 'max-age=3600', isPage), 'wrong doctor/stale'],
    [
      'a page without a policy',
      withHeader('content-security-policy', undefined, isPage),
      'wrong doctor/page-header',
    ],
    [
      'a page with the policy of another deploy',
      withHeader('content-security-policy', `${policy} https://former.example/`, isPage),
      'wrong doctor/page-header',
    ],
    [
      'wallets’ windows that cannot answer',
      withHeader('cross-origin-opener-policy', 'same-origin', isPage),
      'wrong doctor/page-header',
    ],
    [
      'a style that can be opened as a page',
      withHeader('content-security-policy', policy, isAt('later.css')),
      'wrong doctor/page-header',
    ],
    ['an offer that is gone', change(isAt('linkspan.json'), { status: 404 }), 'wrong doctor/status'],
    [
      'an offer that says nothing',
      change(isAt('linkspan.json'), { body: Buffer.from('{}') }),
      'wrong doctor/offer',
    ],
    ['a copy that is gone', change(isAt('remote-evm.json'), { status: 404 }), 'wrong doctor/status'],
    ['a copy of no use', change(isAt('remote-evm.json'), { body: Buffer.from('{}') }), 'hint doctor/copy'],
    ['an early script that is gone', change(isAt('early.js'), { status: 404 }), 'wrong doctor/status'],
    [
      'an early script of another deploy',
      change(isAt('early.js'), { body: Buffer.from('export const early = 2;') }),
      'wrong doctor/altered',
    ],
    [
      'a later style of another deploy',
      change(isAt('later.css'), { body: Buffer.from('a{}') }),
      'wrong doctor/altered',
    ],
    [
      'a host module that is not kept',
      withHeader('cache-control', 'no-cache', isAt('host.js')),
      'hint doctor/not-immutable',
    ],
  ])('finds %s', async (_, fault, expected) => {
    const { lookAtPage, page } = await createPage();
    page.changes.push(fault);
    expect((await lookAtPage()).bad).toEqual([expected]);
  });

  it('compares without the deploy’s folder what every deploy writes, and says so', async () => {
    const { lookAtPage, page, look } = await createPage();
    expect((await lookAtPage('')).bad).toEqual(['hint doctor/no-site']);
    page.changes.push(
      withHeader('content-security-policy', undefined, (path) => isPage(path) || path.endsWith('.css')),
      withHeader('cross-origin-opener-policy', 'same-origin', isPage),
    );
    expect((await lookAtPage('')).bad).toEqual([
      'wrong doctor/page-header',
      'wrong doctor/page-header',
      'wrong doctor/assets-policy',
      'hint doctor/no-site',
    ]);
    const { exitCode, complaint } = await look({}, `${page.origin}/ --site elsewhere`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/no-such-file')]);
  });

  it('says that each of its own files is what it names', async () => {
    const { findings } = await (await createPage()).lookAtPage();
    expect(findings.find(({ code }) => code === 'doctor/own-hashes')?.what).toContain('3 own files');
  });

  describe('with its remote under its own origin', () => {
    const at = '/remotes/remote-evm/';
    const isBelow = (path: string) => path.startsWith(at);

    /** The remote's files are among the page's, with the headers that the deploy wrote for them. */
    async function createBelow() {
      const made = await createPage();
      const { page, data, write } = made;
      const [family] = data.config.families;
      if (family === undefined) throw new Error('no family');
      write({ config: { families: [{ ...family, remote: { ...family.remote, url: at } }] } });
      page.changes.push(withHeader('content-security-policy', closed, isBelow));
      return made;
    }

    it('finds nothing wrong', async () => {
      const { reports, bad } = await (await createBelow()).lookAtPage();
      expect(bad).toEqual([]);
      expect(reports.map(({ name }) => name)).toEqual(['page', 'remote-evm 1.0.0 (100 %)']);
    });

    it.each<[string, Change, readonly string[]]>([
      [
        'no policy',
        withHeader('content-security-policy', undefined, isBelow),
        ['wrong doctor/own-path-policy'],
      ],
      [
        'the page’s policy',
        withHeader('content-security-policy', "default-src 'none'", isBelow),
        ['wrong doctor/own-path-policy'],
      ],
      [
        'no policy for scripts',
        withHeader('content-security-policy', undefined, isAt('discovery.js')),
        ['wrong doctor/own-path-policy'],
      ],
      ['no nosniff', withHeader('x-content-type-options', undefined, isBelow), ['hint doctor/nosniff']],
      [
        'a wider reach for service workers',
        withHeader('service-worker-allowed', '/', isAt('discovery.js')),
        ['wrong doctor/own-path-header'],
      ],
    ])('finds %s', async (_, fault, expected) => {
      const { lookAtPage, page } = await createBelow();
      page.changes.push(fault);
      expect((await lookAtPage()).bad).toEqual(expected);
    });
  });

  it('finds a page that takes what nobody signed, and one without a copy', async () => {
    const { lookAtPage, write, data } = await createPage();
    write({ trust: undefined });
    expect((await lookAtPage()).bad).toEqual(['wrong doctor/unsigned-page']);
    const remotes = data.trust?.remotes.map((one) => ({ ...one, copy: undefined })) ?? [];
    write({ trust: { remotes } });
    expect((await lookAtPage()).bad).toEqual(['hint doctor/no-copy']);
  });

  it.each([
    [
      '<script src="/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js" defer></script>',
      'Rocket Loader',
    ],
    ['<script type="e1d3b0ba1f9c8b9d4f0c7d11-text/javascript">let booted = 1;</script>', 'Rocket Loader'],
    ['<script type="e1d3b0ba1f9c8b9d4f0c7d11-module" src="/assets/early.js"></script>', 'Rocket Loader'],
    ['<script src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>', 'Email'],
    ['<a href="/cdn-cgi/l/email-protection#a1">[email protected]</a>', 'Email'],
    ['<script defer src="https://static.cloudflareinsights.com/beacon.min.js/v1"></script>', 'Web Analytics'],
    ['<script>window.__CF$cv$params={r:1}</script>', 'JavaScript Detections'],
    ['<script async src="/.netlify/scripts/rum"></script>', 'Netlify'],
  ])('names what rewrites the page: %s', async (markup, tool) => {
    const { lookAtPage, write } = await createPage();
    write({}, markup);
    const { bad, reports } = await lookAtPage();
    expect(bad).toEqual(['wrong doctor/rewritten']);
    const [{ what, fix } = {}] = reports[0]?.findings ?? [];
    expect([what, fix]).toEqual([expect.stringContaining(tool), expect.stringContaining('Switch that off')]);
  });

  it.each([
    ['<script src="https://tool.example/a.js"></script>', 'wrong doctor/script-added'],
    ['<script data-cfasync="false">own()</script><script>added()</script>', 'wrong doctor/script-added'],
    [
      '<script data-cfasync=false src=/assets/early.js></script><script src=/other.js></script>',
      'wrong doctor/script-added',
    ],
  ])('finds a script that no deploy writes: %s', async (markup, expected) => {
    const { lookAtPage, write } = await createPage();
    write({}, markup);
    expect(new Set((await lookAtPage()).bad)).toEqual(new Set([expected]));
  });

  it('judges a remote by the root that the page carries', async () => {
    const { lookAtPage, write } = await createPage();
    const stranger = await createTeam();
    const file = await stranger.store.read('remote-evm/root/1.json');
    const { payload } = readEnvelope(rootFormat, file?.bytes ?? new Uint8Array(), 'remote-evm');
    const root = JSON.parse(new TextDecoder().decode(payload));
    write({ trust: { remotes: [{ name: 'remote-evm', root, least: 0 }] } });
    expect((await lookAtPage()).bad).toEqual(['hint doctor/no-copy', 'wrong doctor/document']);
  });

  it('finds a live document that is older than the page has seen', async () => {
    const { lookAtPage, write, data } = await createPage();
    write({ trust: { remotes: data.trust?.remotes.map((one) => ({ ...one, least: 9 })) ?? [] } });
    const { bad, findings } = await lookAtPage();
    expect(bad.toSorted()).toEqual(['hint doctor/copy', 'wrong doctor/document']);
    expect(findings.find(({ code }) => code === 'doctor/document')?.what).toContain('release/older');
  });

  it('finds a release that the page cannot run', async () => {
    const { lookAtPage, page } = await createPage();
    page.files.set('/linkspan.json', JSON.stringify({ contract: '0.9', offered: {}, remotes: [] }));
    const { bad, findings } = await lookAtPage();
    expect(bad).toEqual(['wrong doctor/misfit']);
    expect(findings.find(({ level }) => level === 'wrong')?.what).toBe(
      'The page cannot run remote-evm 1.0.0: it offers contract 0.9, and 1.0 is needed.',
    );
  });

  it('looks at the block list', async () => {
    const { lookAtPage, page } = await createPage();
    page.files.delete('/blocked.json');
    expect((await lookAtPage()).bad).toEqual(['wrong doctor/status']);
    page.files.set('/blocked.json', '{"version":2}');
    expect((await lookAtPage()).bad).toEqual(['wrong doctor/blocklist']);
  });
});
