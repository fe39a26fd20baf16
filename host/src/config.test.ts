import { describe, expect, it } from 'vitest';
import { parseConfig, toPageConfig } from './config.ts';
import { fakeConfig } from './testing/fake-shell.ts';

type Json = Record<string, unknown>;

/** A sound configuration, as plain JSON, with one change made to it. */
function changed(change: (page: Json, family: Json, network: Json, remote: Json) => void): unknown {
  const page = JSON.parse(JSON.stringify(fakeConfig)) as Json;
  const family = (page.families as Json[])[0] as Json;
  change(page, family, (family.networks as Json[])[0] as Json, family.remote as Json);
  return page;
}

const placeOf = (value: unknown) => {
  try {
    parseConfig(value);
    return 'no mistake';
  } catch (error) {
    const { code, context } = error as { code: string; context: { place: string } };
    return `${code} ${context.place}`;
  }
};

const remoteAt = (field: string) => `families[0].remote.${field}`;

describe('a configuration', () => {
  it('is taken as it is, and frozen', () => {
    const config = parseConfig(JSON.parse(JSON.stringify(fakeConfig)));
    expect(config).toEqual(fakeConfig);
    expect(Object.isFrozen(config.families[0]?.networks)).toBe(true);
  });

  it('leaves a remote’s options to the remote', () => {
    const options = { anything: [1, { deep: null }] };
    const config = parseConfig(
      changed((_, __, ___, remote) => {
        remote.options = options;
      }),
    );
    expect(config.families[0]?.remote.options).toEqual(options);
  });

  it('names files that do not go into the page', () => {
    const config = parseConfig(
      changed((_, __, ___, remote) => {
        Object.assign(remote, { root: 'root.json', live: 'live.json' });
      }),
    );
    expect(config.families[0]?.remote).toMatchObject({ root: 'root.json', live: 'live.json' });
    expect(toPageConfig(config)).toEqual(fakeConfig);
  });

  it.each(['frames', 'framedBy'] as const)(
    'has whole origins as %s, of this machine on a practice page alone',
    (name) => {
      const origins = ['https://wallet.example', 'https://pier.example:8443'];
      const local = ['http://localhost:5173', 'http://127.0.0.1:8080'];
      const withOrigins = (given: readonly string[]) =>
        changed((page) => Object.assign(page, { [name]: given, practice: { module: '/p.js', label: 'P' } }));
      expect(toPageConfig(parseConfig(withOrigins(origins)))[name]).toEqual(origins);
      expect(parseConfig(withOrigins(local))[name]).toEqual(local);
    },
  );

  it('may have a brand, which does not go into the page', () => {
    const brand = {
      logo: 'brand/logo.svg',
      favicon: 'brand/icon.png',
      accent: { light: '#0b57d0', dark: 'oklch(80% 0.1 260)' },
      radius: 28,
      font: `"Example Sans 3", 'Ähnlich', -apple-system, Segoe UI,sans-serif`,
    };
    const config = parseConfig(changed((page) => Object.assign(page, { brand })));
    expect(config.brand).toEqual(brand);
    expect(toPageConfig(config)).toEqual(fakeConfig);
    expect(placeOf(changed((page) => Object.assign(page, { brand: { accent: '#abc' } })))).toBe('no mistake');
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
    ...[
      '',
      ' ',
      ',',
      'a,',
      'a,,b',
      '"a',
      '\'a"',
      '"a" b',
      '1a',
      'a;color:red',
      'a}',
      'url(a)',
      'a\nb',
      '"a</style>"',
    ].map((font): [object, string] => [{ font }, 'font']),
  ])('has no brand of %j', (brand, place) => {
    expect(placeOf(changed((page) => Object.assign(page, { brand })))).toBe(
      `config/malformed brand.${place}`,
    );
  });

  it.each<[string, Parameters<typeof changed>[0], string]>([
    ['an unknown field', (page) => Object.assign(page, { theme: 1 }), 'theme'],
    [
      'sockets of this device in another form',
      (page) => Object.assign(page, { connect: ['wss://localhost:*'] }),
      'connect[0]',
    ],
    ['an address to reach that is none', (page) => Object.assign(page, { connect: ['*'] }), 'connect[0]'],
    ...[
      "'self'",
      '*',
      'https:',
      'https://*.example',
      'https://wallet.example/',
      'https://wallet.example/app',
      'https://me@wallet.example',
      'http://wallet.example',
      'http://localhost:5173',
      'wss://wallet.example',
      'data:',
      'blob:https://wallet.example',
    ].flatMap((origin) =>
      (['frames', 'framedBy'] as const).map((name): [string, Parameters<typeof changed>[0], string] => [
        `${origin} for ${name}`,
        (page) => {
          Reflect.deleteProperty(page, 'practice');
          page[name] = ['https://wallet.example', origin];
        },
        `${name}[1]`,
      ]),
    ),
    ['an unknown field of a family', (_, family) => Object.assign(family, { x: 1 }), 'families[0].x'],
    ['no title', (page) => Reflect.deleteProperty(page, 'title'), 'title'],
    [
      'a collector with a password',
      (page) => Object.assign(page, { telemetry: { url: 'https://a:b@collector.example/' } }),
      'telemetry.url',
    ],
    [
      'a header for the collector, which would be no secret',
      (page) =>
        Object.assign(page, { telemetry: { url: 'https://collector.example/', headers: { token: 'x' } } }),
      'telemetry.headers',
    ],
    ['a title of spaces', (page) => Object.assign(page, { title: '  ' }), 'title'],
    ['a title of two lines', (page) => Object.assign(page, { title: 'a\nb' }), 'title'],
    ['no family', (page) => Object.assign(page, { families: [] }), 'families'],
    ['a family id in capitals', (_, family) => Object.assign(family, { id: 'EVM' }), 'families[0].id'],
    ['a family id with markup', (_, family) => Object.assign(family, { id: 'a"]' }), 'families[0].id'],
    [
      'a hue with a rule in it',
      (_, f) => Object.assign(f.mark as Json, { hue: '1}' }),
      'families[0].mark.hue',
    ],
    [
      'a mark with a rule in it',
      (_, f) => Object.assign(f.mark as Json, { path: 'M0 0"}' }),
      'families[0].mark.path',
    ],
    [
      'a mark without end',
      (_, f) => Object.assign(f.mark as Json, { path: `M0 0${'h1'.repeat(500)}` }),
      'families[0].mark.path',
    ],
    [
      'a network id without a namespace',
      (_, __, network) => Object.assign(network, { id: '1' }),
      'families[0].networks[0].id',
    ],
    [
      'a network of another namespace',
      (_, __, network) => Object.assign(network, { id: 'solana:1' }),
      'families[0].networks[0].id',
    ],
    ['no rpc', (_, __, network) => Object.assign(network, { rpc: [] }), 'families[0].networks[0].rpc'],
    [
      'an rpc over a websocket',
      (_, __, network) => Object.assign(network, { rpc: ['ws://localhost'] }),
      'families[0].networks[0].rpc[0]',
    ],
    [
      'an rpc with a password',
      (_, __, network) => Object.assign(network, { rpc: ['https://me:secret@node.example/'] }),
      'families[0].networks[0].rpc[0]',
    ],
    [
      'an explorer that is a script',
      (_, __, network) => Object.assign(network, { explorer: 'javascript:alert("{transaction}")' }),
      'families[0].networks[0].explorer',
    ],
    [
      'an explorer without a place for the transaction',
      (_, __, network) => Object.assign(network, { explorer: 'https://explorer.example/' }),
      'families[0].networks[0].explorer',
    ],
    [
      'a practice module that no page can import',
      (page) => Object.assign(page, { practice: { module: 'practice.js', label: 'x' } }),
      'practice.module',
    ],
    [
      'a practice module of another host',
      (page) => Object.assign(page, { practice: { module: '//host/x.js', label: 'x' } }),
      'practice.module',
    ],
    ['a root that is no path', (_, __, ___, remote) => Object.assign(remote, { root: '' }), remoteAt('root')],
    [
      'a live document that is no path',
      (_, __, ___, remote) => Object.assign(remote, { live: 7 }),
      remoteAt('live'),
    ],
    ['a development that is not true', (page) => Object.assign(page, { development: false }), 'development'],
  ])('is refused with %s', (_, change, place) => {
    expect(placeOf(changed(change))).toBe(`config/malformed ${place}`);
  });

  it.each([
    'http://localhost:1/remote-evm',
    'http://localhost:1/?x/',
    'http://localhost:1/#/',
    'ftp://localhost/',
    'http:localhost/',
    'remotes/evm/',
    '/remotes/evm',
    '//remotes/evm/',
    '/remotes/../',
    '/assets/evm/',
    '/a;b/',
    '/a b/',
    '/',
    ' http://localhost/',
    'https://me@localhost/',
    7,
  ])('is refused with a remote at %j', (url) => {
    const config = changed((_, __, ___, remote) => Object.assign(remote, { url }));
    expect(placeOf(config)).toBe('config/malformed families[0].remote.url');
  });

  it.each([null, 7, 'x', [], undefined])('is refused where it is %j', (value) => {
    expect(placeOf(value)).toMatch(/^config\/malformed/);
  });

  it('knows no field by the names that every object has', () => {
    const text = JSON.stringify(fakeConfig).replace('{', '{"__proto__":{"development":true},');
    expect(placeOf(JSON.parse(text))).toBe('config/malformed __proto__');
    expect(placeOf({ ...fakeConfig, constructor: 1 })).toBe('config/malformed constructor');
    expect(placeOf(Object.create(fakeConfig))).toBe('config/malformed title');
  });
});

describe('two families', () => {
  const twice = (change: (first: Json, second: Json) => void) =>
    placeOf(
      changed((page) => {
        const [first, second] = page.families as [Json, Json];
        change(first, second);
      }),
    );

  it('cannot have one id', () => {
    expect(twice((first, second) => Object.assign(second, { id: first.id }))).toBe(
      'config/duplicate families[1].id',
    );
  });

  it('cannot have one remote', () => {
    const name = (family: Json) => family.remote as Json;
    expect(twice((first, second) => Object.assign(name(second), { name: name(first).name }))).toBe(
      'config/duplicate families[1].remote.name',
    );
  });

  it('cannot have one address, however it is written', () => {
    const at = (family: Json, url: string) => Object.assign(family.remote as Json, { url });
    expect(
      twice((first, second) => {
        at(first, 'https://remotes.example/a/');
        at(second, 'HTTPS://Remotes.example:443/b/../a/');
      }),
    ).toBe('config/duplicate families[1].remote.url');
  });

  it('cannot have one address below the other', () => {
    const at = (family: Json, url: string) => Object.assign(family.remote as Json, { url });
    expect(
      twice((first, second) => {
        at(first, 'https://remotes.example/a/b/');
        at(second, 'https://remotes.example/a/');
      }),
    ).toBe('config/malformed families[0].remote.url');
    expect(
      twice((first, second) => {
        at(first, '/remotes/a/');
        at(second, '/remotes/a/');
      }),
    ).toBe('config/duplicate families[1].remote.url');
  });

  it('can be of one namespace', () => {
    expect(
      twice((first, second) => Object.assign(second, { namespace: 'eip155', networks: first.networks })),
    ).toBe('no mistake');
  });
});

it('refuses a network that a family has twice', () => {
  const config = changed((_, family) => {
    const [network] = family.networks as Json[];
    family.networks = [network, network];
  });
  expect(placeOf(config)).toBe('config/duplicate families[0].networks[1].id');
});

it('takes the identities of wallets that may be one in several families, each once', () => {
  const identities = [{ identity: 'app.pier', families: ['evm', 'solana'] }];
  const config = changed((page) => Object.assign(page, { identities }));
  expect(toPageConfig(parseConfig(config)).identities).toEqual(identities);
  const refuse = (...given: unknown[]) =>
    placeOf(changed((page) => Object.assign(page, { identities: given })));
  expect(refuse(identities[0], identities[0])).toBe('config/duplicate identities[1].identity');
  expect(refuse({ identity: 'app.pier', families: ['evm', 'evm'] })).toBe(
    'config/duplicate identities[0].families[1]',
  );
  expect(refuse({ identity: 'App Pier', families: [] })).toBe('config/malformed identities[0].identity');
});

it('takes a remote under the page’s own origin', () => {
  const config = parseConfig(
    changed((_, __, ___, remote) => {
      remote.url = '/remotes/remote-evm/';
    }),
  );
  expect(toPageConfig(config)).toMatchObject({
    families: [{ remote: { url: '/remotes/remote-evm/' } }, {}, {}],
  });
});
