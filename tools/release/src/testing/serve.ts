import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { headersOf, parseHeadersFile } from '../site/read-site.ts';
import { type Store, toContentType, toHeaders } from '../store/store.ts';
import type { Context } from '../verb.ts';
import { testNow } from './command.ts';

/** One answer of a server. */
export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What is asked for, such as `/assets/a.js`. */
interface Asked {
  readonly path: string;
  /** With its question mark; empty if there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

/** What somebody makes of an answer. Undefined: there is none. */
export type Change = (answer: SiteAnswer, asked: Asked) => SiteAnswer | undefined;

/** What an answer becomes: a status, a text, and headers, of which undefined ones are not sent. */
export interface Fault {
  readonly status?: number;
  readonly body?: string;
  readonly [header: string]: string | number | undefined;
}

/** Changes the answers at all paths with this end. */
export function changeAt(end: string, { status, body, ...headers }: Fault): Change {
  return (answer, { path }) => {
    if (!path.endsWith(end)) return answer;
    const sent = Object.entries({ ...answer.headers, ...headers }).filter(([, value]) => value !== undefined);
    return {
      status: status ?? answer.status,
      body: body === undefined ? answer.body : Buffer.from(body),
      headers: Object.fromEntries(sent.map(([name, value]) => [name, `${value}`])),
    };
  };
}

/** A network on which nothing ever comes. */
export const silent: Context['fetch'] = (_, options) =>
  new Promise((_resolve, reject) => {
    const { signal } = options as { readonly signal: AbortSignal };
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });

/** A server that answers as it should, until a change is added. */
export interface Served {
  /** Such as `http://localhost:4300`. */
  readonly origin: string;
  readonly changes: Change[];
  readonly asked: Asked[];
  /** From then on it answers nothing. */
  close(): void;
}

/** Serves a folder as it lies on the disk on a free port until the test ends, with the headers of its `_headers` file. */
export function serveFolder(folder: string): Promise<Served> {
  return serve(async (path) => {
    const name = decodeURIComponent(path.slice(1)).replace(/(^|\/)$/, '$1index.html');
    const body = await readFile(join(folder, name)).catch(() => undefined);
    const rules = parseHeadersFile(await readFile(join(folder, '_headers'), 'utf8'));
    const headers = Object.fromEntries(
      [...headersOf(path, rules)].map(([name, values]) => [name, values.at(-1) ?? '']),
    );
    if (body === undefined || /(^|\/)(_|\.(?!well-known\/))/.test(name))
      return { status: 404, headers: { ...headers, 'cache-control': 'no-store' }, body: new Uint8Array() };
    return { status: 200, headers: { ...headers, 'content-type': toContentType(name) }, body };
  });
}

/** A served store, and files beside those of the store, by their paths. */
export interface ServedStore extends Served {
  readonly files: Map<string, string>;
}

/** Serves a store on a free port until the test ends. Its clock is the one of the tests. */
export async function serveStore(store: Pick<Store, 'read'>): Promise<ServedStore> {
  const files = new Map<string, string>();
  const date = new Date(testNow).toUTCString();
  const served = await serve(async (path) => {
    const name = path.slice(1);
    const isOdd = path.endsWith('/') || path.includes('.linkspan');
    const found = files.get(path) ?? (isOdd ? undefined : (await store.read(name))?.bytes);
    if (found === undefined)
      return { status: 404, headers: { date, 'cache-control': 'no-store' }, body: new Uint8Array() };
    const isImmutable = /\/(releases|root|history|assets)\//.test(path);
    const headers = {
      date,
      'content-type': toContentType(name || 'index.html'),
      'cache-control': toHeaders(isImmutable ? name : 'live.json').cacheControl,
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    };
    return { status: 200, headers, body: Buffer.from(found) };
  });
  return { ...served, files };
}

/** Listens on a free port until the test ends; each answer is packed as it was asked for. */
async function serve(answerTo: (path: string) => Promise<SiteAnswer>): Promise<Served> {
  const changes: Change[] = [];
  const asked: Asked[] = [];
  const server = createServer(async ({ url, headers }, response) => {
    const { pathname, search: query } = new URL(url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname);
    asked.push({ path, query, headers });
    let answer: SiteAnswer | undefined = await answerTo(path);
    for (const change of changes) answer = answer && change(answer, { path, query, headers });
    if (answer === undefined) return void response.destroy();
    const [packing, body] = pack(answer.body, headers['accept-encoding']);
    response.sendDate = false;
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

function pack(body: Uint8Array, accepted: unknown): [Record<string, string>, Uint8Array] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  if (/\bbr\b/.test(`${accepted}`))
    return [{ 'content-encoding': 'br' }, brotliCompressSync(body, { params })];
  if (/\bgzip\b/.test(`${accepted}`)) return [{ 'content-encoding': 'gzip' }, gzipSync(body)];
  return [{}, body];
}
