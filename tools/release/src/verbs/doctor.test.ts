import { join } from 'node:path';
import { readEnvelope, rootFormat } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { readAll, type Store } from '../store/store.ts';
import { createPlace, type Place, testNow } from '../testing/command.ts';
import { writeDeployedSite } from '../testing/sealed-site.ts';
import { type Change, type SiteAnswer, serveFolder, serveStore, withHeader } from '../testing/serve.ts';
import { createTeam } from '../testing/team.ts';
import type { Context } from '../verb.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Facts {
  readonly reports: readonly {
    readonly kind: string;
    readonly name: string;
    readonly findings: readonly {
      readonly level: string;
      readonly code: string;
      readonly where: readonly string[];
      readonly what: string;
    }[];
  }[];
}

/** Runs the doctor, and tells what it found. */
async function look({ run }: Pick<Place, 'run'>, words: string, context: Partial<Context> = {}) {
  const { exitCode, said, complaint } = await run(`doctor ${words} --json`, context);
  const { reports }: Facts = said ? JSON.parse(said) : { reports: [] };
  const findings = reports.flatMap((one) => one.findings);
  return {
    exitCode,
    reports,
    findings,
    bad: findings.map(({ level, code }) => `${level} ${code}`),
    complaint,
  };
}

/** A team whose remote is live. */
async function createLive() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
  return team;
}

let live: Promise<Pick<Store, 'read'>> | undefined;

/** A live remote that stays as it is; it is made once for all tests. */
function readLive(): Promise<Pick<Store, 'read'>> {
  live ??= createLive().then(async ({ store }) => {
    const paths = (await store.list('')).map(({ path }) => path);
    const files = new Map((await readAll(store, paths)).map((file) => [file.path, file]));
    return { read: async (path) => files.get(path) };
  });
  return live;
}

/** The same, served. */
async function createServed() {
  const store = await readLive();
  const served = await serveStore(store);
  return { ...(await createPlace()), store, served, url: `${served.origin}/remote-evm/` };
}

const isAt = (end: string) => (path: string) => path.endsWith(end);
const isFile = (path: string) => path.includes('/releases/');
const change =
  (isMeant: (path: string) => boolean, changes: Partial<SiteAnswer>): Change =>
  (answer, { path }) =>
    isMeant(path) ? { ...answer, ...changes } : answer;
const closed = withHeader('content-security-policy', "sandbox; default-src 'none'", () => true);

describe('linkspan doctor, at a remote', { timeout: 60_000 }, () => {
  it.each(['', 'live.json'])(
    'finds nothing wrong if nothing is, and tells what is live: %s',
    async (path) => {
      const { run, url } = await createServed();
      const { exitCode, findings, reports } = await look({ run }, url + path);
      expect([exitCode, findings]).toEqual([0, []]);
      expect(reports).toMatchObject([{ kind: 'remote', name: 'remote-evm: 1.0.0 for 100 %' }]);
      expect((await run(`doctor ${url.slice(0, -1)}`)).said).toContain('Nothing is wrong.');
    },
  );

  it('asks as a page of another origin does, without cookies', async () => {
    const { run, url, served } = await createServed();
    await look({ run }, url);
    for (const { headers } of served.asked) {
      expect(headers.origin).toMatch(/^(https:\/\/page\.example|http:\/\/localhost:\d+)$/);
      expect(headers.cookie).toBeUndefined();
    }
  });

  it.each<[string, Change, string]>([
    [
      'a live document that may be stale',
      withHeader('cache-control', 'max-age=600', isAt('live.json')),
      'wrong doctor/stale',
    ],
    [
      'an announced root that may be stale',
      withHeader('cache-control', 'max-age=600', isAt('evm/root.json')),
      'wrong doctor/stale',
    ],
    [
      'a release that is not kept',
      withHeader('cache-control', 'no-cache', isFile),
      'hint doctor/not-immutable',
    ],
    [
      'a root that is not kept',
      withHeader('cache-control', 'no-cache', isAt('root/1.json')),
      'hint doctor/not-immutable',
    ],
    ['a script of no type', withHeader('content-type', 'text/plain', isAt('chunk.js')), 'wrong doctor/type'],
    [
      'files that pages cannot read',
      withHeader('access-control-allow-origin', undefined, isFile),
      'wrong doctor/cors',
    ],
    ['an altered file', change(isAt('chunk.js'), { body: Buffer.from('evil()') }), 'wrong doctor/altered'],
    [
      'a missing root that caches remember',
      change(isAt('root/2.json'), { headers: { 'cache-control': 'max-age=3600' } }),
      'wrong doctor/missing-kept',
    ],
    ['a root that cannot be asked for', change(isAt('root/2.json'), { status: 503 }), 'unsure doctor/busy'],
    [
      'a page in place of what is missing',
      change(isAt('root/2.json'), { status: 200, headers: { 'content-type': 'text/html' } }),
      'wrong doctor/missing-answered',
    ],
    [
      'a missing first root',
      change(isAt('root/1.json'), { status: 404, headers: {} }),
      'wrong doctor/refused',
    ],
    [
      'a document that is none',
      change(isAt('live.json'), { body: Buffer.from('{"payload":""}') }),
      'wrong doctor/refused',
    ],
    [
      'a document without signatures',
      change(isAt('live.json'), { body: Buffer.from('{"remote":"remote-evm"}') }),
      'wrong doctor/refused',
    ],
  ])('finds %s', async (_, fault, expected) => {
    const { run, served, url } = await createServed();
    served.changes.push(fault);
    const { exitCode, bad } = await look({ run }, url);
    expect([exitCode, bad]).toEqual([expected.startsWith('hint') ? 0 : 1, [expected]]);
  });

  it.each<[string, Change, string]>([
    ['no sandbox', withHeader('content-security-policy', undefined, isAt('chunk.js')), 'wrong doctor/open'],
    [
      'a guessed type',
      withHeader('x-content-type-options', undefined, isAt('chunk.js')),
      'wrong doctor/open',
    ],
    [
      'a service worker’s reach',
      withHeader('service-worker-allowed', '/', isAt('chunk.js')),
      'wrong doctor/header-more',
    ],
  ])('finds %s under the page’s own origin', async (_, fault, expected) => {
    const { run, served, url } = await createServed();
    served.changes.push(closed);
    const below = `${url} --origin ${served.origin}`;
    expect((await look({ run }, below)).bad).toEqual([]);
    served.changes.push(fault);
    expect((await look({ run }, below)).bad).toEqual([expected]);
  });

  it('tells what several files have in common once', async () => {
    const { run, served, url } = await createServed();
    served.changes.push(withHeader('access-control-allow-origin', undefined, isFile));
    expect((await run(`doctor ${url}`)).said).toMatch(/wrong +http:\S+ \(and 2 more\) cannot be read by/);
  });

  it('waits for an answer no longer than it was told', async () => {
    const { run, url } = await createServed();
    const fetch: Context['fetch'] = (_, options) =>
      new Promise((_resolve, reject) =>
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
      );
    const { exitCode, complaint } = await run(`doctor ${url} --timeout 1`, { fetch });
    expect([exitCode, complaint]).toEqual([1, expect.stringMatching(/within 1 s[\s\S]*command\/no-answer/)]);
  });

  it.each([
    [5, 'hint doctor/live-expires'],
    [8, 'wrong doctor/refused'],
  ])('finds what expires after seven days, on day %i', async (days, expected) => {
    const { run, url } = await createServed();
    const now = () => testNow + days * dayMs;
    expect((await look({ run }, url, { now })).bad).toEqual([expected]);
  });

  it('tells that a remote is withdrawn', async () => {
    const team = await createLive();
    await team.done(`withdraw remote-evm ${team.by('ci')}`);
    const served = await serveStore(team.store);
    const { bad, reports } = await look(team, `${served.origin}/remote-evm/`);
    expect([bad, reports[0]?.name]).toEqual([[], 'remote-evm: nothing, it is withdrawn']);
  });

  it('finds a next root of somebody else', async () => {
    const { run, served, url } = await createServed();
    const stranger = await createTeam();
    const root = await stranger.store.read('remote-evm/root/1.json');
    served.changes.push((answer, asked) =>
      asked.path.endsWith('root/2.json')
        ? { ...answer, status: 200, body: Buffer.from(root?.bytes ?? []) }
        : answer,
    );
    expect((await look({ run }, url)).bad).toContain('wrong doctor/refused');
  });

  it('finds that a root is missing, which the live document names', async () => {
    const team = await createLive();
    await team.done(`root change remote-evm --floor 1 ${team.by('ann', 'bob')}`);
    await team.done('root publish .linkspan/roots/remote-evm-2.json');
    await team.done(`refresh remote-evm ${team.by('ci')}`);
    const served = await serveStore(team.store);
    served.changes.push(change(isAt('root/2.json'), { status: 404, headers: {} }));
    const { findings } = await look(team, `${served.origin}/remote-evm/`);
    expect(findings).toMatchObject([{ what: expect.stringContaining('release/root-gap') }]);
  });

  it('asks for HTTPS away from this machine', async () => {
    const { run, served } = await createServed();
    for (const [origin, bad] of [
      ['http://wallets.example/', ['wrong doctor/insecure']],
      ['https://wallets.example/', []],
    ] as const) {
      const reach: Context['fetch'] = (address, options) =>
        fetch(String(address).replace(origin, `${served.origin}/`), options);
      expect((await look({ run }, `${origin}remote-evm/`, { fetch: reach })).bad).toEqual(bad);
    }
  });

  it('follows no roots without end', async () => {
    const { run, store, url } = await createServed();
    const first = Buffer.from((await store.read('remote-evm/root/1.json'))?.bytes ?? []);
    const roots: string[] = [];
    const endless: Context['fetch'] = async (address, options) => {
      if (!/root\/\d+\.json$/.test(`${address}`)) return fetch(address, options);
      roots.push(`${address}`);
      return new Response(first);
    };
    await look({ run }, url, { fetch: endless });
    expect(roots.length).toBeLessThanOrEqual(1_000);
  });

  it('says so if there is nothing to look at', async () => {
    const { run, served } = await createServed();
    const { exitCode, complaint } = await look({ run }, `${served.origin}/elsewhere/`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/nothing-there')]);
    expect(await run('doctor wallets.example')).toMatchObject({ exitCode: 2 });
  });
});

/** A deployed page with one remote, which lives on another origin. */
async function createPage() {
  const remote = await createServed();
  const { folder, store, url } = remote;
  const read = async (path: string) => (await store.read(path))?.bytes ?? new Uint8Array();
  const { payload } = readEnvelope(rootFormat, await read('remote-evm/root/1.json'), 'remote-evm');
  const site = await writeDeployedSite(join(folder, 'site'));
  const trusted = {
    name: 'remote-evm',
    root: JSON.parse(new TextDecoder().decode(payload)),
    least: 1,
    copy: '/documents/remote-evm.json',
  };
  const config = { families: [{ id: 'evm', remote: { name: 'remote-evm', url } }] };
  const writePage = (changed: object = {}) =>
    site.writePage({ ...site.data, config, trust: { remotes: [{ ...trusted, ...changed }] } });
  await writePage();
  const text = new TextDecoder().decode(await read('remote-evm/live.json'));
  await site.change('documents/remote-evm.json', () => text);
  await site.change('linkspan.json', () => '{"contract":"1.0","offered":{}}');
  await site.write('blocked.json', '{"version":1,"blocked":[]}');
  const page = await serveFolder(join(folder, 'site'));
  page.changes.push(withHeader('cache-control', 'no-cache', isAt('blocked.json')));
  const lookAtPage = (options = '--site site') => look(remote, `${page.origin}/ ${options}`);
  return { ...remote, site, page, config, writePage, lookAtPage };
}

type Page = Awaited<ReturnType<typeof createPage>>;

describe('linkspan doctor, at a page', { timeout: 60_000 }, () => {
  it('looks at the page and at each of its remotes', async () => {
    const { lookAtPage } = await createPage();
    const { exitCode, bad, reports } = await lookAtPage();
    expect([exitCode, bad]).toEqual([0, []]);
    expect(reports.map(({ kind, name }) => [kind, name])).toEqual([
      ['page', 'page'],
      ['remote', 'remote-evm: 1.0.0 for 100 %'],
    ]);
  });

  const isPage = (path: string) => path === '/';
  it.each<[string, Change, readonly string[]]>([
    [
      'a page that may be stale',
      withHeader('cache-control', 'max-age=3600', isPage),
      ['header-other', 'stale'],
    ],
    ['a page without a policy', withHeader('content-security-policy', undefined, isPage), ['header-missing']],
    [
      'a policy of another deploy',
      withHeader('content-security-policy', "default-src 'none'", isPage),
      ['header-other'],
    ],
    [
      'wallets’ windows that cannot answer',
      withHeader('cross-origin-opener-policy', 'same-origin', isPage),
      ['header-other'],
    ],
    ['an altered file', change(isAt('early-1.js'), { body: Buffer.from('evil()') }), ['altered']],
    [
      'an altered page',
      (answer, { path }) =>
        isPage(path)
          ? {
              ...answer,
              body: Buffer.concat([answer.body, Buffer.from('<script src="/cdn-cgi/zaraz/s.js">')]),
            }
          : answer,
      ['altered', 'rewritten'],
    ],
    ['an offer that is gone', change(isAt('linkspan.json'), { status: 404 }), ['missing']],
    ['a copy that is gone', change(isAt('remote-evm.json'), { status: 404 }), ['missing']],
    ['a block list that is gone', change(isAt('blocked.json'), { status: 404 }), ['missing']],
    [
      'a block list that says nothing',
      change(isAt('blocked.json'), { body: Buffer.from('{"version":2}') }),
      ['document'],
    ],
  ])('finds %s', async (_, fault, expected) => {
    const { lookAtPage, page } = await createPage();
    page.changes.push(fault);
    const { bad } = await lookAtPage();
    expect(bad.toSorted()).toEqual(expected.map((code) => `wrong doctor/${code}`));
  });

  it('compares without the deploy’s folder what every deploy writes, and says so', async () => {
    const { lookAtPage, page } = await createPage();
    expect((await lookAtPage('')).bad).toEqual(['hint doctor/no-site']);
    page.changes.push(withHeader('content-security-policy', undefined, isPage));
    expect((await lookAtPage('')).bad).toEqual(['wrong doctor/header-missing', 'hint doctor/no-site']);
    expect((await lookAtPage('--site elsewhere')).complaint).toContain('command/no-site');
  });

  it.each<[string, (page: Page) => Promise<unknown>, readonly string[]]>([
    [
      'an offer that says nothing',
      ({ site }) => site.change('linkspan.json', () => '{}'),
      ['wrong doctor/document'],
    ],
    [
      'a live document that is older than the page has seen',
      ({ writePage }) => writePage({ least: 9 }),
      ['wrong doctor/refused'],
    ],
    [
      'another root than the page’s',
      ({ writePage, site }) => writePage({ root: site.data.trust.remotes[0].root }),
      ['wrong doctor/refused'],
    ],
    [
      'a release that the page cannot run',
      ({ site }) => site.change('linkspan.json', () => '{"contract":"0.9","offered":{}}'),
      ['wrong doctor/misfit'],
    ],
  ])('finds %s', async (_, makeFault, expected) => {
    const page = await createPage();
    await makeFault(page);
    expect((await page.lookAtPage()).bad.toSorted()).toEqual(expected);
  });

  it('finds a page that takes what nobody signed', async () => {
    const { lookAtPage, site, config } = await createPage();
    await site.write(
      'index.html',
      `<script type="application/json" id="linkspan-page">${JSON.stringify({ config })}</script>`,
    );
    expect((await lookAtPage('')).bad).toContain('wrong doctor/unsigned-page');
  });

  it.each([
    [
      '<script src="/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js" defer></script>',
      'Rocket Loader',
    ],
    ['<script type="e1d3b0ba1f9c8b9d4f0c7d11-module" src="/assets/early.js"></script>', 'Rocket Loader'],
    ['<a href="/cdn-cgi/l/email-protection#a1">[email protected]</a>', 'Email'],
    ['<script defer src="https://static.cloudflareinsights.com/beacon.min.js/v1"></script>', 'Web Analytics'],
    ['<script>window.__CF$cv$params={r:1}</script>', 'JavaScript Detections'],
    ['<script async src="/.netlify/scripts/rum"></script>', 'Netlify'],
  ])('names in one sentence what rewrites the page: %s', async (markup, tool) => {
    const { lookAtPage, site } = await createPage();
    await site.change('index.html', (text) => text.replace('</body>', `${markup}</body>`));
    const { findings } = await lookAtPage('');
    const found = findings.filter(({ code }) => code === 'doctor/rewritten');
    expect(found).toMatchObject([{ what: expect.stringContaining(tool) }]);
    expect(found[0]?.what.match(/\./g)).toHaveLength(1);
  });
});
