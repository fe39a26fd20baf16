import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { forever, immutable, toPath, toType } from '@linkspan/release/serve';
import { Plain } from '@linkspan/stack/say';

/** A key and a certificate of localhost, for one run. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** SHA-256 of the public key in base64, for Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly print: string;
}

/** Makes a certificate by `openssl`, in a folder. Throws `Plain` if there is no `openssl`. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 -subj /CN=localhost';
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  await promisify(execFile)('openssl', [
    ...kind.split(' '),
    ...names,
    ...['-keyout', keyFile, '-out', certFile],
  ]).catch((cause) => {
    throw new Plain('The bench needs openssl to make a certificate, and it failed.', { cause });
  });
  const cert = await readFile(certFile, 'utf8');
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  const print = createHash('sha256').update(spki).digest('base64');
  return { key: await readFile(keyFile, 'utf8'), cert, print };
}

/** A folder that is served, and the headers of its files. */
export interface Served {
  readonly folder: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server of `https://localhost:<port>`. */
export interface FolderServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * This much of a TLS record fits into a packet. A browser reads nothing of a record before all of it has arrived;
 * OpenSSL's own 16 kB would hold back a whole page until its last byte.
 */
const recordBytes = 1_369;

/**
 * Serves a folder as a CDN does: by HTTP/2 and TLS on a free port, compressed by brotli. Paths of the origin may have
 * folders of their own, such as remotes. Everything is compressed before the first request; later files at theirs.
 */
export async function serveFolder(
  certificate: Certificate,
  site: Served,
  paths: Readonly<Record<string, Served>> = {},
): Promise<FolderServer> {
  for (const { folder } of [site, ...Object.values(paths)]) await compressAll(folder);
  const server = createSecureServer({ key: certificate.key, cert: certificate.cert });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.setNoDelay());
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket) => socket.setMaxSendFragment(recordBytes));
  server.on('stream', (stream, asked) => {
    // A reader that goes away ends its own answer alone.
    stream.on('error', () => {});
    const path = toPath(asked[':path']) ?? '';
    const own = Object.keys(paths).find((prefix) => path.startsWith(prefix));
    const served = own === undefined ? site : (paths[own] as Served);
    answer(stream, asked, served, own === undefined ? path : path.slice(own.length - 1)).catch(() =>
      stream.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function answer(
  stream: ServerHttp2Stream,
  asked: IncomingHttpHeaders,
  { folder, headers }: Served,
  path: string,
): Promise<void> {
  const name = resolve(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  const isHidden = !name.startsWith(resolve(folder) + sep) || /[\\/]\./.test(path);
  const file = isHidden ? undefined : await readCompressed(name);
  if (stream.destroyed) return;
  const common = { 'x-content-type-options': 'nosniff', ...headers };
  if (!file) {
    stream.respond({ ...common, ':status': 404, 'content-type': 'text/plain', 'cache-control': 'no-store' });
    return void stream.end();
  }
  const cache = {
    etag: file.etag,
    'cache-control': immutable.test(toPath(asked[':path']) ?? '') ? forever : 'no-cache',
  };
  if (asked['if-none-match'] === file.etag) {
    stream.respond({ ...common, ...cache, ':status': 304 });
    return void stream.end();
  }
  const encoding = file.isCompressed && { 'content-encoding': 'br', vary: 'accept-encoding' };
  const content = { 'content-type': file.type, 'content-length': file.body.length };
  stream.respond({ ...common, ...cache, ...encoding, ...content, ':status': 200 });
  stream.end(asked[':method'] === 'HEAD' ? undefined : file.body);
}

interface CompressedFile {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
  readonly isCompressed: boolean;
}

/** By the hash of the content: the same bytes are compressed once. */
const compressed = new Map<string, Promise<Buffer>>();
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

async function readCompressed(name: string): Promise<CompressedFile | undefined> {
  const bytes = await readFile(name).catch(() => undefined);
  if (!bytes) return undefined;
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const type = toType(name) ?? 'application/octet-stream';
  const small = compressed.get(hash) ?? promisify(brotliCompress)(bytes, { params });
  compressed.set(hash, small);
  // Pictures and fonts are compressed already.
  const isCompressed = /^text|json|svg|wasm|javascript/.test(type) && (await small).length < bytes.length;
  return { type, etag: `W/"${hash}"`, body: isCompressed ? await small : bytes, isCompressed };
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries)
    if (entry.isFile() && !entry.name.startsWith('.'))
      await readCompressed(join(entry.parentPath, entry.name));
}
