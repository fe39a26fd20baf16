import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, posix } from 'node:path';
import { lookup } from 'mrmime';
import sirv from 'sirv';
import { Refusal } from '../errors.ts';

/** The `cache-control` of what never changes. */
export const forever = 'public, max-age=31536000, immutable';

/** Files below these paths never change: their names hold their version or their hash. */
export const immutable = /^\/(assets|(.+\/)?(releases|root|history))\//;

/**
 * A path of the origin with headers of its own, as a deploy writes it into `.headers/paths.json`: a file, or a folder and all
 * below it if it ends in a slash. The first one of a list counts.
 */
export interface OwnPath {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a folder is served. */
export interface ServeOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether pages of other origins may read it. */
  readonly cors?: boolean;
  /** Sent with every file, but at `paths` theirs. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly paths?: readonly OwnPath[];
  /** Whether a browser that asks for a service worker is refused it. */
  readonly refusesWorkers?: boolean;
  /**
   * Runs before the files are looked at, and resolves with true if it has answered. With it, every file is revalidated, so
   * that it sees each request.
   */
  before?(exchange: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
  }): Promise<boolean>;
}

/** A listening server. */
export interface Served {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves a folder on its own origin, as a static host does, and reads it at each request. Names that begin with a dot are
 * not served. What may change is revalidated by its tag. Throws `command/port-in-use`.
 */
export async function serve(
  folder: string,
  { port, cors = false, headers = {}, paths = [], refusesWorkers = false, before }: ServeOptions,
): Promise<Served> {
  const files = sirv(folder, { dev: true, etag: true, extensions: ['html'], setHeaders: setType });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = toPath(request.url);
    const own = path === undefined ? undefined : paths.find((one) => isAt(path, one));
    if (cors) response.setHeader('access-control-allow-origin', '*');
    response.setHeader('x-content-type-options', 'nosniff');
    for (const [name, value] of Object.entries(own?.headers ?? headers)) response.setHeader(name, value);
    if (refusesWorkers && request.headers['service-worker'] !== undefined) return refuse(response, 403);
    if (await before?.({ request, response })) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    const miss = async () =>
      refuse(response, 404, await readFile(join(folder, '404.html')).catch(() => undefined));
    if (path === undefined || /[\\/]\./.test(path)) return miss();
    response.setHeader('cache-control', immutable.test(path) && !before ? forever : 'no-cache');
    files(request, response, () => void miss());
  };
  const listener: RequestListener = (request, response) => {
    // If a reader or a file goes away, that ends this answer alone.
    answer(request, response).catch(() => response.destroy());
  };
  const server = createServer(listener);
  await once(server.listen(port, 'localhost'), 'listening').catch((cause) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    throw new Refusal('command/port-in-use', `Port ${port} is in use. End the program that uses it.`, {
      cause,
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Serves a deployed site with the headers that its deploy wrote for it. Throws `command/port-in-use`. */
export async function serveSite(folder: string, { port }: Pick<ServeOptions, 'port'>): Promise<Served> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, '.headers', name), 'utf8'));
  const written = { headers: await read('headers.json'), paths: await read('paths.json') };
  return serve(folder, { port, ...written, refusesWorkers: true });
}

/** The same file answers with more slashes too, and with one at its end. */
function isAt(asked: string, { path }: OwnPath): boolean {
  const plain = posix.normalize(asked);
  const own = toPath(path) ?? path;
  return own.endsWith('/') ? plain.startsWith(own) : plain === own || plain === `${own}/`;
}

/** The content type of a file, with its charset; undefined if its kind is unknown. */
export function toType(file: string): string | undefined {
  const type = lookup(file);
  return type?.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

function setType(response: ServerResponse, path: string): void {
  if (extname(path)) response.setHeader('content-type', toType(path) ?? 'application/octet-stream');
}

/** The decoded path of a request; undefined if it is malformed. */
export function toPath(url: string | undefined): string | undefined {
  try {
    return decodeURIComponent(new URL(`http://localhost${url}`).pathname);
  } catch {
    return undefined;
  }
}

/** Answers with a failure that nobody caches, and with a page if there is one; a 405 names the allowed methods. */
function refuse(response: ServerResponse, status: number, page?: Uint8Array): void {
  response.writeHead(status, {
    'content-type': page ? 'text/html; charset=utf-8' : 'text/plain',
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  response.end(page);
}
