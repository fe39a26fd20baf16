import { describe, expect, it } from 'vitest';
import { toHeaderFiles } from './header-files.ts';

const ofPage = "default-src 'none'; base-uri 'none'";
const ofClosed = "sandbox; default-src 'none'";
const ofWorker = "default-src 'none'; script-src 'self'";
const headers = { 'x-frame-options': 'DENY', 'content-security-policy': ofPage };
const paths = {
  pages: ['/index.html', '/404.html', '/docs/index.html', '/a%20b.html'],
  closed: ['/assets/a.js', '/assets/sub/', '/documents/', '/linkspan.json', '/note.txt'],
  remotes: ['/remotes/evm/'],
  workers: ['/assets/worker-1.js'],
  workerHeaders: { 'content-security-policy': ofWorker },
};
const files = toHeaderFiles(headers, paths);
const text = (name: string) => files.get(name) ?? '';
const forAYear = 'public, max-age=31536000, immutable';

/** What serves which policy, whatever the host. */
const answers: readonly (readonly [path: string, policy: string, caching: string])[] = [
  ['/', ofPage, 'no-cache'],
  ['/index.html', ofPage, 'no-cache'],
  ['/404.html', ofPage, 'no-cache'],
  ['/docs/', ofPage, 'no-cache'],
  ['/a%20b.html', ofPage, 'no-cache'],
  ['/route/of/the/application', ofPage, 'no-cache'],
  ['/linkspan.json', ofClosed, 'no-cache'],
  ['/documents/remote-evm.json', ofClosed, 'no-cache'],
  ['/note.txt', ofClosed, 'no-cache'],
  ['/assets/a.js', ofClosed, forAYear],
  ['/assets/sub/b.js', ofClosed, forAYear],
  ['/assets/worker-1.js', ofWorker, forAYear],
  ['/remotes/evm/live.json', ofClosed, 'no-cache'],
  ['/remotes/evm/root.json', ofClosed, 'no-cache'],
  ['/remotes/evm/root/1.json', ofClosed, forAYear],
  ['/remotes/evm/releases/files/a.js', ofClosed, forAYear],
];

it('has the page’s headers as JSON, and those of paths that are no page', () => {
  expect(JSON.parse(text('.headers/headers.json'))).toEqual(headers);
  const own: { path: string; headers: object }[] = JSON.parse(text('.headers/paths.json'));
  const policies = own.map(({ path, headers }) => [path, Reflect.get(headers, 'content-security-policy')]);
  expect(Object.fromEntries(policies)).toEqual({
    '/assets/worker-1.js': ofWorker,
    ...Object.fromEntries(paths.closed.map((path) => [path, ofClosed])),
    '/remotes/evm/': ofClosed,
  });
});

describe('nginx', () => {
  const [common = '', ...locations] = text('.headers/nginx.conf').split('\nlocation ');
  /** As nginx chooses a location for a file: a regular expression before a folder. */
  const of = (file: string) => {
    const found = locations.find((one) => {
      const [, form] = /^~ "(.*)" \{/.exec(one) ?? [];
      return form === undefined ? file.startsWith(one.split(' ')[0] ?? '') : new RegExp(form).test(file);
    });
    return found ?? common;
  };

  it('closes all that is no page, and says so for each page', () => {
    for (const [path, policy] of answers.filter(([path]) => !path.startsWith('/route')))
      expect([path, of(decodeURIComponent(path))]).toEqual([
        path,
        expect.stringContaining(`content-security-policy "${policy}" always;`),
      ]);
    expect(of('/of-an-earlier-deploy.html')).toContain(ofClosed);
  });

  it('repeats all headers in each location, since one there removes the others', () => {
    for (const one of locations)
      expect(one).toContain('add_header Cache-Control $linkspan_page_cache always;');
    expect(of('/index.html')).toContain('x-frame-options "DENY"');
  });

  it('sends the documents of a remote whole', () => {
    expect(of('/remotes/evm/live.json')).toContain('    etag off;\n    if_modified_since off;\n}');
  });

  it('refuses service workers', () => {
    expect(common).toContain('if ($http_service_worker) { return 403; }');
  });
});

describe('Caddy', () => {
  const caddy = text('.headers/Caddyfile');

  it('closes each file that is no page, and has the page’s headers where there is none', () => {
    for (const [name, policy] of [
      ...[['page', ofPage] as const, ['missing', ofPage] as const, ['closed', ofClosed] as const],
      ...[['worker', ofWorker] as const, ['remote', ofClosed] as const],
    ])
      expect(caddy).toContain(`header @linkspan_${name} content-security-policy "${policy}"\n`);
    const known = String.raw`^(/|/index\x2ehtml|/404\x2ehtml|/docs/|/docs/index\x2ehtml|/a\x20b\x2ehtml|/assets/worker-1\x2ejs)$`;
    const others = `\tnot path_regexp ${known}\n\tnot path /remotes/evm/*\n}`;
    expect(caddy).toContain(`@linkspan_closed {\n\tfile {path} {path}/index.html\n${others}`);
    expect(caddy).toContain(`@linkspan_missing {\n\tnot file {path} {path}/index.html\n${others}`);
    expect(caddy).toContain('@linkspan_remote path /remotes/evm/*\n');
  });

  it('sends the documents of a remote whole, and refuses service workers', () => {
    expect(caddy).toContain(`request_header @linkspan_remote -If-None-Match
request_header @linkspan_remote -If-Modified-Since
@linkspan_service_worker header Service-Worker *
error @linkspan_service_worker 403
`);
  });
});

describe('the rules for static hosts', () => {
  const blocks = text('_headers')
    .split(/\n(?=\/)/)
    .slice(1);
  const of = (path: string) =>
    blocks.flatMap((block) => {
      const [form = '', ...lines] = block.trim().split('\n');
      const isMeant = form.endsWith('*') ? path.startsWith(form.slice(0, -1)) : path === form;
      return isMeant ? lines.map((line) => line.trim()) : [];
    });

  it('join a policy to the page’s, and close by it what is no page', () => {
    for (const [path, policy] of answers) {
      const joined = policy === ofPage ? [ofPage] : [ofPage, policy];
      const said = of(path).filter((line) => line.startsWith('content-security-policy'));
      expect([path, said]).toEqual([path, joined.map((one) => `content-security-policy: ${one}`)]);
    }
  });

  it('say once how long a path is kept', () => {
    for (const [path, , caching] of answers) {
      const said = of(path).filter((line) => line.startsWith('cache-control'));
      if (said.length > 0 || path.startsWith('/remotes'))
        expect([path, said]).toEqual([path, [`cache-control: ${caching}`]]);
    }
  });

  it('have each page asked for anew, by each of its addresses', () => {
    for (const path of ['/', '/index.html', '/404.html', '/404', '/docs/', '/docs/index.html', '/a%20b'])
      expect([path, of(path)]).toEqual([path, expect.arrayContaining(['cache-control: no-cache'])]);
  });
});

describe('CloudFront and Vercel', () => {
  function ofCloudFront(uri: string, asked: object = {}): Readonly<Record<string, string>> {
    const run = new Function('event', `${text('.headers/cloudfront.js')}; return handler(event);`);
    const response = { headers: { etag: { value: 'a' } } };
    const { headers } = run({ request: { uri, headers: asked }, response });
    const values = Object.entries<{ value: string }>(headers).map(([name, { value }]) => [name, value]);
    const { etag, ...own } = Object.fromEntries(values);
    expect(etag).toBe('a');
    return own;
  }

  /** What Vercel's rules say of a path, of which one alone may fit. */
  function ofVercel(uri: string): Readonly<Record<string, string>> {
    const rules: { source: string; headers: { key: string; value: string }[] }[] = JSON.parse(
      text('.headers/vercel.json'),
    ).headers;
    const vercel = rules.filter(({ source }) => new RegExp(`^${source}$`).test(uri));
    expect([uri, vercel.length]).toEqual([uri, 1]);
    return Object.fromEntries(vercel[0]?.headers.map(({ key, value }) => [key, value]) ?? []);
  }

  it.each(answers)('have one rule for %s', (uri, policy, caching) => {
    const headers = ofCloudFront(uri);
    expect(ofVercel(uri)).toEqual(headers);
    expect(headers['content-security-policy']).toBe(policy);
    expect(headers['cache-control']).toBe(caching);
  });

  it('close a file on CloudFront however its address is written', () => {
    for (const uri of ['/%61ssets/sub/a.js', '/remotes%2Fevm/releases/a.html', '/linkspan%2ejson'])
      expect([uri, ofCloudFront(uri)['content-security-policy']]).toEqual([uri, ofClosed]);
  });

  it('send no script that could become a service worker', () => {
    const asked = { 'service-worker': { value: 'script' } };
    expect(ofCloudFront('/assets/worker-1.js', asked)['content-type']).toBe('text/plain');
    expect(ofCloudFront('/assets/worker-1.js')).not.toHaveProperty('content-type');
    expect(JSON.parse(text('.headers/vercel.json')).redirects).toEqual([
      {
        source: '/(.*)',
        has: [{ type: 'header', key: 'service-worker' }],
        destination: '/',
        permanent: false,
      },
    ]);
  });
});
