import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testNow } from '../testing/command.ts';
import { createSealedSite, type SealedSite } from '../testing/sealed-site.ts';
import { type Change, withHeader } from '../testing/serve.ts';
import type { Context } from '../verb.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Facts {
  readonly url?: string;
  readonly verdict: string;
  readonly findings: readonly {
    readonly level: string;
    readonly code: string;
    readonly where: readonly string[];
    readonly what: string;
    readonly fix?: string;
  }[];
}

/** What a comparison finds; hints and what passed are left out of `bad`. */
async function compare(site: SealedSite, options = '', context: Partial<Context> = {}) {
  const line = `verify ${site.served.origin}/ --seal .linkspan/seal.json ${options} --json`;
  const { exitCode, said, complaint } = await site.run(line, context);
  const { url, verdict, findings }: Facts = said ? JSON.parse(said) : { verdict: complaint, findings: [] };
  const codesOf = (...levels: string[]) =>
    findings.filter(({ level }) => levels.includes(level)).map(({ code }) => code);
  return {
    exitCode,
    url,
    verdict,
    findings,
    bad: codesOf('wrong', 'unsure'),
    hints: codesOf('hint'),
    sound: codesOf('ok'),
  };
}

/** A server that sends other headers with a path; undefined takes one away. */
const header = (name: string, value: string | undefined, at = '/') =>
  withHeader(name, value, (path) => path === at);

const policyOf = async ({ folder }: SealedSite) =>
  /content-security-policy: (.*)/.exec(await readFile(join(folder, 'site/_headers'), 'utf8'))?.[1] ?? '';

describe('release verify', { timeout: 60_000 }, () => {
  it('finds nothing if the page is as sealed, and says with which seal it compared', async () => {
    const site = await createSealedSite();
    const found = await compare(site, '--state seen.json');
    expect(found).toMatchObject({ exitCode: 0, verdict: 'as-sealed', bad: [], hints: [] });
    expect(found.url).toBe(`${site.served.origin}/`);
    expect(found.sound).toEqual(['verify/files', 'verify/roots']);
    const { said } = await site.run(`verify ${site.served.origin}/ --seal .linkspan/seal.json`);
    const heading = `${site.served.origin}/  seal ${Math.floor(testNow / 60_000)} of 2026-11-20T12:00:00Z`;
    expect(said.split('\n')[0]).toBe(heading);
    expect(said).toContain('  ok     The page trusts the sealed roots: remote-evm 1.');
    expect(said).toContain('  ok     Each of the 6 files is as sealed');
    expect(said).toContain('\nIt is what was sealed.\n');
    expect(said).toContain('run it from several places');
  });

  it('says in its last line how that ends', async () => {
    const site = await createSealedSite();
    const last = async () =>
      (await site.run(`verify ${site.served.origin}/ --seal .linkspan/seal.json`)).said.split('\n').at(-2);
    await site.change('assets/host-1.js', () => 'evil()');
    expect(await last()).toBe('1 thing is not as sealed.');
    site.served.changes.push(() => undefined);
    expect(await last()).toBe('It could not be told whether it is what was sealed.');
  });

  it('asks for everything as two browsers, one of which reloads, and without cookies', async () => {
    const site = await createSealedSite();
    await compare(site);
    const { asked } = site.served;
    for (const path of ['/', '/index.html', '/assets/host-1.js']) {
      const own = asked.filter((one) => one.path === path).map(({ headers }) => headers);
      expect(new Set(own.map((one) => one['user-agent'])).size).toBe(2);
      expect(new Set(own.map((one) => one['cache-control']))).toEqual(new Set([undefined, 'no-cache']));
      expect(own.map(({ cookie }) => cookie).join('')).toBe('');
      expect(own[0]?.['sec-fetch-dest']).toBe(path.endsWith('.js') ? 'script' : 'document');
    }
  });

  it('takes the seal from an address, and follows none that leads on', async () => {
    const site = await createSealedSite();
    const { served, folder, run } = site;
    await writeFile(join(folder, 'site/seal.json'), await readFile(join(folder, '.linkspan/seal.json')));
    const line = `verify ${served.origin}/ --seal ${served.origin}/seal.json`;
    expect(await run(line)).toMatchObject({ exitCode: 0 });
    served.changes.push((answer, { path }) =>
      path === '/seal.json' ? { ...answer, status: 302, headers: { location: '/other.json' } } : answer,
    );
    const { exitCode, said } = await run(line);
    expect([exitCode, said]).toEqual([3, expect.stringContaining('it answers 302')]);
    expect(served.asked.map(({ path }) => path)).not.toContain('/other.json');
  });

  const inPage = (from: string | RegExp, to: string) => (site: SealedSite) =>
    site.change('index.html', (text) => text.replace(from, to));

  it.each<[what: string, change: (site: SealedSite) => Promise<unknown>, code: string, path: string]>([
    ['another boot script', inPage('booted = 1', 'booted = evil()'), 'verify/altered', ''],
    ['one more script', inPage('</main>', '</main><script>evil()</script>'), 'verify/altered', ''],
    ['a base of somebody else', inPage('<style>', '<base href="//evil"><style>'), 'verify/altered', ''],
    ['other words', inPage('Connect wallet', 'Type your seed'), 'verify/altered', ''],
    ['a byte that no browser shows', inPage(/^/, '\uFEFF'), 'verify/altered', ''],
    [
      'other keys in a root',
      ({ data, writePage }) =>
        writePage({ ...data, trust: { remotes: [{ name: 'remote-evm', root: { keys: {} } }] } }),
      'verify/altered',
      '',
    ],
    [
      'an altered script',
      ({ change }) => change('assets/host-1.js', (text) => text.replace('1', '2')),
      'verify/altered',
      'assets/host-1.js',
    ],
    [
      'a file that has grown without end',
      ({ change }) => change('assets/host-1.css', () => 'a{}'.repeat(500_000)),
      'verify/altered',
      'assets/host-1.css',
    ],
    [
      'a file that is gone',
      ({ folder }) => rm(join(folder, 'site/documents/remote-evm.json')),
      'verify/missing',
      'documents/remote-evm.json',
    ],
  ])('finds %s, and names the file', async (_, change, code, path) => {
    const site = await createSealedSite();
    await change(site);
    const { exitCode, verdict, bad, sound, findings } = await compare(site);
    expect([exitCode, verdict, bad, sound]).toEqual([1, 'different', [code], []]);
    expect(findings[0]?.where).toContain(`${site.served.origin}/${path}`);
  });

  it('names a tool that rewrites the page, and finds it altered all the same', async () => {
    const site = await createSealedSite();
    await inPage(
      '</body>',
      '<script src="https://static.cloudflareinsights.com/b.js"></script></body>',
    )(site);
    const { bad, findings } = await compare(site);
    expect(bad.sort()).toEqual(['verify/altered', 'verify/rewritten']);
    expect(findings.find(({ code }) => code === 'verify/rewritten')?.what).toContain('Web Analytics');
  });

  it('quotes a server in one line, so that it writes none of its own', async () => {
    const site = await createSealedSite();
    site.served.changes.push(header('cross-origin-opener-policy', 'x  ok     The\tpage'));
    const { said } = await site.run(`verify ${site.served.origin}/ --seal .linkspan/seal.json`);
    expect(said).toContain('cross-origin-opener-policy: “x ok The page”');
  });

  it.each<[what: string, change: (policy: string) => Change, code: string]>([
    ['no policy', () => header('content-security-policy', undefined), 'verify/header-missing'],
    [
      'a policy that reaches another host',
      (policy) =>
        header('content-security-policy', policy.replace('https://rpc', 'https://evil.example/ https://rpc')),
      'verify/header-other',
    ],
    ['a page that is kept for a day', () => header('cache-control', 'max-age=86400'), 'verify/header-other'],
    [
      'a script that is asked for each time',
      () => header('cache-control', 'no-cache', '/assets/host-1.js'),
      'verify/header-other',
    ],
    ['a cookie', () => header('set-cookie', 'id=1'), 'verify/header-more'],
    [
      'a header that loads',
      () => header('link', '<https://evil.example/>; rel=preload'),
      'verify/header-more',
    ],
    [
      'a wider scope for a service worker',
      () => header('service-worker-allowed', '/', '/assets/host-1.js'),
      'verify/header-more',
    ],
    [
      'a document that is sent as a page',
      () => header('content-type', 'text/html; charset=utf-8', '/documents/remote-evm.json'),
      'verify/type',
    ],
  ])('finds %s', async (_, toChange, code) => {
    const site = await createSealedSite();
    site.served.changes.push(toChange(await policyOf(site)));
    expect(await compare(site)).toMatchObject({ exitCode: 1, bad: [code], sound: [] });
  });

  it('wants a header that the server adds, where it was sealed', async () => {
    const site = await createSealedSite({ isSealed: false });
    await site.done(`${site.sealing} --header Strict-Transport-Security:max-age=31536000`);
    expect((await compare(site)).bad).toEqual(['verify/header-missing']);
    site.served.changes.push((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'strict-transport-security': 'max-age=31536000' },
    }));
    expect((await compare(site)).bad).toEqual([]);
  });

  it('finds a page that leads elsewhere, and does not go there', async () => {
    const site = await createSealedSite();
    const { served } = site;
    served.changes.push((answer, { path }) =>
      path === '/' ? { ...answer, status: 301, headers: { location: '/elsewhere' } } : answer,
    );
    const { exitCode, bad, sound } = await compare(site);
    expect([exitCode, bad, sound]).toEqual([1, ['verify/redirect'], []]);
    expect(served.asked.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  it.each(['/', '/index.html', '/assets/host-1.js'])(
    'finds that %s is another one for some browsers',
    async (at) => {
      const site = await createSealedSite();
      for (const change of [
        (answer) => ({ ...answer, body: Buffer.from('evil()') }),
        (answer) => ({ ...answer, status: 404 }),
      ] satisfies ((answer: Parameters<Change>[0]) => ReturnType<Change>)[]) {
        site.served.changes.splice(0, 1, (answer, { path, headers }) =>
          path === at && headers['user-agent']?.includes('iPhone') ? change(answer) : answer,
        );
        const { bad, findings } = await compare(site);
        expect(bad).toContain('verify/varies');
        expect(findings.find(({ code }) => code === 'verify/varies')?.where[0]).toBe(site.served.origin + at);
      }
    },
  );

  it.each(['index.html', '?utm_source=verify'])('finds another page at /%s', async (path) => {
    const site = await createSealedSite();
    const { origin } = site.served;
    const { bad, findings } = await compare(site, '', {
      fetch: (address, options) =>
        fetch(address === `${origin}/${path}` ? `${origin}/linkspan.json` : address, options),
    });
    expect(bad.sort()).toEqual(['verify/altered', 'verify/type']);
    expect(findings[0]?.where).toEqual([`${origin}/${path}`]);
  });

  it('takes error pages that differ by the browser for the same answer', async () => {
    const site = await createSealedSite();
    site.served.changes.push((answer, { headers }) => ({
      ...answer,
      status: 403,
      body: Buffer.from(`<h1>403</h1>${headers['user-agent']}`),
    }));
    expect((await compare(site)).bad).toEqual(['verify/missing']);
  });

  it('takes a redirect of /index.html to the page itself', async () => {
    const site = await createSealedSite();
    const redirect =
      (from: string, location: string): Change =>
      (answer, { path }) =>
        path === from ? { ...answer, status: 308, headers: { location } } : answer;
    site.served.changes.push(redirect('/index.html', '/'));
    expect((await compare(site)).bad).toEqual([]);
    site.served.changes.push(redirect('/index.html', '/#there'));
    expect((await compare(site)).bad).toEqual(['verify/redirect']);
    site.served.changes.push(redirect('/', '/'));
    expect((await compare(site)).exitCode).toBe(1);
  });

  it('says that it cannot tell where servers do not answer', async () => {
    const site = await createSealedSite();
    site.served.changes.push((answer, { path }) =>
      path === '/linkspan.json' ? { ...answer, status: 503 } : answer,
    );
    expect(await compare(site)).toMatchObject({
      exitCode: 3,
      verdict: 'unknown',
      bad: ['verify/busy'],
      sound: [],
    });
    site.served.close();
    expect(await compare(site)).toMatchObject({
      exitCode: 3,
      verdict: 'unknown',
      bad: ['verify/unreachable'],
    });
  });

  it('says what differs also where some of it does not answer', async () => {
    const site = await createSealedSite();
    await site.change('assets/host-1.js', () => 'evil()');
    site.served.changes.push((answer, { path }) => (path === '/' ? undefined : answer));
    expect(await compare(site)).toMatchObject({ exitCode: 1, bad: ['verify/altered', 'verify/unreachable'] });
  });

  it('waits for one answer, and for all of them, no longer than it was told', async () => {
    const site = await createSealedSite();
    const silent: Partial<Context> = {
      fetch: (_, options) =>
        new Promise((_resolve, reject) => {
          const { signal } = options as { signal: AbortSignal };
          if (signal.aborted) reject(signal.reason);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    const one = await compare(site, '--timeout 0 --within 60', silent);
    expect(one.findings[0]?.what).toContain('nothing came within 0 s');
    const all = await compare(site, '--timeout 60 --within 0', silent);
    expect([all.exitCode, all.findings[0]?.what]).toEqual([
      3,
      expect.stringContaining('the time for all of it was up'),
    ]);
  });
});

describe('release verify, of the seal,', { timeout: 60_000 }, () => {
  it('refuses one that the host team has not signed', async () => {
    const site = await createSealedSite();
    await site.done('keys make mallory --kind person');
    await site.done('seal keys --key .config/linkspan/keys/mallory.pub.json --out mallory.json');
    const seal = `seal site --origin ${site.served.origin} --key .config/linkspan/keys/mallory.key.json`;
    await site.done(`${seal} --host-keys mallory.json`);
    const { exitCode, bad, findings } = await compare(site);
    expect([exitCode, bad]).toEqual([1, ['verify/seal-unsigned']]);
    expect(findings[0]?.what).toContain('0 of the 1 signatures');
    expect(site.served.asked).toEqual([]);
  });

  it('refuses one that was changed after it was signed', async () => {
    const site = await createSealedSite();
    const file = join(site.folder, '.linkspan/seal.json');
    const envelope = JSON.parse(await readFile(file, 'utf8'));
    const payload = envelope.payload.replace('"bytes":', '"bytes":1');
    await writeFile(file, JSON.stringify({ ...envelope, payload }));
    expect((await compare(site)).bad).toEqual(['verify/seal-unsigned']);
  });

  it('refuses one that is older than was seen, and remembers each origin for itself', async () => {
    const site = await createSealedSite();
    const file = join(site.folder, '.linkspan/seal.json');
    const first = await readFile(file);
    await site.done(site.sealing);
    expect((await compare(site, '--state seen.json')).exitCode).toBe(0);
    const { origin } = site.served;
    const seen = JSON.parse(await readFile(join(site.folder, 'seen.json'), 'utf8'));
    expect(seen).toEqual({ seals: { [origin]: Math.floor(testNow / 60_000) + 1 } });
    await writeFile(file, first);
    const { exitCode, bad, findings } = await compare(site, '--state seen.json');
    expect([exitCode, bad]).toEqual([1, ['verify/seal-older']]);
    expect(findings[0]?.what).toContain(`version ${seen.seals[origin]} was seen here before`);
    await writeFile(
      join(site.folder, 'seen.json'),
      JSON.stringify({ seals: { 'https://other.example': 2 ** 30 } }),
    );
    expect((await compare(site, '--state seen.json')).exitCode).toBe(0);
  });

  it('does not remember one that it refuses', async () => {
    const site = await createSealedSite();
    await compare(site, '--state seen.json', { now: () => testNow + 31 * dayMs });
    await expect(readFile(join(site.folder, 'seen.json'))).rejects.toThrow('ENOENT');
  });

  it('refuses one that has expired, and warns a week before', async () => {
    const site = await createSealedSite();
    const at = (days: number) => ({ now: () => testNow + days * dayMs });
    expect((await compare(site, '--state seen.json', at(22))).hints).toEqual([]);
    expect((await compare(site, '--state seen.json', at(23))).hints).toEqual(['verify/seal-soon']);
    expect((await compare(site, '', at(22))).hints).toEqual(['verify/no-state']);
    expect(await compare(site, '', at(30))).toMatchObject({ exitCode: 1, bad: ['verify/seal-expired'] });
  });

  it('refuses one of another page, and what is none', async () => {
    const site = await createSealedSite({ isSealed: false });
    await site.done(`${site.sealing.replace(site.served.origin, 'https://staging.example')}`);
    expect(await compare(site)).toMatchObject({ exitCode: 1, bad: ['verify/seal-foreign'] });
    await writeFile(join(site.folder, '.linkspan/seal.json'), '{}');
    expect(await compare(site)).toMatchObject({ exitCode: 1, bad: ['verify/seal-malformed'] });
  });

  it('ends with 3 where it cannot begin, and with 2 where it is called wrongly', async () => {
    const site = await createSealedSite();
    const { run, folder } = site;
    const page = `${site.served.origin}/`;
    expect(await run(`verify ${page} --seal none.json`)).toMatchObject({
      exitCode: 3,
      complaint: expect.stringContaining('command/no-such-file'),
    });
    expect((await run(`verify ${page} --seal .linkspan/seal.json --host-keys none.json`)).exitCode).toBe(3);
    await writeFile(join(folder, 'seen.json'), '[]');
    expect(await run(`verify ${page} --seal .linkspan/seal.json --state seen.json`)).toMatchObject({
      exitCode: 3,
      complaint: expect.stringContaining('command/state-malformed'),
    });
    for (const [line, complaint] of [
      ['verify --seal a.json', 'URL'],
      [`verify ${page}`, '--seal FILE_OR_URL is missing'],
      [`verify ${page}deep/ --seal a.json`, `“${page}deep/” should be the address of a page`],
      ['verify wallets --seal a.json', '“wallets” should be the address of a page'],
    ] as const)
      expect(await run(line)).toMatchObject({ exitCode: 2, complaint: expect.stringContaining(complaint) });
  });
});
