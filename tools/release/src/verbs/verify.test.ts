import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testNow } from '../testing/command.ts';
import { createSealedSite, type SealedSite } from '../testing/sealed-site.ts';
import { type Change, changeAt, type Fault, silent } from '../testing/serve.ts';
import type { Context } from '../verb.ts';

const dayMs = 24 * 60 * 60 * 1000;
const sealPath = '.linkspan/seal.json';

interface Facts {
  readonly url: string;
  readonly verdict: string;
  readonly findings: readonly {
    readonly level: string;
    readonly code: string;
    readonly where: readonly string[];
    readonly what: string;
  }[];
}

/** What a comparison finds; hints are left out of `bad`. */
async function compare(site: SealedSite, options = '', context: Partial<Context> = {}) {
  const line = `verify ${site.served.origin}/ --seal ${sealPath} ${options} --json`;
  const { exitCode, said } = await site.run(line, context);
  const facts: Facts = JSON.parse(said);
  const codesOf = (isMeant: (level: string) => boolean) =>
    facts.findings.flatMap(({ level, code }) => (isMeant(level) ? [code.replace('verify/', '')] : []));
  const [bad, hints] = [codesOf((level) => level !== 'hint').sort(), codesOf((level) => level === 'hint')];
  return { exitCode, ...facts, bad, hints };
}

const redirect = (path: string, location: string) => changeAt(path, { status: 308, location });
const inPage = (from: string | RegExp, to: string) => (site: SealedSite) =>
  site.change('index.html', (text) => text.replace(from, to));

describe('linkspan verify', { timeout: 60_000 }, () => {
  it('finds nothing if the page is as sealed, and says with which seal it compared', async () => {
    const site = await createSealedSite();
    const url = `${site.served.origin}/`;
    const found = await compare(site, '--state seen.json');
    expect(found).toMatchObject({ exitCode: 0, url, verdict: 'as-sealed', findings: [] });
    const { said } = await site.run(`verify ${url} --seal ${sealPath} --state seen.json`);
    const heading = `${url}  seal ${Math.floor(testNow / 60_000)} of 2026-11-20T12:00:00Z`;
    expect(said.split('\n')).toEqual([
      heading,
      '',
      'It is what was sealed.',
      expect.stringContaining('run it from several places'),
    ]);
  });

  it('asks for everything as two browsers, one of which reloads, and without cookies', async () => {
    const site = await createSealedSite();
    await compare(site);
    for (const path of ['/', '/index.html', '/assets/host-1.js']) {
      const own = site.served.asked.filter((one) => one.path === path).map(({ headers }) => headers);
      expect(new Set(own.map((one) => one['user-agent'])).size).toBe(2);
      expect(new Set(own.map((one) => one['cache-control']))).toEqual(new Set([undefined, 'no-cache']));
      expect(own.map(({ cookie }) => cookie).join('')).toBe('');
      expect(own[0]?.['sec-fetch-dest']).toBe(path.endsWith('.js') ? 'script' : 'document');
    }
  });

  it.each<[what: string, change: (site: SealedSite) => Promise<unknown>, code: string, path: string]>([
    ['another boot script', inPage('booted = 1', 'booted = evil()'), 'altered', ''],
    ['a byte that no browser shows', inPage(/^/, '\uFEFF'), 'altered', ''],
    ['an altered script', ({ write }) => write('assets/host-1.js', 'evil()'), 'altered', 'assets/host-1.js'],
    [
      'a file that has grown without end',
      ({ write }) => write('assets/host-1.css', 'a{}'.repeat(500_000)),
      'altered',
      'assets/host-1.css',
    ],
    [
      'a file that is gone',
      ({ folder }) => rm(join(folder, 'site/documents/remote-evm.json')),
      'missing',
      'documents/remote-evm.json',
    ],
  ])('finds %s, and names the file', async (_, makeChange, code, path) => {
    const site = await createSealedSite();
    await makeChange(site);
    const { exitCode, verdict, bad, findings } = await compare(site);
    expect([exitCode, verdict, bad]).toEqual([1, 'different', [code]]);
    expect(findings[0]?.where).toContain(`${site.served.origin}/${path}`);
    const { said } = await site.run(`verify ${site.served.origin}/ --seal ${sealPath}`);
    expect(said).toContain('\n1 thing is not as sealed.\n');
  });

  it('names a tool that rewrites the page, and finds it altered all the same', async () => {
    const site = await createSealedSite();
    await inPage(
      '</body>',
      '<script src="https://static.cloudflareinsights.com/b.js"></script></body>',
    )(site);
    const { bad, findings } = await compare(site);
    expect(bad).toEqual(['altered', 'rewritten']);
    expect(findings.map(({ what }) => what).join()).toContain('Web Analytics');
  });

  it('quotes a server in one line, so that it writes none of its own', async () => {
    const site = await createSealedSite();
    site.served.changes.push(changeAt('/', { 'cross-origin-opener-policy': 'x  wrong  The\tpage' }));
    const { said } = await site.run(`verify ${site.served.origin}/ --seal ${sealPath}`);
    expect(said).toContain('cross-origin-opener-policy: “x wrong The page”');
  });

  it.each<[what: string, change: Change, code: string]>([
    ['no policy', changeAt('/', { 'content-security-policy': undefined }), 'header-missing'],
    ['another policy', changeAt('/', { 'content-security-policy': "default-src 'none'" }), 'header-other'],
    ['a page that is kept for a day', changeAt('/', { 'cache-control': 'max-age=86400' }), 'header-other'],
    ['a cookie', changeAt('/', { 'set-cookie': 'id=1' }), 'header-more'],
    ['a header that loads', changeAt('/', { link: '<https://evil.example/>; rel=preload' }), 'header-more'],
    [
      'a worker’s wider scope',
      changeAt('/assets/host-1.js', { 'service-worker-allowed': '/' }),
      'header-more',
    ],
    [
      'a document that is sent as a page',
      changeAt('/documents/remote-evm.json', { 'content-type': 'text/html; charset=utf-8' }),
      'type',
    ],
    ['a page that leads elsewhere', redirect('/', '/elsewhere'), 'redirect'],
    ['a page that leads to itself', redirect('/', '/'), 'redirect'],
    ['an index.html that leads to a part of the page', redirect('/index.html', '/#there'), 'redirect'],
  ])('finds %s', async (_, fault, code) => {
    const site = await createSealedSite();
    site.served.changes.push(fault);
    expect(await compare(site)).toMatchObject({ exitCode: 1, bad: [code] });
    expect(site.served.asked.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  describe('a site with an application', () => {
    const pages = ['about.html', 'sub/index.html', 'sub/a b.html'];
    const createApplication = async () => {
      const site = await createSealedSite({ isSealed: false });
      for (const name of [...pages, 'sub/[id]#1.js', '.well-known/a.txt'])
        await site.write(name, `<p>${name}`);
      await site.done(site.sealing);
      return site;
    };
    const isBad = (site: SealedSite) => compare(site).then(({ bad }) => bad);

    it.each(['about.html', 'sub/index.html', 'sub/a b.html', 'sub/[id]#1.js'])(
      'is compared with %s too',
      async (name) => {
        const site = await createApplication();
        expect(await isBad(site)).not.toContain('altered');
        await site.write(name, '<p>evil');
        expect(await isBad(site)).toContain('altered');
      },
    );

    it('may have pages that its host knows by a short address alone', async () => {
      const site = await createApplication();
      const usual = await isBad(site);
      site.served.changes.push((answer, asked) =>
        asked.path === '/about'
          ? {
              ...answer,
              status: 200,
              body: Buffer.from('<p>about.html'),
              headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' },
            }
          : answer,
      );
      site.served.changes.push(redirect('/about.html', '/about'), redirect('/sub/index.html', '/sub/'));
      expect(usual).toEqual(await isBad(site));
    });
  });

  it('takes a redirect of /index.html to the page itself', async () => {
    const site = await createSealedSite();
    site.served.changes.push(redirect('/index.html', '/'));
    expect((await compare(site)).bad).toEqual([]);
  });

  it('wants a header that the server adds, where it was sealed', async () => {
    const site = await createSealedSite({ isSealed: false });
    await site.done(`${site.sealing} --header Strict-Transport-Security:max-age=31536000`);
    expect((await compare(site)).bad).toEqual(['header-missing']);
    site.served.changes.push(changeAt('', { 'strict-transport-security': 'max-age=31536000' }));
    expect((await compare(site)).bad).toEqual([]);
  });

  it.each<[path: string, fault: Fault]>([
    ['/', { body: 'evil()' }],
    ['/index.html', { status: 404 }],
    ['/assets/host-1.js', { body: 'evil()' }],
  ])('finds that %s is another one for some browsers', async (path, fault) => {
    const site = await createSealedSite();
    const change = changeAt(path, fault);
    site.served.changes.push((answer, asked) =>
      asked.headers['user-agent']?.includes('iPhone') ? change(answer, asked) : answer,
    );
    const { findings } = await compare(site);
    const varies = findings.find(({ code }) => code === 'verify/varies');
    expect(varies?.where).toContain(site.served.origin + path);
  });

  it.each(['index.html', '?utm_source=verify'])('finds another page at /%s', async (path) => {
    const site = await createSealedSite();
    const { origin } = site.served;
    const { bad, findings } = await compare(site, '', {
      fetch: (address, options) =>
        fetch(address === `${origin}/${path}` ? `${origin}/linkspan.json` : address, options),
    });
    expect(bad).toEqual(['altered', 'type']);
    expect(findings[0]?.where).toEqual([`${origin}/${path}`]);
  });

  it('takes error pages that differ by the browser for the same answer', async () => {
    const site = await createSealedSite();
    site.served.changes.push((answer, { headers }) => ({
      ...answer,
      status: 403,
      body: Buffer.from(`<h1>403</h1>${headers['user-agent']}`),
    }));
    expect((await compare(site)).bad).toEqual(['missing']);
  });

  it.each<[what: string, change: Change, options: string, context: Partial<Context>, what: string]>([
    ['is busy', changeAt('/linkspan.json', { status: 503 }), '', {}, 'answers 503'],
    ['does not answer', () => undefined, '', {}, 'does not answer'],
    ['is silent', (answer) => answer, '--timeout 0', { fetch: silent }, 'nothing came within 0 s'],
    ['takes too long', (answer) => answer, '--within 0', { fetch: silent }, 'the time for all of it was up'],
  ])('cannot tell if a server %s', async (_, fault, options, context, what) => {
    const site = await createSealedSite();
    site.served.changes.push(fault);
    const { exitCode, verdict, findings } = await compare(site, options, context);
    expect([exitCode, verdict]).toEqual([3, 'unknown']);
    expect(findings[0]).toMatchObject({ level: 'unsure', what: expect.stringContaining(what) });
  });

  it('says what differs also where some of it does not answer', async () => {
    const site = await createSealedSite();
    await site.write('assets/host-1.js', 'evil()');
    site.served.changes.push((answer, { path }) => (path === '/' ? undefined : answer));
    expect(await compare(site)).toMatchObject({ exitCode: 1, bad: ['altered', 'unreachable'] });
  });
});

const seal = async ({ folder }: SealedSite) => readFile(join(folder, sealPath), 'utf8');
const rewrite = async (site: SealedSite, to: (text: string) => string) =>
  writeFile(join(site.folder, sealPath), to(await seal(site)));

describe('linkspan verify, of the seal,', { timeout: 60_000 }, () => {
  it.each<[what: string, change: (site: SealedSite) => Promise<unknown>, code: string, what: string]>([
    [
      'that the host team has not signed',
      async ({ done, served }) => {
        const keys = '.config/linkspan/keys';
        await done('keys make mallory --kind person');
        await done(`seal keys --key ${keys}/mallory.pub.json --out mallory.json`);
        await done(
          `seal site --origin ${served.origin} --key ${keys}/mallory.key.json --host-keys mallory.json`,
        );
      },
      'seal-unsigned',
      '0 of the 1 signatures',
    ],
    [
      'that was changed after it was signed',
      (site) => rewrite(site, (text) => text.replace('\\"bytes\\":', '\\"bytes\\":1')),
      'seal-unsigned',
      '0 of the 1 signatures',
    ],
    [
      'of another page',
      async ({ done, sealing, served, folder }) => {
        await rm(join(folder, sealPath));
        await done(sealing.replace(served.origin, 'https://staging.example'));
      },
      'seal-other-remote',
      'is the seal of https://staging.example',
    ],
    [
      'of the old form',
      (site) => rewrite(site, (text) => text.replace('.v2+json', '.v1+json')),
      'seal-old-form',
      'Seal the site again',
    ],
    ['that is none', (site) => rewrite(site, () => '{}'), 'seal-malformed', 'is no seal'],
  ])('refuses one %s, and compares nothing', async (_, makeChange, code, what) => {
    const site = await createSealedSite();
    await makeChange(site);
    const { exitCode, bad, findings } = await compare(site);
    expect([exitCode, bad, findings[0]?.what]).toEqual([1, [code], expect.stringContaining(what)]);
    expect(site.served.asked).toEqual([]);
  });
});

describe('linkspan verify, of the seal,, before a release,', { timeout: 60_000, tags: ['release'] }, () => {
  it('takes one from an address, and follows none that leads on', async () => {
    const site = await createSealedSite();
    const { served, run } = site;
    await site.write('seal.json', await seal(site));
    const line = `verify ${served.origin}/ --seal ${served.origin}/seal.json`;
    expect(await run(line)).toMatchObject({ exitCode: 0 });
    served.changes.push(redirect('/seal.json', '/other.json'));
    expect(await run(line)).toMatchObject({ exitCode: 3, said: expect.stringContaining('it answers 308') });
    expect(served.asked.map(({ path }) => path)).not.toContain('/other.json');
  });

  it('refuses one that is older than was seen, and remembers each origin for itself', async () => {
    const site = await createSealedSite();
    const first = await seal(site);
    await site.done(site.sealing);
    expect((await compare(site, '--state seen.json')).exitCode).toBe(0);
    const stateFile = join(site.folder, 'seen.json');
    const seen = { seals: { [site.served.origin]: Math.floor(testNow / 60_000) + 1 } };
    expect(JSON.parse(await readFile(stateFile, 'utf8'))).toEqual(seen);
    await rewrite(site, () => first);
    expect(await compare(site, '--state seen.json')).toMatchObject({ exitCode: 1, bad: ['seal-older'] });
    await writeFile(stateFile, JSON.stringify({ seals: { 'https://other.example': 2 ** 30 } }));
    expect((await compare(site, '--state seen.json')).exitCode).toBe(0);
  });

  it.each([
    [22, '--state seen.json', 0, [], []],
    [23, '--state seen.json', 0, [], ['seal-soon']],
    [22, '', 0, [], ['no-state']],
    [30, '', 1, ['seal-expired'], []],
  ])('warns a week before one expires, on day %i %s', async (days, options, exitCode, bad, hints) => {
    const now = () => testNow + days * dayMs;
    expect(await compare(await createSealedSite(), options, { now })).toMatchObject({ exitCode, bad, hints });
  });

  it('does not remember one that it refuses', async () => {
    const site = await createSealedSite();
    await compare(site, '--state seen.json', { now: () => testNow + 31 * dayMs });
    await expect(readFile(join(site.folder, 'seen.json'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['ORIGIN/ --seal none.json', 3, 'command/no-such-file'],
    [`ORIGIN/ --seal ${sealPath} --host-keys none.json`, 3, 'command/'],
    [`ORIGIN/ --seal ${sealPath} --state malformed.json`, 3, 'command/state-malformed'],
    ['--seal a.json', 2, 'URL'],
    ['ORIGIN/', 2, '--seal FILE_OR_URL is missing'],
    ['ORIGIN/deep/ --seal a.json', 2, 'should be the address of a page'],
    ['wallets --seal a.json', 2, '“wallets” should be the address of a page'],
  ])('cannot begin with %s', async (words, exitCode, why) => {
    const { run, folder, served } = await createSealedSite();
    await writeFile(join(folder, 'malformed.json'), '[]');
    const end = await run(`verify ${words.replace('ORIGIN', served.origin)}`);
    expect(end).toMatchObject({ exitCode, complaint: expect.stringContaining(why) });
  });
});
