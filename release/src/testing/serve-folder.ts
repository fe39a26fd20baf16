import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { headersOf, parseHeadersFile } from '../seal/headers-file.ts';
import { toContentType } from '../store/headers.ts';

/** One answer of a server. */
export interface FolderAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

/** What somebody makes of an answer. Undefined: there is none. */
export type Change = (
  answer: FolderAnswer,
  asked: { readonly path: string; readonly headers: IncomingHttpHeaders },
) => FolderAnswer | undefined;

/** A server that sends a site's folder as it lies on the disk, with the headers of its `_headers` file. */
export interface ServedFolder {
  readonly origin: string;
  readonly changes: Change[];
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** From then on it answers nothing. */
  close(): void;
}

/** Serves a folder on a free port until the test ends; each answer is packed as it was asked for. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const changes: Change[] = [];
  const asked: ServedFolder['asked'] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    asked.push({ path, headers: request.headers });
    let answer: FolderAnswer | undefined = await read(folder, path);
    for (const change of changes) answer = answer && change(answer, { path, headers: request.headers });
    if (answer === undefined) return void response.destroy();
    const [packing, body] = pack(answer.body, request.headers['accept-encoding']);
    response.writeHead(answer.status, { ...answer.headers, ...packing }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, changes, asked, close };
}

async function read(folder: string, path: string): Promise<FolderAnswer> {
  const name = path === '/' ? 'index.html' : path.slice(1);
  const body = await readFile(join(folder, name)).catch(() => undefined);
  const rules = parseHeadersFile(await readFile(join(folder, '_headers'), 'utf8'));
  const headers = Object.fromEntries(headersOf(path, rules));
  if (body === undefined || /(^|\/)[._]/.test(name))
    return { status: 404, headers: { ...headers, 'cache-control': 'no-store' }, body: new Uint8Array() };
  return { status: 200, headers: { ...headers, 'content-type': toContentType(name) }, body };
}

function pack(body: Uint8Array, accepted: unknown): [Record<string, string>, Uint8Array] {
  if (/\bbr\b/.test(`${accepted}`)) return [{ 'content-encoding': 'br' }, brotliCompressSync(body)];
  if (/\bgzip\b/.test(`${accepted}`)) return [{ 'content-encoding': 'gzip' }, gzipSync(body)];
  return [{}, body];
}
