import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Plain } from './say.mjs';
import { serve } from './serve.mjs';

/** @type {string} */
let outer;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

beforeAll(async () => {
  outer = await mkdtemp(join(tmpdir(), 'linkspan-serve-'));
  const folder = join(outer, 'site');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'releases/1.0.0'), { recursive: true });
  await mkdir(join(folder, 'root'));
  await mkdir(join(folder, 'history'));
  await mkdir(join(folder, '.linkspan/parts'), { recursive: true });
  await mkdir(join(outer, 'site-of-others'));
  for (const [name, content] of Object.entries({
    'site/index.html': '<!doctype html>',
    'site/live.json': '{}',
    'site/notes.unknown': '?',
    'site/a b.css': 'a{}',
    'site/assets/host-1.js': '1',
    'site/releases/1.0.0/entry.js': '2',
    'site/root/1.json': '{}',
    'site/history/1.json': '{}',
    'site/linkspan.json': '{}',
    'site/.linkspan/parts/1.json': 'unfinished',
    'secret.txt': 'secret',
    'site-of-others/secret.txt': 'secret',
  }))
    await writeFile(join(outer, name), content);
  server = await serve(folder, { port: 0, cors: true });
});

afterAll(async () => {
  await server.close();
  await rm(outer, { recursive: true });
});

/**
 * Asks for a path exactly as it stands; `fetch` would tidy it up.
 * @param {string} path
 * @param {string} [method]
 * @param {Record<string, string>} [headers]
 */
async function ask(path, method = 'GET', headers = {}) {
  const asked = request({ host: 'localhost', port: server.port, path, method, headers }).end();
  const [response] = await once(asked, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('a file', () => {
  it.each([
    ['/index.html', 'text/html; charset=utf-8'],
    ['/live.json', 'application/json'],
    ['/assets/host-1.js', 'text/javascript; charset=utf-8'],
    ['/a%20b.css', 'text/css; charset=utf-8'],
    ['/notes.unknown', 'application/octet-stream'],
  ])('%s is of type %s, and is not guessed at', async (path, type) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['/assets/host-1.js', '/releases/1.0.0/entry.js', '/root/1.json', '/history/1.json'])(
    '%s never changes',
    async (path) => {
      expect((await ask(path)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    },
  );

  it.each(['/', '/index.html', '/live.json', '/linkspan.json'])('%s is asked for again', async (path) => {
    expect((await ask(path)).headers['cache-control']).toBe('no-cache');
  });

  it.each(['TAG', 'W/TAG', '"other", TAG', '*'])(
    'is not sent again to a reader that has it, by %s',
    async (asked) => {
      const { headers } = await ask('/live.json');
      const again = await ask('/live.json', 'GET', {
        'if-none-match': asked.replace('TAG', `${headers.etag}`),
      });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
      expect(again.headers['cache-control']).toBe('no-cache');
      expect(again.headers['access-control-allow-origin']).toBe('*');
    },
  );

  it('is sent to a reader that has it as it was before, however alike it is', async () => {
    const file = join(outer, 'site/changing.json');
    await writeFile(file, '1');
    const { headers } = await ask('/changing.json');
    await writeFile(file, '2');
    const again = await ask('/changing.json', 'GET', { 'if-none-match': `${headers.etag}` });
    expect([again.status, again.body]).toEqual([200, '2']);
  });

  it('can be read by pages of other origins', async () => {
    expect((await ask('/live.json')).headers['access-control-allow-origin']).toBe('*');
    expect((await ask('/missing.json')).headers['access-control-allow-origin']).toBe('*');
  });

  it('can be read by its own origin alone unless it is told otherwise', async () => {
    const own = await serve(join(outer, 'site'), { port: 0 });
    const response = await fetch(`http://localhost:${own.port}/live.json`);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    await own.close();
  });

  it('comes with the headers of its site, also where the reader has it', async () => {
    const headers = { 'x-frame-options': 'DENY' };
    const own = await serve(join(outer, 'site'), { port: 0, headers });
    const url = `http://localhost:${own.port}/live.json`;
    const first = await fetch(url);
    const again = await fetch(url, { headers: { 'if-none-match': `${first.headers.get('etag')}` } });
    expect([first, again].map((one) => one.headers.get('x-frame-options'))).toEqual(['DENY', 'DENY']);
    await own.close();
  });

  it('is described by HEAD without its content', async () => {
    const { status, headers, body } = await ask('/assets/host-1.js', 'HEAD');
    expect([status, headers['content-length'], body]).toEqual([200, '1', '']);
  });

  it('is found whatever its address asks beside the path', async () => {
    expect((await ask('/live.json?x=1')).body).toBe('{}');
  });

  it('is found in a folder that is given relative or with a slash', async () => {
    const own = await serve(`${join(outer, 'site')}/`, { port: 0 });
    const response = await fetch(`http://localhost:${own.port}/live.json`);
    expect(response.status).toBe(200);
    await own.close();
  });
});

describe('what is no file', () => {
  it.each(['/missing.js', '/assets', '/assets/', '/%00', '/%', '/index.html/'])(
    '%s is not found',
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect([status, body, headers['cache-control']]).toEqual([404, '', 'no-store']);
    },
  );

  it.each(['/.linkspan/parts/1.json', '/%2elinkspan/parts/1.json', '/assets/../.linkspan/parts/1.json'])(
    '%s is the store’s own, and is not found',
    async (path) => {
      const { status, body } = await ask(path);
      expect([status, body]).toEqual([404, '']);
    },
  );

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/../site-of-others/secret.txt',
    '/..%2fsite-of-others/secret.txt',
    '//../secret.txt',
  ])('%s leads out of the folder, and is not found', async (path) => {
    const { status, body } = await ask(path);
    expect([status, body]).toEqual([404, '']);
  });

  it('does not end the server', async () => {
    for (const path of ['//', '*', 'http://[', '//host/x', '/%ff']) await ask(path).catch(() => undefined);
    expect((await ask('/')).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    const { status, headers } = await ask('/live.json', method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('what stands before the files', () => {
  it('may answer in their place, and has them asked for again', async () => {
    const own = await serve(join(outer, 'site'), {
      port: 0,
      before: async ({ request, response, read }) => {
        if (request.url !== '/live.json') return false;
        const { bytes, type } = (await read()) ?? { bytes: Buffer.from(''), type: '' };
        response.writeHead(200, { 'content-type': type }).end(`changed ${bytes}`);
        return true;
      },
    });
    const ask = (/** @type {string} */ path) => fetch(`http://localhost:${own.port}${path}`);
    const changed = await ask('/live.json');
    expect([changed.headers.get('content-type'), await changed.text()]).toEqual([
      'application/json',
      'changed {}',
    ]);
    const passed = await ask('/assets/host-1.js');
    expect([passed.headers.get('cache-control'), await passed.text()]).toEqual(['no-cache', '1']);
    await own.close();
  });
});

it('says which port is in use', async () => {
  const second = serve(outer, { port: server.port });
  await expect(second).rejects.toBeInstanceOf(Plain);
  await expect(second).rejects.toThrow(`Port ${server.port} is in use.`);
});

it('closes also while someone is connected', async () => {
  const own = await serve(outer, { port: 0 });
  await (await fetch(`http://localhost:${own.port}/secret.txt`)).text();
  await own.close();
  await expect(fetch(`http://localhost:${own.port}/secret.txt`)).rejects.toThrow();
});
