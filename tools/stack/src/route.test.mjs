import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.mjs';

/** What the store says beside the body. */
const said = {
  'content-type': 'text/html',
  'set-cookie': ['a=1; Path=/', 'b=2'],
  'clear-site-data': '"storage"',
  'service-worker-allowed': '/',
  'cache-control': 'max-age=9',
  link: '</x.js>; rel=preload',
  location: '/elsewhere',
  refresh: '0; url=/elsewhere',
  'x-of-tomorrow': '1',
};

/** What it does, by the path that it is asked for. @type {Record<string, import('node:http').RequestListener>} */
const acts = {
  '/evm/live.json': (_, response) => response.writeHead(200, said).end('{"a":"ü"}'),
  '/evm/releases/1.0.0/discovery-1.js': (_, response) => response.writeHead(200, said).end('1'),
  '/evm/releases/files/discovery-1.js': (_, response) => response.writeHead(200, said).end('1'),
  '/evm/releases/1/discovery-moved.js': (_, response) => response.writeHead(302, said).end('1'),
  '/evm/releases/1/discovery-partial.js': (_, response) => response.writeHead(206, said).end('1'),
  '/evm/releases/1/discovery-early.js': (_, response) => {
    response.writeEarlyHints({ link: '</early.js>; rel=preload', 'set-cookie': 'early=1' });
    response.writeHead(200, said).end('1');
  },
  '/evm/releases/1/discovery-cut.js': (_, response) => {
    response.writeHead(200, { ...said, 'content-length': 10 });
    response.write('1', () => response.destroy());
  },
  '/evm/releases/1/discovery-endless.js': (_, response) => {
    response.writeHead(200, said);
    const write = () => {
      while (response.write('x'.repeat(100_000)));
    };
    response.on('drain', write);
    write();
  },
};

/** @type {{url?: string | undefined, method?: string | undefined, headers: object}[]} */
let heard = [];
const store = createServer((asked, response) => {
  heard.push({ url: asked.url, method: asked.method, headers: asked.headers });
  const act = acts[`${asked.url}`];
  if (act) act(asked, response);
  else response.writeHead(404, said).end('<script></script>');
});
/** @type {Awaited<ReturnType<typeof serve>>} */
let host;

beforeAll(async () => {
  await once(store.listen(0, 'localhost'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (store.address());
  const routes = [{ path: '/remotes/evm/', to: `http://localhost:${port}/evm/` }];
  host = await serve(import.meta.dirname, { port: 0, routes, headers: { 'x-page': '1' } });
});

afterAll(async () => {
  await host.close();
  store.closeAllConnections();
  await new Promise((resolve) => store.close(resolve));
});

/**
 * Asks for what follows the route's path, exactly as it stands.
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @param {string} [method]
 */
async function ask(path, headers = { 'sec-fetch-dest': 'empty' }, method = 'GET') {
  heard = [];
  const asked = request({
    host: 'localhost',
    port: host.port,
    path: `/remotes/evm/${path}`,
    method,
    headers,
  });
  /** @type {unknown[]} */
  const early = [];
  asked.on('information', (one) => early.push(one)).end();
  const [response] = await once(asked, 'response');
  const { date, connection, 'keep-alive': _, ...own } = response.headers;
  return { status: response.statusCode, headers: own, early, body: await text(response) };
}

const hardened = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};
const discovery = 'releases/1.0.0/discovery-1.js';
/** Where releases have their files together. */
const files = 'releases/files/discovery-1.js';

describe('a route', () => {
  it('says of a live document what it is, and nothing that the store says beside it', async () => {
    expect(await ask('live.json')).toEqual({
      status: 200,
      headers: {
        ...hardened,
        'content-type': 'application/json',
        'content-length': '10',
        'cache-control': 'no-cache',
      },
      early: [],
      body: '{"a":"ü"}',
    });
  });

  it('says of a discovery that it is a script which never changes', async () => {
    const { status, headers, body } = await ask(discovery, { 'sec-fetch-dest': 'script' });
    expect([status, body]).toEqual([200, '1']);
    expect((await ask(files, { 'sec-fetch-dest': 'script' })).headers).toEqual(headers);
    expect(headers).toEqual({
      ...hardened,
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': '1',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('tells the store nothing of who asks', async () => {
    await ask('live.json', {
      'sec-fetch-dest': 'empty',
      cookie: 'own=1',
      authorization: 'Basic 1',
      referer: 'http://localhost/secret',
      'x-own': '1',
    });
    expect(JSON.stringify(heard)).not.toMatch(/own|Basic|secret/);
  });

  it.each(['document', 'iframe', 'frame', 'embed', 'object', 'worker', 'sharedworker', 'serviceworker', ''])(
    'refuses what would be shown or run apart from a page: “%s”',
    async (dest) => {
      const { status, headers, body } = await ask(discovery, dest ? { 'sec-fetch-dest': dest } : {});
      expect([status, body, heard]).toEqual([403, '', []]);
      expect(headers).toMatchObject({ ...hardened, 'cache-control': 'no-store' });
    },
  );

  it.each([
    'root/1.json',
    'releases/1.0.0/connector.js',
    'releases/1.0.0/discovery.html',
    'releases/.git/discovery.js',
    'releases/../discovery.js',
    'releases/%2e%2e/x/discovery.js',
    'live.json?x',
    'live.json/',
    'releases//discovery.js',
    '',
  ])('leads to no other file of the store: “%s”', async (path) => {
    const { status, headers } = await ask(path);
    expect([status, heard]).toEqual([404, []]);
    expect(headers).toMatchObject(hardened);
  });

  it('is read only', async () => {
    const { status, headers } = await ask('live.json', {}, 'POST');
    expect([status, headers.allow, heard]).toEqual([405, 'GET, HEAD', []]);
    expect(await ask('live.json', undefined, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it.each([
    ['leads elsewhere', 'moved', 502],
    ['says anything but that it has it', 'partial', 502],
    ['ends before it should', 'cut', 502],
    ['never ends', 'endless', 502],
    ['has nothing', 'none', 404],
  ])('passes nothing on where the store %s', async (_, what, wanted) => {
    const { status, headers, body } = await ask(`releases/1/discovery-${what}.js`);
    expect([status, body]).toEqual([wanted, '']);
    expect(headers).toEqual({
      ...hardened,
      'content-type': 'text/plain',
      'cache-control': 'no-store',
      'transfer-encoding': 'chunked',
    });
  });

  it('passes no early answer on', async () => {
    expect(await ask('releases/1/discovery-early.js')).toMatchObject({ status: 200, early: [], body: '1' });
  });
});
