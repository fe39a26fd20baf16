import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { headersOf, parseHeadersFile } from '../site/read-site.ts';
import { immutableHeaders, liveHeaders, type Store, toContentType } from '../store/store.ts';
import { testNow } from './command.ts';

/** One answer of a server. */
export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A mistake of a server: what it makes of an answer that was sound. Undefined: it does not answer at all. */
export type Fault = (
  path: string,
  answer: SiteAnswer,
  asked: NodeJS.Dict<string | string[]>,
) => SiteAnswer | undefined;

/** A server that serves a store, or a folder of a page, as it should be: until a fault is added. */
export interface Site {
  /** Ends in `/`. */
  readonly url: string;
  readonly faults: Fault[];
  /** Files beside those of the store, by their paths. */
  readonly files: Map<string, string>;
  /** What it was asked for, and with which headers. */
  readonly asked: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[];
}

/** Serves a store on a free port until the test ends. Its clock is the one of the tests. */
export async function serveSite(store: Pick<Store, 'read'>): Promise<Site> {
  const site = { faults: [] as Fault[], files: new Map<string, string>(), asked: [] as Site['asked'] };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1);
    site.asked.push({ path, headers: request.headers });
    let answer: SiteAnswer | undefined = await toSound(store, site.files, path);
    for (const fault of site.faults) answer = answer && fault(path, answer, request.headers);
    if (answer === undefined) return;
    response.sendDate = false;
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
  });
  const { origin } = await listen(server);
  return { url: `${origin}/`, ...site };
}

async function toSound(store: Pick<Store, 'read'>, files: Site['files'], path: string): Promise<SiteAnswer> {
  const own = files.get(path);
  const isOdd = path === '' || path.endsWith('/') || path.includes('.linkspan');
  const found = own ?? (isOdd ? undefined : (await store.read(path))?.bytes);
  const date = new Date(testNow).toUTCString();
  if (found === undefined)
    return { status: 404, headers: { date, 'cache-control': 'no-store' }, body: new Uint8Array() };
  const isImmutable = /(^|\/)(releases|root|history|assets)\//.test(path);
  const { contentType, cacheControl } = (isImmutable ? immutableHeaders : liveHeaders)(path || 'index.html');
  return {
    status: 200,
    headers: {
      date,
      'content-type': contentType,
      'cache-control': cacheControl,
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-encoding': 'br',
    },
    body: brotliCompressSync(found, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  };
}

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
  const headers = Object.fromEntries(
    [...headersOf(path, rules)].map(([name, values]) => [name, values.at(-1) ?? '']),
  );
  if (body === undefined || /(^|\/)[._]/.test(name))
    return { status: 404, headers: { ...headers, 'cache-control': 'no-store' }, body: new Uint8Array() };
  return { status: 200, headers: { ...headers, 'content-type': toContentType(name) }, body };
}

function pack(body: Uint8Array, accepted: unknown): [Record<string, string>, Uint8Array] {
  if (/\bbr\b/.test(`${accepted}`)) return [{ 'content-encoding': 'br' }, brotliCompressSync(body)];
  if (/\bgzip\b/.test(`${accepted}`)) return [{ 'content-encoding': 'gzip' }, gzipSync(body)];
  return [{}, body];
}

/** A server that listens. */
export interface Listening {
  /** Such as `http://localhost:4300`. */
  readonly origin: string;
  /** From then on it answers nothing. */
  close(): void;
}

/** Has a server listen on a free port until the test ends. */
async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}
