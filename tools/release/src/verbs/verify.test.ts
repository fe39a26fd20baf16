import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { visitors } from '../inspect/sealed-site.ts';
import { testNow } from '../testing/command.ts';
import { createSealedSite, type SealedSite } from '../testing/sealed-site.ts';
import type { Change } from '../testing/serve.ts';
import type { Context } from '../verb.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Facts {
  readonly url?: string;
  readonly verdict: string;
  readonly findings: readonly {
    readonly level: string;
    readonly code: string;
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
const header =
  (name: string, value: string | undefined, at = '/'): Change =>
  (answer, { path }) => {
    if (path !== at) return answer;
    const { [name]: _, ...others } = answer.headers;
    return { ...answer, headers: value === undefined ? others : { ...others, [name]: value } };
  };

const policyOf = async ({ folder }: SealedSite) =>
  /content-security-policy: (.*)/.exec(await readFile(join(folder, 'site/_headers'), 'utf8'))?.[1] ?? '';

describe('release verify', { timeout: 60_000 }, () => {
  it('finds nothing where the page is what was sealed', async () => {
    const site = await createSealedSite();
    const found = await compare(site, '--state seen.json');
    expect(found).toMatchObject({ exitCode: 0, verdict: 'as-sealed', bad: [], hints: [] });
    expect(found.sound).toEqual(['verify/page', 'verify/roots', 'verify/files', 'verify/headers']);
    const { said } = await site.run(`verify ${site.served.origin}/ --seal .linkspan/seal.json`);
    expect(said).toContain('It is what was sealed.');
    expect(said).toContain('run it from several places');
  });

  it('says in lines with which seal it compared, what it found, and how that ends', async () => {
    const site = await createSealedSite();
    const page = `${site.served.origin}/`;
    const lines = async () => (await site.run(`verify ${page} --seal .linkspan/seal.json`)).said.split('\n');
    const heading = `${page}  seal ${Math.floor(testNow / 60_000)} of 2026-11-20T12:00:00Z`;
    const sound = await lines();
    expect([sound[0], sound.at(-2)]).toEqual([heading, 'It is what was sealed.']);
    expect(sound).toContain('  ok     The page is what was sealed, for each of 4 kinds of browser.');
    expect(sound).toContain('  ok     It trusts the sealed roots: remote-evm 1.');
    expect(sound).toContain('  ok     Each of its 5 files is what was sealed.');
    await site.change('assets/host-1.js', () => 'evil()');
    expect((await lines()).at(-2)).toBe('1 thing is not as sealed.');
    await site.change('index.html', (text) => text.replace('margin:0', 'display:none'));
    expect((await lines()).at(-2)).toBe('2 things are not as sealed.');
    site.served.changes.push(() => undefined);
    expect((await lines()).at(-2)).toBe('It could not be told whether it is what was sealed.');
    await writeFile(join(site.folder, '.linkspan/seal.json'), '{}');
    expect((await lines())[0]).toBe(page);
    expect(await compare(site)).toMatchObject({ url: page });
  });

  it('names each of the roots that a page trusts', async () => {
    const site = await createSealedSite({ isSealed: false });
    const [remote] = site.data.trust.remotes;
    await site.writePage({ ...site.data, trust: { remotes: [remote, remote] } as never });
    await site.done(site.sealing);
    const { findings } = await compare(site);
    expect(findings.find(({ code }) => code === 'verify/roots')?.what).toContain(
      'remote-evm 1, remote-evm 1.',
    );
  });

  it('asks as several kinds of browser, and for the files as what they are', async () => {
    const site = await createSealedSite();
    await compare(site);
    const { asked } = site.served;
    const pages = asked.filter(({ path }) => path === '/');
    expect(new Set(pages.map(({ headers }) => headers['user-agent'])).size).toBe(visitors.length);
    expect(pages.map(({ headers }) => headers['accept-encoding'])).toContain('identity');
    expect(pages.filter(({ headers }) => headers['cache-control'] === 'no-cache')).toHaveLength(2);
    for (const { path, headers } of asked) {
      expect([path, headers.cookie]).toEqual([path, undefined]);
      const dest = {
        '/': 'document',
        '/index.html': 'document',
        '/assets/host-1.js': 'script',
        '/assets/host-1.css': 'style',
      }[path];
      expect([path, headers['sec-fetch-dest']]).toEqual([
        path,
        dest ?? expect.stringMatching(/script|empty/),
      ]);
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

  it.each<
    [what: string, change: (site: SealedSite) => Promise<unknown>, codes: readonly string[], told: RegExp]
  >([
    [
      'another boot script',
      ({ change }) => change('index.html', (text) => text.replace('booted = 1', 'booted = evil()')),
      ['verify/boot'],
      /another inline script/,
    ],
    [
      'one more inline script',
      ({ change }) =>
        change('index.html', (text) => text.replace('</main>', '</main><script>evil()</script>')),
      ['verify/more-scripts', 'verify/more-tags'],
      /2 inline scripts, and 1 were sealed/,
    ],
    [
      'a script of another origin',
      ({ change }) =>
        change('index.html', (text) =>
          text.replace('</head>', '<script src="https://evil.example/"></script></head>'),
        ),
      ['verify/more-tags'],
      /<script src="https:\/\/evil\.example\/">/,
    ],
    [
      'a base and a link of somebody else, which take the place of ours',
      ({ change }) =>
        change('index.html', (text) => text.replace(/<link rel="stylesheet"[^>]*>/, '<base href="//evil">')),
      ['verify/more-tags', 'verify/fewer-tags'],
      /<base href="\/\/evil">/,
    ],
    [
      'other words in the page',
      ({ change }) => change('index.html', (text) => text.replace('Connect wallet', 'Type your seed')),
      ['verify/markup'],
      /other markup/,
    ],
    [
      'another style in the page',
      ({ change }) => change('index.html', (text) => text.replace('margin:0', 'display:none')),
      ['verify/style'],
      /other style|another style/,
    ],
    [
      'another configuration',
      ({ data, writePage }) => writePage({ ...data, config: { title: 'Wallets', families: [1] } }),
      ['verify/config'],
      /remotes, networks or addresses/,
    ],
    [
      'other hashes of its own scripts',
      ({ data, writePage }) => writePage({ ...data, own: { integrity: {} } }),
      ['verify/built'],
      /other hashes/,
    ],
    [
      'another block list',
      ({ data, writePage }) =>
        writePage({ ...data, trust: { ...data.trust, blocklist: {} } as typeof data.trust }),
      ['verify/trust'],
      /another block list/,
    ],
    [
      'a page that is none',
      ({ change }) => change('index.html', () => '<!doctype html>Back soon'),
      ['verify/no-page'],
      /carries no roots/,
    ],
    [
      'a byte that no browser shows',
      ({ change }) => change('index.html', (text) => `\uFEFF${text}`),
      ['verify/altered'],
      /its bytes differ/,
    ],
    [
      'an altered script',
      ({ change }) => change('assets/host-1.js', (text) => text.replace('1', '2')),
      ['verify/altered'],
      /assets\/host-1\.js/,
    ],
    [
      'a file that has grown without end',
      ({ change }) => change('assets/host-1.css', () => 'a{}'.repeat(500_000)),
      ['verify/altered'],
      /host-1\.css/,
    ],
    [
      'a file that is gone',
      ({ folder }) => rm(join(folder, 'site/documents/remote-evm.json')),
      ['verify/missing'],
      /answers 404/,
    ],
  ])('finds %s', async (_, change, codes, told) => {
    const site = await createSealedSite();
    await change(site);
    const { exitCode, verdict, bad, sound, findings } = await compare(site);
    expect([exitCode, verdict, bad]).toEqual([1, 'different', codes]);
    expect(sound).toEqual(codes.includes('verify/missing') ? [] : ['verify/headers']);
    expect(findings.map(({ what }) => what).join('\n')).toMatch(told);
    for (const { what, fix, level } of findings) {
      expect(what).not.toMatch(/\{\w+\}/);
      if (level !== 'ok') expect(fix).toMatch(/\S/);
    }
  });

  it('finds another root, and names its keys', async () => {
    const site = await createSealedSite();
    const other = await createSealedSite({ isSealed: false });
    await site.writePage({ ...site.data, trust: other.data.trust });
    const { bad, findings } = await compare(site);
    expect(bad).toEqual(['verify/root']);
    const [remote] = other.data.trust.remotes;
    const keyids = Object.keys(remote.root.keys);
    for (const keyid of keyids) expect(findings[0]?.what).toContain(keyid.slice(0, 16));
  });

  it('tells what the page says in one line, which writes none of its own', async () => {
    const site = await createSealedSite();
    const tag = '<base href="\n  ok     The page is what was sealed">';
    await site.change('index.html', (text) => text.replace('</head>', `${tag}</head>`));
    const { said } = await site.run(`verify ${site.served.origin}/ --seal .linkspan/seal.json`);
    expect(said).toContain('has <base href=" ok The page is what was sealed">, which was not sealed.');
    expect(said).not.toMatch(/^ +ok +The page/m);
  });

  it('finds a root that asks for fewer signatures by the same keys', async () => {
    const site = await createSealedSite();
    const trust = JSON.parse(JSON.stringify(site.data.trust));
    trust.remotes[0].root.roles.release.threshold = 1;
    await site.writePage({ ...site.data, trust });
    expect((await compare(site)).bad).toEqual(['verify/root']);
  });

  it.each<[what: string, change: (policy: string) => Change, code: string, told: RegExp]>([
    [
      'no policy',
      () => header('content-security-policy', undefined),
      'verify/header-missing',
      /without content-security-policy/,
    ],
    [
      'a policy that reaches another host',
      (policy) =>
        header('content-security-policy', policy.replace('https://rpc', 'https://evil.example/ https://rpc')),
      'verify/header-looser',
      /connect-src has https:\/\/evil\.example\//,
    ],
    [
      'a policy without a directive',
      (policy) => header('content-security-policy', policy.replace("object-src 'none'; ", '')),
      'verify/header-looser',
      /object-src is gone/,
    ],
    [
      'a policy that demands no Trusted Types',
      (policy) =>
        header('content-security-policy', policy.replace("require-trusted-types-for 'script'; ", '')),
      'verify/header-looser',
      /require-trusted-types-for is gone/,
    ],
    [
      'a policy that reports elsewhere',
      (policy) => header('content-security-policy', `${policy}; report-uri https://evil.example/`),
      'verify/header-other',
      /report-uri https:\/\/evil\.example\/ is new/,
    ],
    [
      'another opener policy',
      () => header('cross-origin-opener-policy', 'unsafe-none'),
      'verify/header-other',
      /“unsafe-none” and not “same-origin-allow-popups”/,
    ],
    [
      'a page that is kept for a day',
      () => header('cache-control', 'max-age=86400'),
      'verify/header-other',
      /max-age=86400/,
    ],
    [
      'a script that is asked for each time',
      () => header('cache-control', 'no-cache', '/assets/host-1.js'),
      'verify/header-other',
      /assets\/host-1\.js/,
    ],
    ['a cookie', () => header('set-cookie', 'id=1'), 'verify/header-more', /“set-cookie: id=1”/],
    [
      'a header that loads a script',
      () => header('link', '<https://evil.example/>; rel=preload; as=script'),
      'verify/header-more',
      /“link: /,
    ],
    [
      'a wider scope for a service worker',
      () => header('service-worker-allowed', '/', '/assets/host-1.js'),
      'verify/header-more',
      /service-worker-allowed/,
    ],
    [
      'a document that is sent as a page',
      () => header('content-type', 'text/html; charset=utf-8', '/documents/remote-evm.json'),
      'verify/type',
      /sent as “text\/html; charset=utf-8”/,
    ],
    [
      'a page in another charset',
      () => header('content-type', 'text/html; charset=utf-16'),
      'verify/type',
      /utf-16/,
    ],
  ])('finds %s', async (_, toChange, code, told) => {
    const site = await createSealedSite();
    site.served.changes.push(toChange(await policyOf(site)));
    const { exitCode, bad, sound, findings } = await compare(site);
    expect([exitCode, bad]).toEqual([1, [code]]);
    expect(sound).toEqual(['verify/page', 'verify/roots', 'verify/files']);
    expect(findings[0]?.what).toMatch(told);
  });

  it('takes headers that say the same in other words', async () => {
    const site = await createSealedSite();
    site.served.changes.push(
      header('cache-control', 'IMMUTABLE,  max-age=31536000, public', '/assets/host-1.js'),
      header('content-type', 'text/javascript', '/assets/host-1.js'),
    );
    expect((await compare(site)).bad).toEqual([]);
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

  it('finds a page that is another one for some browsers', async () => {
    const site = await createSealedSite();
    site.served.changes.push((answer, { path, headers }) => {
      if (path !== '/' || !headers['user-agent']?.includes('iPhone')) return answer;
      const body = Buffer.from(`${Buffer.from(answer.body)}`.replace('booted = 1', 'booted = evil()'));
      return { ...answer, body };
    });
    const { bad, findings } = await compare(site);
    expect(bad.sort()).toEqual(['verify/boot', 'verify/varies']);
    expect(findings.find(({ code }) => code === 'verify/varies')?.what).toMatch(
      /Safari on a phone got another one than Chrome on a computer/,
    );
  });

  it('finds any other page that is another one for some browsers', async () => {
    const site = await createSealedSite({ isSealed: false });
    await writeFile(join(site.folder, 'site/other.html'), '<!doctype html>Too old');
    await site.done(site.sealing);
    for (const { headers: own } of visitors) {
      const at = site.served.changes.push((answer, { path, headers }) =>
        path === '/other.html' && headers['user-agent'] === own['user-agent']
          ? { ...answer, body: Buffer.from('<!doctype html>Too odd') }
          : answer,
      );
      expect((await compare(site)).bad).toEqual(['verify/altered']);
      site.served.changes.splice(at - 1);
    }
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
