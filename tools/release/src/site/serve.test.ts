import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Served, serve, serveSite } from './serve.ts';

const forever = 'public, max-age=31536000, immutable';
const closed = { 'content-security-policy': 'sandbox' };
const paths = ['/remotes/evm/', '/a%20b.css'].map((path) => ({ path, headers: closed }));
let outer: string;
let server: Served;

beforeAll(async () => {
  outer = await mkdtemp(join(tmpdir(), 'linkspan-serve-'));
  const folder = join(outer, 'site');
  for (const [name, content] of Object.entries({
    'site/index.html': '<!doctype html>',
    'site/live.json': '{}',
    'site/notes.unknown': '?',
    'site/a b.css': 'a{}',
    'site/assets/host-1.js': '1',
    'site/assets/host-1.js.gz': 'packed',
    'site/releases/1.0.0/entry.mjs': '2',
    'site/root/1.json': '{}',
    'site/history/1.wasm': '1',
    'site/remotes/evm/evil.html': '<script></script>',
    'site/.linkspan/parts/1.json': 'unfinished',
    'secret.txt': 'secret',
    'site-of-others/secret.txt': 'secret',
  })) {
    await mkdir(join(outer, name, '..'), { recursive: true });
    await writeFile(join(outer, name), content);
  }
  server = await serve(folder, { port: 0, cors: true, headers: { 'x-frame-options': 'DENY' }, paths });
});

afterAll(async () => {
  await server.close();
  await rm(outer, { recursive: true });
});

/** Requests a path exactly as written; `fetch` would normalize it. */
async function ask(path: string, { method = 'GET', headers = {}, port = server.port } = {}) {
  const asked = request({ host: 'localhost', port, path, method, headers }).end();
  const [response] = await once(asked, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

it.each([
  ['/', 'text/html;charset=utf-8', 'no-cache'],
  ['/live.json', 'application/json', 'no-cache'],
  ['/a%20b.css?x=1', 'text/css; charset=utf-8', 'no-cache'],
  ['/notes.unknown', 'application/octet-stream', 'no-cache'],
  ['/assets/host-1.js', 'text/javascript; charset=utf-8', forever],
  ['/releases/1.0.0/entry.mjs', 'text/javascript; charset=utf-8', forever],
  ['/root/1.json', 'application/json', forever],
  ['/history/1.wasm', 'application/wasm', forever],
])('serves %s as %s, %s, with all headers', async (path, type, cache) => {
  const { status, headers } = await ask(path, { headers: { 'accept-encoding': 'gzip, br' } });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, cache]);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    ...(path.startsWith('/a%20b.css') ? closed : { 'x-frame-options': 'DENY' }),
    'access-control-allow-origin': '*',
  });
  expect(headers['content-encoding']).toBeUndefined();
});

it.each([
  '/remotes/evm/evil.html',
  '/x/../remotes/evm/evil.html',
  '/remotes/%65vm/evil.html',
  '/remotes/evm/missing',
  ...['//remotes/evm/evil.html', '/a%20b.css', '/a%20b.css/', '//a%20b.css?x'],
])('sends the headers of a path of its own with %s, and not the page’s', async (path) => {
  const { headers } = await ask(path);
  expect(headers).toMatchObject({ 'content-security-policy': 'sandbox' });
  expect(headers).not.toHaveProperty('x-frame-options');
});

it('sends no service worker where a site is served', async () => {
  await mkdir(join(outer, 'site/.headers'), { recursive: true });
  await writeFile(join(outer, 'site/.headers/headers.json'), '{}');
  await writeFile(join(outer, 'site/.headers/paths.json'), '[]');
  const site = await serveSite(join(outer, 'site'), { port: 0 });
  const headers = { 'service-worker': 'script' };
  expect(await ask('/assets/host-1.js', { headers, port: site.port })).toMatchObject({
    status: 403,
    body: '',
  });
  expect((await ask('/assets/host-1.js', site)).status).toBe(200);
  expect((await ask('/assets/host-1.js', { headers })).status).toBe(200);
  await site.close();
});

it('answers 304 if the file is unchanged, and sends it again after a change', async () => {
  const { headers } = await ask('/live.json');
  const known = { headers: { 'if-none-match': `${headers.etag}` } };
  expect(await ask('/live.json', known)).toMatchObject({ status: 304, body: '' });
  await writeFile(join(outer, 'site/live.json'), '{"a":1}');
  expect(await ask('/live.json', known)).toMatchObject({ status: 200, body: '{"a":1}' });
});

it.each([
  ...['/missing.js', '/assets/', '/%00', '/%'],
  ...['/.linkspan/parts/1.json', '/%2elinkspan/parts/1.json', '/assets/../.linkspan/parts/1.json'],
  ...['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt'],
  ...['/..%5csecret.txt', '/../site-of-others/secret.txt', '//../secret.txt'],
])('answers 404 to %s', async (path) => {
  const { status, headers, body } = await ask(path);
  expect([status, body, headers['cache-control']]).toEqual([404, '', 'no-store']);
});

it('allows GET and HEAD only', async () => {
  expect(await ask('/assets/host-1.js', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  const { status, headers } = await ask('/live.json', { method: 'POST' });
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});

it('lets a handler answer first, and has every file revalidated', async () => {
  const own = await serve(join(outer, 'site'), {
    port: 0,
    async before({ request, response }) {
      if (request.url === '/live.json') response.end('changed');
      return response.writableEnded;
    },
  });
  expect((await ask('/live.json', own)).body).toBe('changed');
  expect((await ask('/assets/host-1.js', own)).headers).toMatchObject({ 'cache-control': 'no-cache' });
  await own.close();
});

it('names the port that is in use', async () => {
  await expect(serve(outer, { port: server.port })).rejects.toThrow(`Port ${server.port} is in use.`);
});
