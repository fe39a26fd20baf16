import { once } from 'node:events';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { lookup } from 'mrmime';
import sirv from 'sirv';
import { Plain } from './say.mjs';

/**
 * A handler that runs before the files are looked at. It resolves with true if it has answered the request.
 * @typedef {(exchange: {
 *   request: import('node:http').IncomingMessage,
 *   response: import('node:http').ServerResponse,
 * }) => Promise<boolean>} Before
 */

/** The `cache-control` of what never changes. */
export const forever = 'public, max-age=31536000, immutable';

/** Files below these paths never change: their names hold their version or their hash. */
export const immutable = /^\/(assets|(.+\/)?(releases|root|history))\//;

/**
 * A path of the origin with headers of its own, as a deploy writes it into `.headers/paths.json`.
 * @typedef {{path: string, headers: Readonly<Record<string, string>>}} OwnPath
 */

/**
 * Serves a folder on its own origin, as a static host does, and reads it at each request. Names that begin with a
 * dot are not served. What may change is revalidated by its tag. Throws `Plain`, which names the port, if it is in use.
 * @param {string} folder
 * @param {{
 *   port: number,
 *   cors?: boolean,
 *   headers?: Readonly<Record<string, string>>,
 *   paths?: readonly OwnPath[],
 *   before?: Before,
 * }} options `cors` lets pages of other origins read it; `headers` are sent with every file, but below
 *   `paths` theirs. If there is a `before`, every file is revalidated, so that it sees each request.
 * @returns {Promise<{port: number, close(): Promise<void>}>}
 */
export async function serve(folder, { port, cors = false, headers = {}, paths = [], before }) {
  const files = sirv(folder, { dev: true, etag: true, extensions: ['html'], setHeaders: setType });
  /** @type {import('node:http').RequestListener} */
  const answer = async (request, response) => {
    const path = toPath(request.url);
    const own = paths.find((one) => path?.startsWith(one.path));
    if (cors) response.setHeader('access-control-allow-origin', '*');
    response.setHeader('x-content-type-options', 'nosniff');
    for (const [name, value] of Object.entries(own?.headers ?? headers)) response.setHeader(name, value);
    if (await before?.({ request, response })) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    if (path === undefined || /[\\/]\./.test(path)) return refuse(response, 404);
    response.setHeader('cache-control', immutable.test(path) && !before ? forever : 'no-cache');
    files(request, response, () => refuse(response, 404));
  };
  const server = createServer((request, response) => {
    // If a reader or a file goes away, that ends this answer alone.
    Promise.resolve(answer(request, response)).catch(() => response.destroy());
  });
  await once(server.listen(port, 'localhost'), 'listening').catch((cause) => {
    throw cause.code === 'EADDRINUSE' ? new Plain(`Port ${port} is in use.`, { cause }) : cause;
  });
  return {
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    async close() {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The content type of a file, with its charset; undefined if its kind is unknown. @param {string} file */
export function toType(file) {
  const type = lookup(file);
  return type?.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** @param {import('node:http').ServerResponse} response @param {string} path */
function setType(response, path) {
  if (extname(path)) response.setHeader('content-type', toType(path) ?? 'application/octet-stream');
}

/** The decoded path of a request; undefined if it is malformed. @param {string | undefined} url */
export function toPath(url) {
  try {
    return decodeURIComponent(new URL(`http://localhost${url}`).pathname);
  } catch {
    return undefined;
  }
}

/**
 * Answers with a failure that nobody caches; a 405 names the allowed methods.
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 */
function refuse(response, status) {
  response.writeHead(status, {
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  response.end();
}
