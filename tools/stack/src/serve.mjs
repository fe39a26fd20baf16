import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve, sep } from 'node:path';
import { refuse } from './refuse.mjs';
import { passOn } from './route.mjs';
import { Plain } from './say.mjs';
import { anyType, forever, immutable, toKnownType } from './static-host.mjs';

/**
 * What may stand before the files of a server: it settles with true where it has answered.
 * @typedef {(exchange: {
 *   request: import('node:http').IncomingMessage,
 *   response: import('node:http').ServerResponse,
 *   read(): Promise<{bytes: Buffer, type: string} | undefined>,
 * }) => Promise<boolean>} Before
 */

/**
 * Serves a folder of files on its own origin, as a static host does; what begins with a dot is not served. What may
 * change is asked for again by its tag, so that asking costs little.
 * @param {string} folder
 * @param {{
 *   port: number,
 *   cors?: boolean,
 *   headers?: Readonly<Record<string, string>>,
 *   routes?: readonly import('./route.mjs').Route[],
 *   before?: Before,
 * }} options `cors` lets pages of other origins read it; `headers` are sent with every file; `routes` lead to others.
 *   With something `before` them, readers ask for all files again, so that it stands before each.
 * @returns {Promise<{port: number, close(): Promise<void>}>}
 */
export async function serve(folder, { port, cors = false, headers = {}, routes = [], before }) {
  const server = createServer((request, response) => {
    const route = routes.find(({ path }) => request.url?.startsWith(path));
    if (route) return void passOn(route, request, response).catch(() => response.destroy());
    if (cors) response.setHeader('access-control-allow-origin', '*');
    response.setHeader('x-content-type-options', 'nosniff');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // A reader that goes away, or a file that does, ends that answer alone.
    answer(resolve(folder), { request, response, before }).catch(() => response.destroy());
  });
  await listen(server, port);
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} folder
 * @param {{
 *   request: import('node:http').IncomingMessage,
 *   response: import('node:http').ServerResponse,
 *   before: Before | undefined,
 * }} exchange
 */
async function answer(folder, { request, response, before }) {
  const { method, url = '/', headers } = request;
  const path = toPath(url);
  const read = async () => (path === undefined ? undefined : readFound(folder, path));
  if (await before?.({ request, response, read })) return;
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405);
  const file = await read();
  if (path === undefined || file === undefined) return refuse(response, 404);
  const tag = `"${createHash('sha256').update(file.bytes).digest('base64url')}"`;
  response.setHeader('etag', tag);
  response.setHeader('cache-control', immutable.test(path) && before === undefined ? forever : 'no-cache');
  if (isSame(headers['if-none-match'], tag)) return void response.writeHead(304).end();
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': file.bytes.length,
  });
  response.end(method === 'HEAD' ? undefined : file.bytes);
}

/**
 * Whether the reader has these very bytes (RFC 9110, 13.1.2).
 * @param {string | undefined} asked
 * @param {string} tag
 */
function isSame(asked = '', tag) {
  return asked.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));
}

/**
 * The decoded path of a request; undefined where it is none.
 * @param {string} url
 */
function toPath(url) {
  try {
    const { pathname } = new URL(`http://localhost${url}`);
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/**
 * Read whole: a document may be replaced while it is being sent.
 * @param {string} folder @param {string} path
 */
async function readFound(folder, path) {
  const found = resolve(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  if (!found.startsWith(folder + sep) || /[\\/]\./.test(path)) return undefined;
  const bytes = await readFile(found).catch(() => undefined);
  return bytes && { bytes, type: toKnownType(found) ?? anyType };
}

/** @param {import('node:http').Server} server @param {number} port */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      reject(error.code === 'EADDRINUSE' ? new Plain(`Port ${port} is in use.`) : error),
    );
    server.listen(port, 'localhost', () => resolve(undefined));
  });
}
