import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toHeaderFiles } from '@linkspan/host/page/header-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { findCaddy } from './find-caddy.ts';
import { nginxRoutes, practiceRoutes, type RouteServer, type Served } from './route-servers.ts';
import { startCaddy } from './start-caddy.ts';
import { openStoreOfActs, type StoreOfActs } from './store-of-acts.ts';

const caddy = await findCaddy();
const caddyRoutes: RouteServer = {
  name: 'Caddy',
  isMissing: caddy === undefined,
  start: (site) => startCaddy(caddy ?? '', site),
};
const servers = [
  { ...nginxRoutes, unbounded: false },
  // It knows no longest answer; a reader that goes away ends it.
  { ...caddyRoutes, unbounded: true },
  { ...practiceRoutes, unbounded: false },
];

const hardened = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};
/** What a server says of itself. */
const own = ['connection', 'content-length', 'date', 'keep-alive', 'server', 'transfer-encoding', 'vary'];

describe.each(servers)('a route of $name', ({ isMissing, unbounded, start }) => {
  let place: string;
  let store: StoreOfActs;
  let served: Served;

  beforeAll(async () => {
    if (isMissing) return;
    place = await mkdtemp(join(tmpdir(), 'linkspan-routes-'));
    store = await openStoreOfActs();
    const routes = [{ path: '/remotes/evm/', to: `${store.url}evm/` }];
    const headers = { 'content-security-policy': "script-src 'self'" };
    for (const [path, text] of toHeaderFiles(headers, routes)) await write(path, text);
    await write('index.html', 'the page');
    served = await start(place, place);
  });

  afterAll(async () => {
    if (isMissing) return;
    await served.close();
    await store.close();
    await rm(place, { recursive: true });
  });

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), text);
  }

  /** Asks for what follows the route's path, as a page does; answers what is not the server's own matter. */
  async function pass(path: string, headers: object = { 'sec-fetch-dest': 'empty' }, method = 'GET') {
    const answer = await ask(served.page, `/remotes/evm/${path}`, headers, method);
    const said = Object.entries(answer.headers).filter(([name]) => !own.includes(name));
    return { status: answer.status, headers: Object.fromEntries(said), body: `${answer.body}` };
  }

  it.skipIf(isMissing)(
    'says what a live document is, and nothing that the store says beside it',
    async () => {
      expect(await pass('live.json')).toEqual({
        status: 200,
        headers: { ...hardened, 'content-type': 'application/json', 'cache-control': 'no-cache' },
        body: '{"a":"ü"}',
      });
    },
  );

  it
    .skipIf(isMissing)
    .each([
      'releases/1.0.0/discovery-1.js',
      'releases/files/discovery-1.js',
      'releases/files-0123456789abcdef/discovery-1.js',
    ])('says that a discovery is a script which never changes: %s', async (path) => {
    const { status, headers } = await pass(path, { 'sec-fetch-dest': 'script' });
    expect([status, headers]).toEqual([
      200,
      {
        ...hardened,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    ]);
  });

  it.skipIf(isMissing)('tells the store nothing of who asks', async () => {
    const { length } = store.heard;
    await pass('live.json', {
      'sec-fetch-dest': 'empty',
      cookie: 'own=1',
      authorization: 'own',
      'x-own': '1',
    });
    expect(store.heard).toHaveLength(length + 1);
    expect(store.heard.at(-1)).not.toMatch(/own/);
  });

  it.skipIf(isMissing).each([
    ['live.json', { 'sec-fetch-dest': 'document' }],
    ['live.json', { 'sec-fetch-dest': 'iframe' }],
    ['releases/1.0.0/discovery-1.js', { 'sec-fetch-dest': 'serviceworker' }],
    ['releases/1.0.0/discovery-1.js', { 'sec-fetch-dest': 'worker' }],
    ['releases/1.0.0/discovery-1.js', {}],
    ['root/1.json', undefined],
    ['releases/1.0.0/connector-1.js', undefined],
    ['releases/1.0.0/../../root/1.json', undefined],
    ['releases/%2e%2e/discovery-1.js', undefined],
    ['', undefined],
  ])('leads nowhere for %s, asked for with %j', async (path, headers) => {
    const { length } = store.heard;
    const { status, body } = await pass(path, headers);
    expect([403, 404]).toContain(status);
    expect([body.includes('store'), store.heard.length]).toEqual([false, length]);
  });

  it.skipIf(isMissing)('passes no question on', async () => {
    await pass('live.json?own');
    expect(store.heard.join()).not.toContain('own');
  });

  it.skipIf(isMissing)('is read only', async () => {
    const { length } = store.heard;
    const { status } = await pass('live.json', undefined, 'POST');
    expect([status >= 400, store.heard.length]).toEqual([true, length]);
  });

  it.skipIf(isMissing).each(['moved', 'partial', 'early', 'unauthorized', 'odd', 'missing'])(
    'passes nothing on of an answer that is not simply there: %s',
    async (what) => {
      const answer = await pass(`releases/1/discovery-${what}.js`).catch(() => 'ended');
      if (answer === 'ended') return;
      const { status, headers, body } = answer as Awaited<ReturnType<typeof pass>>;
      expect(JSON.stringify([headers, body])).not.toContain('of the store');
      // What came first may be left out, and the answer after it taken.
      if (what !== 'early') expect(status).toBeGreaterThanOrEqual(400);
    },
  );

  it.skipIf(isMissing || unbounded)('ends what has no end', async () => {
    const { body } = await pass('releases/1/discovery-endless.js').catch(() => ({ body: '' }));
    expect(body).toBe('');
  });

  it.skipIf(isMissing)('keeps none of its own files for a store to point at', async () => {
    expect((await pass('releases/1/discovery-inner.js')).body).not.toContain('script-src');
  });
});
