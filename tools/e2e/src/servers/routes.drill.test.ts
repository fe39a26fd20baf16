import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toHeaderFiles } from '@linkspan/host/deploy/header-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWith } from '../place/not-run.ts';
import { ask } from './ask.ts';
import { caddyRoutes, nginxRoutes, practiceRoutes, type RouteServer, type Served } from './route-servers.ts';
import { openStoreOfActs, type StoreOfActs } from './store-of-acts.ts';

const hardened = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};
/** What a server says of itself. */
const own = ['connection', 'content-length', 'date', 'keep-alive', 'server', 'transfer-encoding', 'vary'];

for (const server of [nginxRoutes, caddyRoutes, practiceRoutes]) {
  const name = `a route of ${server.name}`;
  if (server.program) await describeWith(server.program, name, () => describeRoute(server));
  else describe(name, () => describeRoute(server));
}

function describeRoute({ name, start }: RouteServer): void {
  let place: string;
  let store: StoreOfActs;
  let served: Served;

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'linkspan-routes-'));
    store = await openStoreOfActs();
    const routes = [{ path: '/remotes/evm/', to: `${store.url}evm/` }];
    const headers = { 'content-security-policy': "script-src 'self'" };
    for (const [path, text] of toHeaderFiles(headers, routes)) await write(path, text);
    await write('index.html', 'the page');
    served = await start(place, place);
  });

  afterAll(async () => {
    await served.close();
    await store.close();
    await rm(place, { recursive: true });
  });

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), text);
  }

  /** Asks for what follows the route's path, as a page does; returns what is not the server's own matter. */
  async function pass(path: string, headers: object = { 'sec-fetch-dest': 'empty' }, method = 'GET') {
    const answer = await ask(served.page, `/remotes/evm/${path}`, headers, method);
    const said = Object.entries(answer.headers).filter(([name]) => !own.includes(name));
    return { status: answer.status, headers: Object.fromEntries(said), body: `${answer.body}` };
  }

  it('says what a live document is, and nothing that the store says beside it', async () => {
    expect(await pass('live.json')).toEqual({
      status: 200,
      headers: { ...hardened, 'content-type': 'application/json', 'cache-control': 'no-cache' },
      body: '{"a":"ü"}',
    });
  });

  it.each([
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

  it('tells the store nothing of who asks', async () => {
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

  it.each([
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

  it('passes no question on', async () => {
    await pass('live.json?own');
    expect(store.heard.join()).not.toContain('own');
  });

  it('is read only', async () => {
    const { length } = store.heard;
    const { status } = await pass('live.json', undefined, 'POST');
    expect([status >= 400, store.heard.length]).toEqual([true, length]);
  });

  it.each(['moved', 'partial', 'early', 'unauthorized', 'odd', 'missing'])(
    'passes nothing on of an answer that is not a plain success: %s',
    async (what) => {
      const answer = await passOrCut(`releases/1/discovery-${what}.js`);
      if (answer === 'cut') return;
      const { status, headers, body } = answer;
      expect(JSON.stringify([headers, body])).not.toContain('of the store');
      // The hints that come first may be left out, and the answer after them passed on.
      if (what !== 'early') expect(status).toBeGreaterThanOrEqual(400);
    },
  );

  // Caddy has no limit for the length of an answer; a reader that goes away ends it.
  if (name !== caddyRoutes.name)
    it('ends an answer that has no end', async () => {
      const answer = await passOrCut('releases/1/discovery-endless.js');
      expect(answer === 'cut' ? '' : answer.body).toBe('');
    });

  it('keeps none of its own files for a store to point at', async () => {
    expect((await pass('releases/1/discovery-inner.js')).body).not.toContain('script-src');
  });

  /**
   * Passes a request, which must reach the store; `cut` if the server has then ended the connection without an answer.
   * It must serve the next request all the same: a dead server would also pass nothing on.
   */
  async function passOrCut(path: string) {
    const { length } = store.heard;
    const answer = await pass(path).catch(() => 'cut' as const);
    expect(store.heard).toHaveLength(length + 1);
    expect((await pass('live.json')).status).toBe(200);
    return answer;
  }
}
