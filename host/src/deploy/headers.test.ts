import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { toSharedDirectives } from '../csp/policy.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { toHeaderFiles } from './header-files.ts';
import { toHeaders, toWorkerHeaders } from './headers.ts';

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
    ['workers', ['assets/worker-*.js'], 'worker-src', "'self'"],
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

  const workers = ['/assets/worker.js'];
  it.each([{}, { styles: [other] }, { workers }, { styles: [other], workers }])(
    'is the same in its <meta> as in the headers: %j',
    (app) => {
      const shared = Object.entries(toSharedDirectives(app)).map(([name, values]) => [
        name,
        values.join(' '),
      ]);
      const listed = { ...app, ...('workers' in app && { workers: ['assets/worker.js'] }) };
      expect(readPolicy({ app: listed })).toMatchObject(Object.fromEntries(shared));
    },
  );
});

it('lets a worker reach what the page may reach, start no other, and run no text as a script', () => {
  const app = { workers: ['assets/worker.js'], connect: ['https://api.example'] };
  const policy = toWorkerHeaders({ ...fakeConfig, app })['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; connect-src .*; worker-src 'none';/);
  expect(policy).toContain(`connect-src ${readPolicy({ app })['connect-src']};`);
  expect(policy).not.toMatch(/sandbox|unsafe|blob/);
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
  for (const text of toHeaderFiles(framed, { pages: [], closed: [], remotes: ['/remotes/evm/'] }).values())
    expect(text).not.toContain('DENY');
  expect(toHeaders(parseConfig({ ...fakeConfig, framedBy: [] }))).toEqual(toHeaders(fakeConfig));
});

it('asks browsers to come by HTTPS alone, but for practice', () => {
  const name = 'strict-transport-security';
  const { practice, ...forPeople } = fakeConfig;
  expect(practice).toBeDefined();
  expect(toHeaders(fakeConfig)).not.toHaveProperty(name);
  expect(toHeaders(forPeople)).toHaveProperty(name, 'max-age=31536000');
});
