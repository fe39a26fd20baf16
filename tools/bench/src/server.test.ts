import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLink } from './link.ts';
import { type Certificate, type FolderServer, makeCertificate, serveFolder } from './server.ts';

let folder: string;
let certificate: Certificate;
let server: FolderServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-bench-'));
  const [site, store] = [join(folder, 'site'), join(folder, 'store')];
  await mkdir(join(site, 'assets'), { recursive: true });
  await mkdir(join(store, 'releases'), { recursive: true });
  await writeFile(join(site, 'index.html'), '<!doctype html>'.repeat(100));
  await writeFile(join(site, 'assets', 'a.js'), 'a();'.repeat(100));
  await writeFile(join(store, 'live.json'), '{}');
  await writeFile(join(store, 'releases', 'b.js'), 'b();');
  certificate = await makeCertificate(folder);
  server = await serveFolder(
    certificate,
    { folder: site, headers: { 'x-of': 'site' } },
    {
      '/assets/': { folder: join(site, 'assets'), headers: { 'x-of': 'assets' } },
      '/remotes/near/': { folder: store },
    },
  );
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function request(port: number, path: string, headers = {}) {
  const session = connect(`https://localhost:${port}`, { ca: certificate.cert });
  const stream = session.request({ ':path': path, ...headers });
  const [answer] = await once(stream, 'response');
  stream.resume();
  await once(stream, 'end');
  session.close();
  await once(session, 'close');
  return answer;
}

it.each([
  ['/', 'no-cache'],
  ['/assets/a.js', 'public, max-age=31536000, immutable'],
  ['/remotes/near/live.json', 'no-cache'],
  ['/remotes/near/releases/b.js', 'public, max-age=31536000, immutable'],
])('lets browsers keep %s as a static host does', async (path, cache) => {
  expect(await request(server.port, path)).toMatchObject({ ':status': 200, 'cache-control': cache });
});

it('sends the headers of a path in place of the headers of the page', async () => {
  expect((await request(server.port, '/'))['x-of']).toBe('site');
  expect((await request(server.port, '/assets/a.js'))['x-of']).toBe('assets');
});

it('compresses text, revalidates by the tag, and serves nothing hidden', async () => {
  const { etag, ...answer } = await request(server.port, '/');
  expect(answer['content-encoding']).toBe('br');
  expect((await request(server.port, '/', { 'if-none-match': etag }))[':status']).toBe(304);
  expect((await request(server.port, '/.headers/paths.json'))[':status']).toBe(404);
});

it('takes a round trip each for TCP, TLS and the request through the link', async () => {
  const link = openLink({ roundTripMs: 100, downKbps: 8_000, upKbps: 8_000 });
  const begun = performance.now();
  await request(await link.carry(server.port), '/');
  expect(performance.now() - begun).toBeGreaterThan(290);
  await link.close();
});

it('brings no more through the link than its rate', async () => {
  await writeFile(join(folder, 'site', 'large.bin'), Buffer.alloc(50_000));
  const link = openLink({ roundTripMs: 0, downKbps: 1_000, upKbps: 1_000 });
  const begun = performance.now();
  await request(await link.carry(server.port), '/large.bin');
  expect(performance.now() - begun).toBeGreaterThan(390);
  await link.close();
});
