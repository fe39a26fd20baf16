import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toHeaderFiles } from '@linkspan/host/page/header-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../../../tasks/site.mjs';
import { ask } from './ask.ts';
import { findCaddy } from './find-caddy.ts';
import { findNginx, findNginxScripts } from './find-nginx.ts';
import { startCaddy } from './start-caddy.ts';
import { startNginx } from './start-nginx.ts';
import { openStoreOfActs, type StoreOfActs } from './store-of-acts.ts';

const [nginx, nginxScripts, caddy] = [await findNginx(), await findNginxScripts(), await findCaddy()];

interface Served {
  /** The page's origin. */
  readonly page: string;
  close(): Promise<void>;
}

const servers = [
  {
    name: 'nginx',
    missing: nginx === undefined || nginxScripts === undefined,
    unbounded: false,
    start: (site: string): Promise<Served> =>
      startNginx(nginx ?? '', { site, store: site }, { modules: [nginxScripts ?? ''] }),
  },
  {
    name: 'Caddy',
    missing: caddy === undefined,
    // It knows no longest answer; a reader that goes away ends it.
    unbounded: true,
    start: (site: string) => startCaddy(caddy ?? '', site),
  },
  {
    name: 'the practice server',
    missing: false,
    unbounded: false,
    async start(site: string): Promise<Served> {
      const { port, close } = await serveSite(site, { port: 0 });
      return { page: `http://localhost:${port}`, close };
    },
  },
];

const hardened = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};
/** What a server says of itself. */
const own = ['connection', 'content-length', 'date', 'keep-alive', 'server', 'transfer-encoding', 'vary'];

describe.each(servers)('a route of $name', ({ missing, unbounded, start }) => {
  let place: string;
  let store: StoreOfActs;
  let served: Served;

  beforeAll(async () => {
    if (missing) return;
    place = await mkdtemp(join(tmpdir(), 'linkspan-routes-'));
    store = await openStoreOfActs();
    const routes = [{ path: '/remotes/evm/', to: `${store.url}evm/` }];
    const headers = { 'content-security-policy': "script-src 'self'" };
    for (const [path, text] of toHeaderFiles(headers, routes)) await write(path, text);
    await write('index.html', 'the page');
    served = await start(place);
  });

  afterAll(async () => {
    if (missing) return;
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

  it.skipIf(missing)('says what a live document is, and nothing that the store says beside it', async () => {
    expect(await pass('live.json')).toEqual({
      status: 200,
      headers: { ...hardened, 'content-type': 'application/json', 'cache-control': 'no-cache' },
      body: '{"a":"ü"}',
    });
  });

  it.skipIf(missing)('says that a discovery is a script which never changes', async () => {
    const { status, headers } = await pass('releases/1.0.0/discovery-1.js', { 'sec-fetch-dest': 'script' });
    expect([status, headers]).toEqual([
      200,
      {
        ...hardened,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    ]);
  });

  it.skipIf(missing)('tells the store nothing of who asks', async () => {
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

  it.skipIf(missing).each([
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

  it.skipIf(missing)('passes no question on', async () => {
    await pass('live.json?own');
    expect(store.heard.join()).not.toContain('own');
  });

  it.skipIf(missing)('is read only', async () => {
    const { length } = store.heard;
    const { status } = await pass('live.json', undefined, 'POST');
    expect([status >= 400, store.heard.length]).toEqual([true, length]);
  });

  it.skipIf(missing).each(['moved', 'partial', 'early', 'unauthorized', 'odd', 'missing'])(
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

  it.skipIf(missing || unbounded)('ends what has no end', async () => {
    const { body } = await pass('releases/1/discovery-endless.js').catch(() => ({ body: '' }));
    expect(body).toBe('');
  });

  it.skipIf(missing)('keeps none of its own files for a store to point at', async () => {
    expect((await pass('releases/1/discovery-inner.js')).body).not.toContain('script-src');
  });
});
