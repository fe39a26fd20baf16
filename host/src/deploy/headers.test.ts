import { describe, expect, it } from 'vitest';
import { type ApplicationConfig, parseConfig } from '../config.ts';
import { toSharedDirectives } from '../csp/policy.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { toAssetHeaders, toHeaderFiles, toHeaders } from './headers.ts';

/** The sources of a configuration's policy, by directive. */
function readPolicy(changes: object = {}): Readonly<Record<string, string>> {
  const policy = toHeaders(parseConfig({ ...fakeConfig, ...changes }))['content-security-policy'] ?? '';
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

const [evm] = fakeConfig.families;
const oneFamily = (url: string, network: object) => ({
  families: [{ ...evm, remote: { ...evm?.remote, url }, networks: [{ ...evm?.networks[0], ...network }] }],
});

describe('the policy', () => {
  it('allows scripts of the page and of its remotes only', () => {
    const { families } = fakeConfig;
    const remotes = families.map(({ remote }) => remote.url).join(' ');
    expect(readPolicy()['script-src']).toBe(`'self' 'unsafe-inline' ${remotes}`);
  });

  it('allows connections to the configuration’s addresses only', () => {
    const policy = readPolicy({
      ...oneFamily('https://remotes.example/remote-evm/', {
        rpc: ['https://rpc.example/v1?key=secret', 'https://rpc.example/v1?key=other'],
        ws: 'wss://rpc.example/ws',
      }),
      telemetry: { url: 'https://collector.example/otlp/' },
      connect: ['wss://relay.example', 'ws://localhost:*'],
    });
    expect(policy['connect-src']?.split(' ')).toEqual([
      "'self'",
      'https://remotes.example/remote-evm/',
      'https://collector.example/otlp/',
      'https://rpc.example/v1',
      'wss://rpc.example/ws',
      'wss://relay.example/',
      'ws://localhost:*',
    ]);
  });

  it('allows frames of the configuration’s origins only', () => {
    const frames = ['https://wallet.example', 'https://pier.example:8443', 'https://wallet.example'];
    expect(readPolicy({ frames })['frame-src']).toBe('https://wallet.example https://pier.example:8443');
  });

  it('lets no address of the configuration end a directive or a line of a server', () => {
    const headers = toHeaders(
      parseConfig({
        ...fakeConfig,
        ...oneFamily('https://remotes.example/a;b,c$d/', { rpc: ["https://rpc.example/'x';script-src *"] }),
      }),
    );
    const policy = headers['content-security-policy'];
    expect(policy).toContain('https://remotes.example/a%3Bb%2Cc%24d/');
    expect(policy).toContain('https://rpc.example/%27x%27%3Bscript-src%20*');
    expect(policy?.match(/script-src /g)).toHaveLength(1);
  });

  it('allows practice wallets of another origin if the configuration has them', () => {
    const module = 'https://practice.example/wallets.js';
    const policy = readPolicy({ practice: { module, label: 'Practice' } });
    expect(policy['script-src']?.split(' ').at(-1)).toBe(module);
  });

  it('denies all that the page does not use', () => {
    const policy = readPolicy();
    for (const name of [
      'default-src',
      'script-src-attr',
      'frame-src',
      'worker-src',
      'object-src',
      'base-uri',
      'form-action',
      'frame-ancestors',
    ])
      expect([name, policy[name]]).toEqual([name, "'none'"]);
    expect(policy['img-src']).toBe('data:');
    expect(policy['require-trusted-types-for']).toBe("'script'");
    expect(policy['trusted-types']).toBe('linkspan');
  });
});

describe('the policy of an application’s page', () => {
  const other = 'https://other.example';
  it.each([
    ['connect', [other, 'wss://other.example/a'], 'connect-src', ` ${other}/ wss://other.example/a`],
    ['images', [other], 'img-src', `data: 'self' ${other}/ blob:`],
    ['fonts', [`${other}/a/`], 'font-src', `'self' data: ${other}/a/`],
    ['styles', [`${other}/a.css`], 'style-src', `'self' 'unsafe-inline' ${other}/a.css`],
    ['media', [other], 'media-src', `'self' blob: ${other}/`],
    ['frames', [other], 'frame-src', other],
    ['workers', true, 'worker-src', "'self' blob:"],
    ['trustedTypes', ['a', 'b#c'], 'trusted-types', 'linkspan a b#c'],
    ['scripts', [{ url: `${other}/a.js?b`, integrity: 'sha384-AA' }], 'script-src', ` ${other}/a.js`],
  ])('allows what %s lists, and that alone', (list, value, directive, sources) => {
    const [without, policy] = [readPolicy({ app: {} }), readPolicy({ app: { [list]: value } })];
    expect(policy[directive]).toContain(sources);
    expect({ ...policy, [directive]: '' }).toEqual({ ...without, [directive]: '' });
  });

  it('allows its own files, and forms to its own site', () => {
    expect(readPolicy({ app: {} })).toMatchObject({
      'img-src': "data: 'self' blob:",
      'font-src': "'self' data:",
      'media-src': "'self' blob:",
      'style-src': "'self' 'unsafe-inline'",
      'manifest-src': "'self'",
      'form-action': "'self'",
      'worker-src': "'none'",
      'frame-src': "'none'",
      'base-uri': "'none'",
      'object-src': "'none'",
    });
  });

  it.each([{}, { styles: [other] }, { workers: true }, { styles: [other], workers: true }] as const)(
    'is the same in its <meta> as in the headers: %j',
    (app) => {
      const shared = Object.entries(toSharedDirectives(app)).map(([name, values]) => [
        name,
        values.join(' '),
      ]);
      expect(readPolicy({ app })).toMatchObject(Object.fromEntries(shared));
    },
  );
});

describe('the files below /assets of an application', () => {
  const policyOf = (app?: ApplicationConfig) =>
    toAssetHeaders({ ...fakeConfig, ...(app && { app }) })['content-security-policy'];

  it('do nothing by themselves unless it has workers', () => {
    for (const app of [undefined, {}, { connect: [] }])
      expect(policyOf(app)).toBe("sandbox; default-src 'none'");
  });

  it('may reach as a worker what the page may reach, and run no text as a script', () => {
    const policy = policyOf({ workers: true, connect: ['https://api.example'] });
    const connect = /connect-src [^;]+/.exec(policy ?? '')?.[0];
    expect(
      toHeaders({ ...fakeConfig, app: { connect: ['https://api.example'] } })['content-security-policy'],
    ).toContain(connect);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; connect-src .*; worker-src 'self' blob:;/,
    );
    expect(policy).not.toMatch(/sandbox|unsafe/);
  });

  it('have these headers in each form', () => {
    const assets = { 'content-security-policy': "default-src 'none'; script-src 'self'" };
    const files = toHeaderFiles(toHeaders(fakeConfig), [], { assets });
    expect(JSON.parse(files.get('.headers/paths.json') ?? '')[0].headers).toMatchObject(assets);
    for (const name of ['.headers/nginx.conf', '.headers/Caddyfile', '_headers']) {
      expect(files.get(name)).toContain(assets['content-security-policy']);
      expect(files.get(name)).not.toContain('sandbox');
    }
  });
});

it('has static hosts ask anew for each page of an application, by each of its addresses', () => {
  const pages = ['/index.html', '/about.html', '/sub/index.html', '/myindex.html'];
  const text = toHeaderFiles({}, [], { pages }).get('_headers') ?? '';
  const fresh = [...text.matchAll(/\n(\/.*)\n {2}cache-control: no-cache/g)].map(([, path]) => path);
  expect(fresh).toEqual(
    expect.arrayContaining([
      '/',
      '/about.html',
      '/about',
      '/sub/index.html',
      '/sub/',
      '/myindex',
      '/myindex.html',
    ]),
  );
  expect(new Set(fresh).size).toBe(fresh.length);
});

it('lets a wallet’s window answer, and no origin frame the page', () => {
  expect(toHeaders(fakeConfig)).toMatchObject({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': expect.stringContaining('camera=(), '),
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

it('lets only the configuration’s origins frame the page', () => {
  const framedBy = ['https://app.safe.global', 'https://safe.example'];
  expect(readPolicy({ framedBy })['frame-ancestors']).toBe(framedBy.join(' '));
  const framed = toHeaders(parseConfig({ ...fakeConfig, framedBy }));
  expect(Object.keys(framed)).not.toContain('x-frame-options');
  for (const text of toHeaderFiles(framed, ['/remotes/evm/']).values()) expect(text).not.toContain('DENY');
  expect(toHeaders(parseConfig({ ...fakeConfig, framedBy: [] }))).toEqual(toHeaders(fakeConfig));
});

describe('the files of the headers', () => {
  const headers = {
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; base-uri 'none'",
  };
  const files = toHeaderFiles(headers, ['/remotes/evm/']);
  const sandboxed = "sandbox; default-src 'none'";

  it('have the headers as JSON', () => {
    expect(JSON.parse(files.get('.headers/headers.json') ?? '')).toEqual(headers);
  });

  it('have lines for nginx, for missing files too', () => {
    expect(files.get('.headers/nginx.conf')).toContain(
      `add_header content-security-policy "default-src 'none'; base-uri 'none'" always;\n`,
    );
  });

  it('have lines for Caddy', () => {
    expect(toHeaderFiles(headers, []).get('.headers/Caddyfile')).toContain(
      '@linkspan_page not path /assets/*\nheader @linkspan_page x-frame-options "DENY"\n',
    );
  });

  it('let no file below /assets be a page, in each form', () => {
    const [assets] = JSON.parse(files.get('.headers/paths.json') ?? '');
    expect(assets).toEqual({
      path: '/assets/',
      headers: { 'x-frame-options': 'DENY', 'content-security-policy': sandboxed },
    });
    expect(files.get('.headers/nginx.conf')).toContain(`
location /assets/ {
    add_header x-frame-options "DENY" always;
    add_header content-security-policy "${sandboxed}" always;
    add_header Cache-Control $linkspan_page_cache always;
}
`);
    expect(files.get('.headers/Caddyfile')).toContain(`
@linkspan_assets path /assets/*
header @linkspan_assets x-frame-options "DENY"
header @linkspan_assets content-security-policy "${sandboxed}"
`);
    expect(files.get('_headers')?.match(/\n\/assets\/\*\n( .*\n)*/g)).toEqual([
      `\n/assets/*\n  content-security-policy: ${sandboxed}\n  cache-control: public, max-age=31536000, immutable\n`,
    ]);
  });

  it('have own headers for a remote under the page’s origin, in each form', () => {
    const [, remote] = JSON.parse(files.get('.headers/paths.json') ?? '');
    expect(remote).toEqual({
      path: '/remotes/evm/',
      headers: { 'content-security-policy': sandboxed, 'x-content-type-options': 'nosniff' },
    });
    const [nginx, caddy] = ['nginx.conf', 'Caddyfile'].map((name) => files.get(`.headers/${name}`));
    expect(nginx).toContain(`
location /remotes/evm/ {
    add_header content-security-policy "${sandboxed}" always;
    add_header x-content-type-options "nosniff" always;
    add_header Cache-Control $linkspan_page_cache always;
    etag off;
    if_modified_since off;
}
`);
    expect(caddy).toContain(
      '@linkspan_page not path /assets/* /remotes/evm/*\nheader @linkspan_page x-frame-options "DENY"',
    );
    expect(caddy).toContain(`
@linkspan_remote path /remotes/evm/*
header @linkspan_remote content-security-policy "${sandboxed}"
header @linkspan_remote x-content-type-options "nosniff"
request_header @linkspan_remote -If-None-Match
request_header @linkspan_remote -If-Modified-Since
`);
  });

  it('have a whole file for static hosts, with the cache lifetime of each file', () => {
    const text = files.get('_headers') ?? '';
    expect(text).toContain("\n/*\n  x-frame-options: DENY\n  content-security-policy: default-src 'none'");
    expect(text).toContain(`\n/remotes/evm/*\n  content-security-policy: ${sandboxed}\n`);
    expect(text).toContain('\n/remotes/evm/live.json\n  cache-control: no-cache\n');
  });

  function ofCloudFront(uri: string): Readonly<Record<string, string>> {
    const run = new Function('event', `${files.get('.headers/cloudfront.js')}; return handler(event);`);
    const { headers } = run({ request: { uri }, response: { headers: { etag: { value: 'a' } } } });
    const values = Object.entries<{ value: string }>(headers).map(([name, { value }]) => [name, value]);
    const { etag, ...own } = Object.fromEntries(values);
    expect(etag).toBe('a');
    return own;
  }

  /** What Vercel's rules say of a path, of which one alone may fit. */
  function ofVercel(uri: string): Readonly<Record<string, string>> {
    const rules: { source: string; headers: { key: string; value: string }[] }[] = JSON.parse(
      files.get('.headers/vercel.json') ?? '',
    ).headers;
    const vercel = rules.filter(({ source }) => new RegExp(`^${source}$`).test(uri));
    expect(vercel).toHaveLength(1);
    return Object.fromEntries(vercel[0]?.headers.map(({ key, value }) => [key, value]) ?? []);
  }

  it.each([
    ['/', "default-src 'none'", 'no-cache'],
    ['/index.html', "default-src 'none'", 'no-cache'],
    ['/documents/remote-evm.json', "default-src 'none'", 'no-cache'],
    ['/assets/host-1.js', sandboxed, 'public, max-age=31536000, immutable'],
    ['/remotes/evm/live.json', sandboxed, 'no-cache'],
    ['/remotes/evm/root.json', sandboxed, 'no-cache'],
    ['/remotes/evm/root/1.json', sandboxed, 'public, max-age=31536000, immutable'],
    ['/remotes/evm/releases/files/a.js', sandboxed, 'public, max-age=31536000, immutable'],
  ])('have one rule for %s on CloudFront and on Vercel', (uri, policy, caching) => {
    const headers = ofCloudFront(uri);
    expect(ofVercel(uri)).toEqual(headers);
    expect(headers['content-security-policy']).toContain(policy);
    expect(headers['cache-control']).toBe(caching);
  });

  it('close a file on CloudFront however its address is written', () => {
    for (const uri of ['/%61ssets/page.html', '/remotes%2Fevm/releases/a.html'])
      expect([uri, ofCloudFront(uri)['content-security-policy']]).toEqual([uri, sandboxed]);
  });
});

it('asks browsers to come by HTTPS alone, but for practice', () => {
  const name = 'strict-transport-security';
  const { practice, ...forPeople } = fakeConfig;
  expect(practice).toBeDefined();
  expect(toHeaders(fakeConfig)).not.toHaveProperty(name);
  expect(toHeaders(forPeople)).toHaveProperty(name, 'max-age=31536000');
});
