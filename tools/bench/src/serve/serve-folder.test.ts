import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from './make-certificate.ts';
import { type FolderServer, serveFolder } from './serve-folder.ts';

const page = '<!doctype html><title>page</title>'.repeat(50);
const script = 'export const answer = 42;\n'.repeat(50);
const document = JSON.stringify(Array(200).fill('live'));

const files = {
  'site/index.html': page,
  'site/assets/main-1.js': script,
  'site/picture.png': 'not really a picture',
  'site/empty.json': '0',
  'site/.headers/headers.json': '{}',
  'store/live.json': document,
  'store/root/1.json': document,
  'store/releases/1.0.0/discovery-1.js': script,
  'store/releases/1.0.0/connector-1.js': script,
};

const certificate = makeCertificate();
const sandboxed = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};
const forever = 'public, max-age=31536000, immutable';
const unpacking = { 'accept-encoding': 'gzip, deflate, br, zstd' };

let place: string;
let site: FolderServer;
let store: FolderServer;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'linkspan-serve-'));
  for (const [path, text] of Object.entries(files)) await put(path, text);
  site = await serveFolder(join(place, 'site'), {
    certificate,
    headers: { 'referrer-policy': 'strict-origin' },
    paths: [{ path: '/remotes/evm/', folder: join(place, 'store'), headers: sandboxed }],
  });
  store = await serveFolder(join(place, 'store'), { certificate, cors: true });
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await rm(place, { recursive: true, force: true });
});

async function put(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(place, path)), { recursive: true });
  await writeFile(join(place, path), text);
}

/** A port that passes everything on, and tells what a server sends. */
async function openRelay(port: number, sent: (bytes: Buffer) => void) {
  const relay = createServer((client) => {
    const server = createConnection({ port, host: 'localhost' }).on('data', sent);
    // Either side that goes away ends the other.
    pipeline(client, server, client, () => {});
  });
  await once(relay.listen(0, 'localhost'), 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void relay.close(() => done())),
  };
}

/** How long the TLS records of application data in it are, each with its header: RFC 8446, section 5.1. */
function toRecordLengths(bytes: Buffer): number[] {
  const lengths: number[] = [];
  for (let at = 0; at < bytes.length; at += 5 + bytes.readUInt16BE(at + 3))
    if (bytes[at] === 23) lengths.push(5 + bytes.readUInt16BE(at + 3));
  return lengths;
}

/** Asks as a browser does that trusts the server's certificate. */
async function ask(
  server: Pick<FolderServer, 'port'>,
  path: string,
  headers: IncomingHttpHeaders = unpacking,
  method = 'GET',
) {
  const session = connect(`https://localhost:${server.port}`, { ca: certificate.cert });
  try {
    const stream = session.request({ ':path': path, ':method': method, ...headers });
    const [[{ ':status': status, date: _, ...own }], body] = await Promise.all([
      once(stream, 'response') as Promise<[IncomingHttpHeaders & { ':status': number }]>,
      buffer(stream),
    ]);
    // Without what HTTP/2's own symbols add.
    return { status, headers: Object.fromEntries(Object.entries(own)), body };
  } finally {
    session.close();
  }
}

describe('a served folder', () => {
  it('answers a page by HTTP/2, packed by brotli, to be asked for again by its tag', async () => {
    const { status, headers, body } = await ask(site, '/');
    expect(status).toBe(200);
    expect(brotliDecompressSync(body).toString()).toBe(page);
    expect(body.length).toBeLessThan(page.length / 10);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': `${body.length}`,
      'cache-control': 'no-cache',
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const again = await ask(site, '/', { ...unpacking, 'if-none-match': `"other", ${headers.etag}` });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(again.headers['cache-control']).toBe('no-cache');
  });

  it('sends nothing that a browser could not read until several packets have come', async () => {
    const noise = randomBytes(50_000);
    await put('site/noise.png', noise);
    const sent: Buffer[] = [];
    await using relay = await openRelay(site.port, (bytes) => sent.push(bytes));
    const { body } = await ask(relay, '/noise.png');
    expect(body).toEqual(noise);
    const lengths = toRecordLengths(Buffer.concat(sent));
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(noise.length);
    // RFC 8446, section 5.2, and a packet's payload on an ordinary line.
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_460);
  });

  it.each([
    [() => site, '/assets/main-1.js'],
    [() => store, '/releases/1.0.0/connector-1.js'],
    [() => store, '/root/1.json'],
  ])('lets a browser keep what never changes (%#)', async (server, path) => {
    const { headers } = await ask(server(), path);
    expect(headers['cache-control']).toBe(forever);
  });

  it('leaves as they are what packing would not make smaller, and what a reader cannot unpack', async () => {
    for (const [path, text, headers] of [
      ['/picture.png', files['site/picture.png'], unpacking],
      ['/empty.json', '0', unpacking],
      ['/', page, {}],
      ['/', page, { 'accept-encoding': 'gzip' }],
    ] as const) {
      const { headers: said, body } = await ask(site, path, headers);
      expect([body.toString(), said['content-encoding'], said['content-length']]).toEqual([
        text,
        undefined,
        `${text.length}`,
      ]);
    }
  });

  it('lets other origins read it where that is asked for', async () => {
    for (const path of ['/live.json', '/missing'])
      expect((await ask(store, path)).headers['access-control-allow-origin']).toBe('*');
  });

  it.each(['/missing.js', '/releases/', '/.headers/headers.json', '/..%2fstore/live.json', '/%ff'])(
    'has nothing at %s, and nobody keeps that',
    async (path) => {
      const { status, headers, body } = await ask(site, path);
      expect([status, headers['cache-control'], body.length]).toEqual([404, 'no-store', 0]);
    },
  );

  it('answers a HEAD with the headers alone, and nothing else than reading', async () => {
    const { headers } = await ask(site, '/');
    const head = await ask(site, '/', unpacking, 'HEAD');
    expect([head.status, head.headers, head.body.length]).toEqual([200, headers, 0]);
    const post = await ask(site, '/', unpacking, 'POST');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('answers with what a file holds now', async () => {
    const before = await ask(store, '/live.json');
    await put('store/live.json', document.replaceAll('live', 'newer'));
    const after = await ask(store, '/live.json', { ...unpacking, 'if-none-match': `${before.headers.etag}` });
    await put('store/live.json', document);
    expect(after.status).toBe(200);
    expect(brotliDecompressSync(after.body).toString()).toContain('newer');
  });

  it('notes what it answers while somebody listens', async () => {
    const recording = site.record();
    const { body, headers } = await ask(site, '/?a=1');
    await ask(site, '/', { 'if-none-match': `${headers.etag}` });
    await ask(site, '/missing');
    recording[Symbol.dispose]();
    await ask(site, '/');
    expect(recording.answers).toEqual([
      { path: '/?a=1', status: 200, bytes: body.length, type: 'text/html; charset=utf-8' },
      { path: '/', status: 304, bytes: 0, type: '' },
      { path: '/missing', status: 404, bytes: 0, type: 'text/plain' },
    ]);
  });
});

describe('a remote under the same origin', () => {
  it('comes from its own folder, with its own headers', async () => {
    const discovery = await ask(site, '/remotes/evm/releases/1.0.0/discovery-1.js', unpacking);
    expect(discovery.headers).toMatchObject({ ...sandboxed, 'cache-control': forever });
    expect(discovery.headers).not.toHaveProperty('referrer-policy');
    expect(brotliDecompressSync(discovery.body).toString()).toBe(script);
    expect((await ask(site, '/remotes/evm/../index.html')).status).toBe(404);
  });
});
