import { readFile } from 'node:fs/promises';
import { expandConfig } from '@linkspan/contract/short-config';
import { describe, expect, it } from 'vitest';
import { parseConfig, toPageConfig } from './config.ts';
import { fakeConfig } from './testing/fake-shell.ts';

type Json = Record<string, unknown>;

/** A valid configuration with other values at paths such as `families.0.id`; undefined removes a field. */
function change(changes: Readonly<Json>): unknown {
  const page = JSON.parse(JSON.stringify(fakeConfig)) as Json;
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const last = names.pop() as string;
    const owner = names.reduce((one, name) => one[name] as Json, page);
    if (value === undefined) Reflect.deleteProperty(owner, last);
    else owner[last] = value;
  }
  return page;
}

/** The code and the place of a configuration's mistake. */
function mistakeOf(value: unknown): string {
  try {
    parseConfig(value);
    return 'no mistake';
  } catch (error) {
    const { code, context } = error as { code: string; context: { place: string } };
    return `${code} ${context.place}`;
  }
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

/** The fields of a schema, such as `families[].id`. */
function listFields({ properties = {}, items, oneOf = [] }: Schema, place = ''): readonly string[] {
  const below = Object.entries(properties).flatMap(([name, one]) => {
    const path = place ? `${place}.${name}` : name;
    return [path, ...listFields(one, path)];
  });
  return [
    ...below,
    ...(items ? listFields(items, `${place}[]`) : []),
    ...oneOf.flatMap((one) => listFields(one, place)),
  ];
}

/** The same of a value. */
function listUsed(value: unknown, place = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => listUsed(one, `${place}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const path = place ? `${place}.${name}` : name;
    return [path, ...listUsed(one, path)];
  });
}

const web = 'https://quay.example/';
const origin = 'https://quay.example';
/** A configuration with every field. */
const everything = {
  $schema: './wallets.schema.json',
  title: 'Quay',
  families: [
    {
      ...{ id: 'evm', title: 'Ethereum', namespace: 'eip155', mark: { path: 'M0 0h20v20z', hue: 1 } },
      remote: { name: 'remote-evm', url: web, root: 'root.json', live: 'live.json', options: {} },
      networks: [
        {
          ...{
            id: 'eip155:1',
            title: 'One',
            rpc: [web],
            ws: 'wss://quay.example/',
            symbol: 'ETH',
            decimals: 18,
          },
          ...{ explorer: `${web}{transaction}`, isTest: true },
          tokens: [{ asset: 'eip155:1/erc20:0xb', symbol: 'DAI', decimals: 18 }],
        },
      ],
    },
    {
      ...{ id: 'near', title: 'NEAR', namespace: 'near', remote: { package: '@linkspan/remote-near' } },
      networks: [{ id: 'near:mainnet', title: 'NEAR', rpc: [web], symbol: 'NEAR', decimals: 24 }],
    },
  ],
  identities: [{ identity: 'app.quay', families: ['evm'] }],
  connect: [web],
  frames: [origin],
  framedBy: [origin],
  links: [{ title: 'Terms', url: '/terms' }],
  brand: {
    logo: 'a.svg',
    favicon: 'b.svg',
    accent: { light: '#111', dark: '#eee' },
    radius: 3,
    font: 'serif',
  },
  telemetry: { url: web, service: 'quay' },
  app: {
    ...{ connect: [web], images: [web], fonts: [web], styles: [web], media: [web], frames: [origin] },
    ...{
      workers: ['assets/worker-*.js'],
      trustedTypes: ['quay'],
      scripts: [{ url: web, integrity: `sha384-${'A'.repeat(64)}` }],
    },
  },
  practice: { module: '/practice.js', label: 'Practice' },
  preview: 'Not live.',
  development: true,
};

/** The fields that only the short form has. */
const remote = { name: 'remote-quay', url: web, root: 'root.json', live: 'live.json' };
const short = {
  ...{ title: 'Quay', networks: ['base'], walletConnect: { projectId: '0123456789abcdef' } },
  remotes: { evm: remote, solana: { ...remote, name: 'remote-b' }, near: { ...remote, name: 'remote-c' } },
};

describe('a configuration', () => {
  it('is unchanged and frozen', () => {
    const config = parseConfig(change({}));
    expect(config).toEqual(fakeConfig);
    expect(Object.isFrozen(config.families[0]?.networks)).toBe(true);
  });

  it('has in its JSON Schema the fields that it may have, and no others', async () => {
    const file = new URL('../../tools/release/template/page/wallets.schema.json', import.meta.url);
    const schema: Schema = JSON.parse(await readFile(file, 'utf8'));
    expect(mistakeOf(everything)).toBe('no mistake');
    expect(mistakeOf(expandConfig(short))).toBe('no mistake');
    const used = new Set([...listUsed(everything), ...listUsed(short)]);
    expect([...listFields(schema)].sort()).toEqual([...used].sort());
    expect(toPageConfig(parseConfig(everything))).not.toHaveProperty('$schema');
  });

  it('leaves a remote’s options to the remote', () => {
    const options = { anything: [1, { deep: null }] };
    const config = parseConfig(change({ 'families.0.remote.options': options }));
    expect(config.families[0]?.remote.options).toEqual(options);
  });

  it('may take the release of a remote from a package, by whose name the remote goes', () => {
    const config = parseConfig(change({ 'families.0.remote': { package: '@quay/remote-quay' } }));
    expect(config.families[0]?.remote).toEqual({
      ...{ package: '@quay/remote-quay', name: 'remote-quay', url: '/assets/linkspan/remote-quay/' },
    });
    expect(toPageConfig(config).families[0]?.remote).not.toHaveProperty('package');
  });

  it.each([
    [{ package: 'Remote' }, 'families[0].remote.package'],
    [{ package: '../remote-evm' }, 'families[0].remote.package'],
    [{ package: '@quay/remote-evm', url: '/remotes/a/' }, 'families[0].remote.url'],
    [{ package: '@quay/remote-evm', root: 'root.json' }, 'families[0].remote.root'],
  ])('names a package alone: %j', (remote, place) => {
    expect(mistakeOf(change({ 'families.0.remote': remote }))).toBe(`config/malformed ${place}`);
  });

  it('may have a family without a mark', () => {
    const config = parseConfig(change({ 'families.0.mark': undefined }));
    expect(config.families[0]).not.toHaveProperty('mark.path');
  });

  it('names files that do not go into the page', () => {
    const files = { root: 'root.json', live: 'live.json' };
    const at = 'families.0.remote';
    const config = parseConfig(change({ [`${at}.root`]: files.root, [`${at}.live`]: files.live }));
    expect(config.families[0]?.remote).toMatchObject(files);
    expect(toPageConfig(config)).toEqual(fakeConfig);
  });

  it('says what to write in place of workers that are not named', () => {
    expect(() => parseConfig({ ...fakeConfig, app: { workers: true } })).toThrow(
      expect.objectContaining({
        code: 'config/malformed',
        context: { place: 'app.workers', expected: expect.stringContaining('["assets/worker-*.js"]') },
      }),
    );
  });

  it.each(['worker.js', '/assets/a.js', 'assets/*/a.js', 'assets/../a.js', 'assets/a.css', 'a/.b.js', ''])(
    'has no worker at %s',
    (path) => {
      expect(mistakeOf({ ...fakeConfig, app: { workers: [path] } })).toBe('config/malformed app.workers[0]');
    },
  );

  it.each(['frames', 'framedBy'])('has whole origins as %s, of this machine only for practice', (name) => {
    const origins = ['https://wallet.example', 'https://pier.example:8443'];
    const local = ['http://localhost:5173', 'http://127.0.0.1:8080'];
    expect(toPageConfig(parseConfig(change({ [name]: origins })))).toMatchObject({ [name]: origins });
    expect(parseConfig(change({ [name]: local }))).toMatchObject({ [name]: local });
  });

  it('may have a brand, which does not go into the page', () => {
    const brand = {
      logo: 'brand/logo.svg',
      favicon: 'brand/icon.png',
      accent: { light: '#0b57d0', dark: 'oklch(80% 0.1 260)' },
      radius: 28,
      font: `"Example Sans 3", 'Ähnlich', -apple-system, Segoe UI,sans-serif`,
    };
    const config = parseConfig(change({ brand }));
    expect(config.brand).toEqual(brand);
    expect(toPageConfig(config)).toEqual(fakeConfig);
    expect(mistakeOf(change({ brand: { accent: '#abc' } }))).toBe('no mistake');
  });

  it.each<[object, string]>([
    [{ theme: 1 }, 'theme'],
    [{ logo: '' }, 'logo'],
    [{ favicon: 1 }, 'favicon'],
    [{ accent: 'red' }, 'accent'],
    [{ accent: '#fff;color:red' }, 'accent'],
    [{ accent: null }, 'accent'],
    [{ accent: { light: '#fff' } }, 'accent.dark'],
    [{ accent: { light: 'oklch(50% 0.1 400)', dark: '#fff' } }, 'accent.light'],
    [{ radius: -1 }, 'radius'],
    [{ radius: 29 }, 'radius'],
    [{ radius: 1.5 }, 'radius'],
    ...['', ' ', '"a" b', 'a\nb', ...', a, a,,b "a \'a" 1a a;color:red a} url(a) "a</style>"'.split(' ')].map(
      (font): [object, string] => [{ font }, 'font'],
    ),
  ])('has no brand of %j', (brand, place) => {
    expect(mistakeOf(change({ brand }))).toBe(`config/malformed brand.${place}`);
  });

  it.each<[what: string, path: string, value: unknown, place?: string]>([
    ['an unknown field', 'theme', 1],
    ['sockets of this device in another form', 'connect', ['wss://localhost:*'], 'connect[0]'],
    ['a reachable address of no form', 'connect', ['*'], 'connect[0]'],
    ['an unknown field of a family', 'families.0.x', 1],
    ['no title', 'title', undefined],
    ['a title of spaces', 'title', '  '],
    ['a title of two lines', 'title', 'a\nb'],
    ['a collector with a password', 'telemetry', { url: 'https://a:b@c.example/' }, 'telemetry.url'],
    [
      'a header for the collector, which would be public',
      'telemetry',
      { url: 'https://collector.example/', headers: { token: 'x' } },
      'telemetry.headers',
    ],
    ['a link to a script', 'links', [{ title: 'Terms', url: 'javascript:alert()' }], 'links[0].url'],
    ['a link to another site as a path', 'links', [{ title: 'Terms', url: '//a.example' }], 'links[0].url'],
    ['no family', 'families', []],
    ['a family id in capitals', 'families.0.id', 'EVM'],
    ['a family id with markup', 'families.0.id', 'a"]'],
    ['a hue with a rule in it', 'families.0.mark.hue', '1}'],
    ['a mark with a rule in it', 'families.0.mark.path', 'M0 0"}'],
    ['an endless mark', 'families.0.mark.path', `M0 0${'h1'.repeat(500)}`],
    ['a network id without a namespace', 'families.0.networks.0.id', '1'],
    ['a network of another namespace', 'families.0.networks.0.id', 'solana:1'],
    ['no rpc', 'families.0.networks.0.rpc', []],
    ['an rpc over a websocket', 'families.0.networks.0.rpc.0', 'ws://localhost'],
    ['an rpc with a password', 'families.0.networks.0.rpc.0', 'https://me:secret@node.example/'],
    ['an explorer that is a script', 'families.0.networks.0.explorer', 'javascript:alert("{transaction}")'],
    ['an explorer without a transaction', 'families.0.networks.0.explorer', 'https://explorer.example/'],
    ['a network of which a text says whether it is a test', 'families.0.networks.0.isTest', 'yes'],
    [
      'a token of another network',
      'families.0.networks.0.tokens',
      [{ asset: 'eip155:9/erc20:0xb', symbol: 'DAI', decimals: 18 }],
      'families[0].networks[0].tokens[0].asset',
    ],
    ['an rpc that is not encrypted', 'families.0.networks.0.rpc.0', 'http://node.example/'],
    ['a websocket that is not encrypted', 'families.0.networks.0.ws', 'ws://node.example/'],
    ['a relay that is not encrypted', 'connect', ['wss://relay.example', 'ws://relay.example'], 'connect[1]'],
    ['a remote that is not encrypted', 'families.0.remote.url', 'http://remotes.example/evm/'],
    [
      'an identity of a family that it has not',
      'identities',
      [{ identity: 'app.quay', families: ['evm', 'solanna'] }],
      'identities[0].families[1]',
    ],
    ['a practice module that no page can import', 'practice.module', 'practice.js'],
    ['a practice module of another host', 'practice.module', '//host/x.js'],
    ['a root that is no path', 'families.0.remote.root', ''],
    ['a live document that is no path', 'families.0.remote.live', 7],
    ['a development that is not true', 'development', false],
  ])('is refused with %s', (_, path, value, place = path.replace(/\.(\d+)/g, '[$1]')) => {
    expect(mistakeOf(change({ [path]: value }))).toBe(`config/malformed ${place}`);
  });

  it.each([
    ..."'self' * https: https://*.example https://wallet.example/ https://wallet.example/app".split(' '),
    ...'https://me@wallet.example http://wallet.example http://localhost:5173 wss://wallet.example'.split(
      ' ',
    ),
    ...'data: blob:https://wallet.example'.split(' '),
  ])('is refused with %s as a frame', (origin) => {
    for (const name of ['frames', 'framedBy']) {
      const config = change({ practice: undefined, [name]: ['https://wallet.example', origin] });
      expect(mistakeOf(config)).toBe(`config/malformed ${name}[1]`);
    }
  });

  it.each([
    ...'http://localhost:1/remote-evm http://localhost:1/?x/ http://localhost:1/#/ ftp://localhost/'.split(
      ' ',
    ),
    ...'http:localhost/ remotes/evm/ /remotes/evm //remotes/evm/ /remotes/../ /assets/evm/ /a;b/ /'.split(
      ' ',
    ),
    ...['/a b/', ' http://localhost/', 'https://me@localhost/', 7],
  ])('is refused with a remote at %j', (url) => {
    const config = change({ 'families.0.remote.url': url });
    expect(mistakeOf(config)).toBe('config/malformed families[0].remote.url');
  });

  it.each([null, 7, 'x', [], undefined])('is refused as %j', (value) => {
    expect(mistakeOf(value)).toMatch(/^config\/malformed/);
  });

  it('has no field by an inherited name', () => {
    const text = JSON.stringify(fakeConfig).replace('{', '{"__proto__":{"development":true},');
    expect(mistakeOf(JSON.parse(text))).toBe('config/malformed __proto__');
    expect(mistakeOf({ ...fakeConfig, constructor: 1 })).toBe('config/malformed constructor');
    expect(mistakeOf(Object.create(fakeConfig))).toBe('config/malformed title');
  });

  it('may have a remote under the page’s own origin', () => {
    const url = '/remotes/remote-evm/';
    const config = toPageConfig(parseConfig(change({ 'families.0.remote.url': url })));
    expect(config.families[0]?.remote.url).toBe(url);
  });

  it('lists each identity of wallets once', () => {
    const identities = [{ identity: 'app.pier', families: ['evm', 'solana'] }];
    expect(toPageConfig(parseConfig(change({ identities }))).identities).toEqual(identities);
    const refuse = (...given: unknown[]) => mistakeOf(change({ identities: given }));
    expect(refuse(identities[0], identities[0])).toBe('config/duplicate identities[1].identity');
    expect(refuse({ identity: 'app.pier', families: ['evm', 'evm'] })).toBe(
      'config/duplicate identities[0].families[1]',
    );
    expect(refuse({ identity: 'App Pier', families: [] })).toBe('config/malformed identities[0].identity');
  });
});

const url = (index: number) => `families.${index}.remote.url`;
it.each<[what: string, changes: Json, mistake: string]>([
  ['one id', { 'families.1.id': 'evm' }, 'config/duplicate families[1].id'],
  ['one remote', { 'families.1.remote.name': 'remote-evm' }, 'config/duplicate families[1].remote.name'],
  [
    'one address, in any form',
    { [url(0)]: 'https://remotes.example/a/', [url(1)]: 'HTTPS://Remotes.example:443/b/../a/' },
    'config/duplicate families[1].remote.url',
  ],
  [
    'one address below the other',
    { [url(0)]: 'https://remotes.example/a/b/', [url(1)]: 'https://remotes.example/a/' },
    'config/malformed families[0].remote.url',
  ],
  [
    'one path',
    { [url(0)]: '/remotes/a/', [url(1)]: '/remotes/a/' },
    'config/duplicate families[1].remote.url',
  ],
  [
    'one namespace, which is allowed',
    { 'families.1.namespace': 'eip155', 'families.1.networks': fakeConfig.families[0]?.networks },
    'no mistake',
  ],
  [
    'one network twice in a family',
    { 'families.0.networks.1.id': 'eip155:31337' },
    'config/duplicate families[0].networks[1].id',
  ],
])('refuses two families with %s', (_, changes, mistake) => {
  expect(mistakeOf(change(changes))).toBe(mistake);
});
