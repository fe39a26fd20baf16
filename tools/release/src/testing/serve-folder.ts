import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { headersOf, parseHeadersFile } from '../site/read-site.ts';
import { toContentType } from '../store/store.ts';
import { type Listening, listen } from './listen.ts';
import type { SiteAnswer } from './serve-site.ts';

/** What somebody makes of an answer. Undefined: there is none. */
export type Change = (
  answer: SiteAnswer,
  asked: { readonly path: string; readonly headers: IncomingHttpHeaders },
) => SiteAnswer | undefined;

/** A server that sends a site's folder as it lies on the disk, with the headers of its `_headers` file. */
export interface ServedFolder extends Listening {
  readonly changes: Change[];
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

/** Serves a folder on a free port until the test ends; each answer is packed as it was asked for. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const changes: Change[] = [];
  const asked: ServedFolder['asked'] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    asked.push({ path, headers: request.headers });
    let answer: SiteAnswer | undefined = await read(folder, path);
    for (const change of changes) answer = answer && change(answer, { path, headers: request.headers });
    if (answer === undefined) return void response.destroy();
    const [packing, body] = pack(answer.body, request.headers['accept-encoding']);
    response.writeHead(answer.status, { ...answer.headers, ...packing }).end(body);
  });
  return { ...(await listen(server)), changes, asked };
}

async function read(folder: string, path: string): Promise<SiteAnswer> {
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
