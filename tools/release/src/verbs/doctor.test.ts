import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvelope, rootFormat } from '@linkspan/trust';
import { describe, expect, it, vi } from 'vitest';
import { integrityOf } from '../files.ts';
import { readAll, type Store } from '../store/store.ts';
import { createPlace, type Place, testNow } from '../testing/command.ts';
import { writeDeployedSite } from '../testing/sealed-site.ts';
import {
  type Change,
  changeAt,
  type Fault,
  type SiteAnswer,
  serveFolder,
  serveStore,
  silent,
} from '../testing/serve.ts';
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
    bad: findings.map(({ level, code }) => `${level} ${code.replace('doctor/', '')}`),
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
    for (const { query, headers } of served.asked) {
      expect(headers.cookie).toBeUndefined();
      if (query !== '') continue;
      expect(headers.origin).toMatch(/^(https:\/\/page\.example|http:\/\/localhost:\d+)$/);
    }
  });
});

describe('linkspan doctor, at a remote, before a release,', { timeout: 60_000, tags: ['release'] }, () => {
  it.each<[string, string, Fault, string]>([
    ['a live document that may be stale', 'live.json', { 'cache-control': 'max-age=600' }, 'wrong stale'],
    ['an announced root that may be stale', 'm/root.json', { 'cache-control': 'max-age=600' }, 'wrong stale'],
    ['a release that is not kept', 'chunk.js', { 'cache-control': 'no-cache' }, 'hint not-immutable'],
    ['a root that is not kept', 'root/1.json', { 'cache-control': 'no-cache' }, 'hint not-immutable'],
    ['a script of no type', 'chunk.js', { 'content-type': 'text/plain' }, 'wrong type'],
    ['a file for other pages', 'chunk.js', { 'access-control-allow-origin': undefined }, 'wrong cors'],
    ['an altered file', 'chunk.js', { body: 'evil()' }, 'wrong altered'],
    ['a missing file', 'chunk.js', { status: 404 }, 'wrong missing'],
    ['a missing root that is kept', 'root/2.json', { 'cache-control': 'max-age=3600' }, 'wrong missing-kept'],
    ['a root that cannot be asked for', 'root/2.json', { status: 503 }, 'unsure busy'],
    [
      'a page in place of what is missing',
      'root/2.json',
      { status: 200, 'content-type': 'text/html' },
      'wrong missing-answered',
    ],
    ['a missing first root', 'root/1.json', { status: 404 }, 'wrong missing,wrong refused'],
    ['a document that is none', 'live.json', { body: '{"payload":""}' }, 'wrong refused'],
    ['a document without signatures', 'live.json', { body: '{"remote":"remote-evm"}' }, 'wrong refused'],
  ])('finds %s', async (_, end, fault, expected) => {
    const { run, served, url } = await createServed();
    served.changes.push(changeAt(end, fault));
    const { exitCode, bad } = await look({ run }, url);
    expect([exitCode, bad.join()]).toEqual([expected.startsWith('hint') ? 0 : 1, expected]);
  });

  it.each<[string, Fault, string]>([
    ['no sandbox', { 'content-security-policy': undefined }, 'wrong open'],
    ['a guessed type', { 'x-content-type-options': undefined }, 'wrong open'],
    ['a service worker’s reach', { 'service-worker-allowed': '/' }, 'wrong header-more'],
  ])('finds %s under the page’s own origin', async (_, fault, expected) => {
    const { run, served, url } = await createServed();
    served.changes.push(changeAt('', { 'content-security-policy': "sandbox; default-src 'none'" }));
    const below = `${url} --origin ${served.origin}`;
    expect((await look({ run }, below)).bad).toEqual([]);
    served.changes.push(changeAt('chunk.js', fault));
    expect((await look({ run }, below)).bad).toEqual([expected]);
  });

  /** A cache that keeps an answer by its address alone, in front of a store that sends these headers to an origin. */
  function keepByAddress(allow: (origin: string | undefined) => string | undefined): Change {
    const kept = new Map<string, SiteAnswer>();
    return (answer, { path, query, headers: { origin } }) => {
      const allowed = allow(typeof origin === 'string' ? origin : undefined);
      const { 'access-control-allow-origin': _, ...headers } = answer.headers;
      const own = {
        ...answer,
        headers: allowed ? { ...headers, 'access-control-allow-origin': allowed } : headers,
      };
      if (query === '') return own;
      kept.set(path + query, kept.get(path + query) ?? own);
      return kept.get(path + query);
    };
  }

  it.each<[string, (origin: string | undefined) => string | undefined, string[]]>([
    ['that sends one header to all', () => '*', []],
    ['that names the one page to all', () => 'https://page.example', []],
    ['that sends it to pages alone', (origin) => origin && '*', ['wrong cors-cached']],
    ['that repeats the origin', (origin) => origin, ['wrong cors-cached']],
  ])('finds a cache in front of a store %s', async (_, allow, expected) => {
    const { run, served, url } = await createServed();
    served.changes.push(keepByAddress(allow));
    const { bad, findings } = await look({ run }, url);
    expect(bad).toEqual(expected);
    if (expected.length > 0) expect(findings[0]?.where).toHaveLength(2);
  });

  it('takes a store that tells origins apart, or refuses others, for what it is', async () => {
    for (const isForAll of [true, false]) {
      const { run, served, url } = await createServed();
      served.changes.push((answer, { headers: { origin } }) => {
        const { 'access-control-allow-origin': _, ...headers } = answer.headers;
        const isAllowed = isForAll || origin === 'https://page.example';
        const own: Record<string, string> =
          origin && isAllowed ? { 'access-control-allow-origin': origin } : {};
        return { ...answer, headers: { ...headers, ...own, vary: 'Origin' } };
      });
      expect((await look({ run }, url)).bad).toEqual([]);
    }
  });

  it('tells what several files have in common once', async () => {
    const { run, served, url } = await createServed();
    served.changes.push(changeAt('.js', { 'access-control-allow-origin': undefined }));
    expect((await run(`doctor ${url}`)).said).toMatch(/wrong +http:\S+ \(and 2 more\) cannot be read by/);
  });

  it('waits for an answer no longer than it was told', async () => {
    const { run, url } = await createServed();
    const deadline = vi.spyOn(AbortSignal, 'timeout');
    deadline.mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')));
    const { exitCode, complaint } = await run(`doctor ${url} --timeout 1`, { fetch: silent });
    expect(deadline).toHaveBeenCalledWith(1_000);
    expect([exitCode, complaint]).toEqual([1, expect.stringMatching(/within 1 s[\s\S]*command\/no-answer/)]);
  });

  it.each([
    [5, 'hint live-expires'],
    [8, 'wrong refused'],
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
    expect((await look({ run }, url)).bad).toContain('wrong refused');
  });

  it('finds that a root is missing, which the live document names', async () => {
    const team = await createLive();
    await team.done(`root change remote-evm --floor 1 ${team.by('ann', 'bob')}`);
    await team.done('root publish .linkspan/roots/remote-evm-2.json');
    await team.done(`refresh remote-evm ${team.by('ci')}`);
    const served = await serveStore(team.store);
    served.changes.push(changeAt('root/2.json', { status: 404, 'cache-control': undefined }));
    const { findings } = await look(team, `${served.origin}/remote-evm/`);
    expect(findings).toMatchObject([{ what: expect.stringContaining('release/root-gap') }]);
  });

  it('asks for HTTPS away from this machine', async () => {
    const { run, served } = await createServed();
    for (const [origin, bad] of [
      ['http://wallets.example/', ['wrong insecure']],
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
  await site.change('linkspan.json', () => '{"contract":"2.0","offered":{}}');
  await site.write('blocked.json', '{"version":1,"blocked":[]}');
  const page = await serveFolder(join(folder, 'site'));
  page.changes.push(changeAt('blocked.json', { 'cache-control': 'no-cache' }));
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
});

describe('linkspan doctor, at a page with a remote by a package', { timeout: 60_000 }, () => {
  const file = 'assets/linkspan/remote-near/1.2.3-0a/entry.js';

  async function createPackaged() {
    const created = await createPage();
    const { site, config } = created;
    const near = { id: 'near', remote: { name: 'remote-near', url: '/assets/linkspan/remote-near/' } };
    const integrity = integrityOf(new TextEncoder().encode('entry'));
    const manifest = {
      ...{ remote: 'remote-near', version: '1.2.3' },
      files: [{ path: 'entry.js', bytes: 5, integrity }],
    };
    const pinned = [{ package: '@quay/remote-near', path: '1.2.3-0a/', manifest }];
    const families = [...config.families, near];
    const html = await readFile(join(created.folder, 'site/index.html'), 'utf8');
    const { trust } = JSON.parse(/id="linkspan-page">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
    const data = { ...site.data, config: { families }, trust: { ...trust, pinned } };
    await site.writePage(data);
    await site.write(file, 'entry');
    return created;
  }

  it('tells its version and its package, and asks for no document of it', async () => {
    const { lookAtPage } = await createPackaged();
    const { exitCode, bad, reports } = await lookAtPage();
    expect([exitCode, bad]).toEqual([0, []]);
    expect(reports.map(({ name }) => name)).toEqual([
      ...['page', 'remote-evm: 1.0.0 for 100 %', 'remote-near: 1.2.3 of @quay/remote-near'],
    ]);
  });

  it('finds an altered copy, also without the site', async () => {
    const { lookAtPage, site } = await createPackaged();
    await site.change(file, () => 'other');
    const { findings } = await lookAtPage('');
    const altered = findings.filter(({ code }) => code === 'doctor/altered');
    expect(altered.map(({ where }) => where.join())).toEqual([expect.stringContaining(file)]);
  });
});

describe('linkspan doctor, at a page, before a release,', { timeout: 60_000, tags: ['release'] }, () => {
  it.each<[string, string, Fault, readonly string[]]>([
    ['a page that may be stale', '/', { 'cache-control': 'max-age=3600' }, ['header-other', 'stale']],
    ['a page without a policy', '/', { 'content-security-policy': undefined }, ['header-missing']],
    ['another policy', '/', { 'content-security-policy': "default-src 'none'" }, ['header-other']],
    ['windows that cannot answer', '/', { 'cross-origin-opener-policy': 'same-origin' }, ['header-other']],
    ['an altered file', 'early-1.js', { body: 'evil()' }, ['altered']],
    ['an offer that is gone', 'linkspan.json', { status: 404 }, ['missing']],
    ['a copy that is gone', 'remote-evm.json', { status: 404 }, ['missing']],
    ['a block list that is gone', 'blocked.json', { status: 404 }, ['missing']],
    ['a block list that says nothing', 'blocked.json', { body: '{"version":2}' }, ['document']],
  ])('finds %s', async (_, end, fault, expected) => {
    const { lookAtPage, page } = await createPage();
    page.changes.push(changeAt(end, fault));
    const { bad } = await lookAtPage();
    expect(bad.toSorted()).toEqual(expected.map((code) => `wrong ${code}`));
  });

  const inPage =
    (edit: (html: string) => string): Change =>
    (answer, { path }) =>
      /^\/(index.html)?$/.test(path)
        ? { ...answer, body: Buffer.from(edit(`${Buffer.from(answer.body)}`)) }
        : answer;

  it.each<[what: string, change: Change, code: string, says: RegExp]>([
    [
      'removes white space',
      inPage((html) => html.replace(/>\s+</g, '><')),
      'altered',
      /look for a proxy that rewrites/,
    ],
    [
      'adds a script',
      inPage((html) => html.replace('</body>', '<script>a()</script></body>')),
      'altered',
      /a proxy/,
    ],
    [
      'takes all scripts for itself',
      inPage((html) => html.replaceAll('<script', '<script type="0123456789abcdef01234567-text/javascript"')),
      'rewritten',
      /Rocket Loader: switch that off/,
    ],
    [
      'adds a policy',
      (answer) => {
        const policy = `${answer.headers['content-security-policy']}, default-src 'self'`;
        return { ...answer, headers: { ...answer.headers, 'content-security-policy': policy } };
      },
      'header-other',
      /comes with another content-security-policy.*Send what the deploy wrote/,
    ],
    [
      'has the page kept',
      changeAt('/', { 'cache-control': 'max-age=86400' }),
      'stale',
      /let no cache keep it/,
    ],
    [
      'serves scripts as text',
      changeAt('.js', { 'content-type': 'text/plain' }),
      'type',
      /Send it as text\/javascript/,
    ],
    [
      'answers a page for what is missing',
      (answer) =>
        answer.status === 404 ? { ...answer, status: 200, body: Buffer.from('<!doctype html>') } : answer,
      'missing-answered',
      /Answer 404/,
    ],
    [
      'has what is missing kept',
      (answer) =>
        answer.status === 404
          ? { ...answer, headers: { ...answer.headers, 'cache-control': 'max-age=60000' } }
          : answer,
      'missing-kept',
      /Send “no-store” with a 404/,
    ],
    [
      'leads to another host',
      changeAt('early-1.js', { status: 302, location: 'https://cdn.example/early-1.js' }),
      'redirect',
      /redirects to https:\/\/cdn\.example/,
    ],
    [
      'cuts files off',
      (answer, { path }) => (path.endsWith('.js') ? { ...answer, body: answer.body.slice(0, -3) } : answer),
      'altered',
      /its hash differs/,
    ],
  ])('names a proxy that %s', async (_, change, code, says) => {
    const { lookAtPage, page } = await createPage();
    page.changes.push(change);
    const { exitCode, findings } = await lookAtPage();
    const found = findings.filter((one) => one.code === `doctor/${code}`);
    expect([exitCode, found.map(({ what }) => what).join()]).toEqual([1, expect.stringMatching(says)]);
  });

  it('compares without the deploy’s folder what every deploy writes, and says so', async () => {
    const { lookAtPage, page } = await createPage();
    expect((await lookAtPage('')).bad).toEqual(['hint no-site']);
    page.changes.push(changeAt('/', { 'content-security-policy': undefined }));
    expect((await lookAtPage('')).bad).toEqual(['wrong header-missing', 'hint no-site']);
    expect((await lookAtPage('--site elsewhere')).complaint).toContain('command/no-site');
  });

  it.each<[string, (page: Page) => Promise<unknown>, readonly string[]]>([
    [
      'an offer that says nothing',
      ({ site }) => site.change('linkspan.json', () => '{}'),
      ['wrong document'],
    ],
    [
      'a live document that is older than the page has seen',
      ({ writePage }) => writePage({ least: 9 }),
      ['wrong refused'],
    ],
    [
      'another root than the page’s',
      ({ writePage, site }) => writePage({ root: site.data.trust.remotes[0].root }),
      ['wrong refused'],
    ],
    [
      'a release that the page cannot run',
      ({ site }) => site.change('linkspan.json', () => '{"contract":"0.9","offered":{}}'),
      ['wrong misfit'],
    ],
  ])('finds %s', async (_, makeFault, expected) => {
    const page = await createPage();
    await makeFault(page);
    expect((await page.lookAtPage()).bad.toSorted()).toEqual(expected);
  });

  it('says of each script that an application has from another origin that it can ask wallets for anything', async () => {
    const { lookAtPage, site, config } = await createPage();
    const application = {
      entries: ['/app.js'],
      integrity: { '/app.js': 'a', 'https://cdn.example/a.js': 'b' },
    };
    await site.write(
      'index.html',
      `<script type="application/json" id="linkspan-page">${JSON.stringify({ config, application })}</script>`,
    );
    const { findings } = await lookAtPage('');
    expect(findings.filter(({ code }) => code === 'doctor/foreign-script')).toEqual([
      {
        ...{ level: 'hint', code: 'doctor/foreign-script', where: ['https://cdn.example/a.js'] },
        what: expect.stringContaining('can ask wallets for anything'),
      },
    ]);
  });

  it('finds a page that takes what nobody signed', async () => {
    const { lookAtPage, site, config } = await createPage();
    await site.write(
      'index.html',
      `<script type="application/json" id="linkspan-page">${JSON.stringify({ config })}</script>`,
    );
    expect((await lookAtPage('')).bad).toContain('wrong unsigned-page');
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
