import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Plain } from './say.mjs';

const types = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
});

/**
 * What is under such a path never changes: its name holds its version or its hash.
 */
const immutable = /^\/(releases|assets)\//;

/**
 * Serves a folder of files on its own origin, as a static host does.
 * @param {string} folder
 * @param {{port: number, cors?: boolean}} options `cors` lets pages of other origins read it.
 * @returns {Promise<{port: number, close(): Promise<void>}>}
 */
export async function serve(folder, { port, cors = false }) {
  const server = createServer((request, response) => {
    if (cors) response.setHeader('access-control-allow-origin', '*');
    response.setHeader('x-content-type-options', 'nosniff');
    // A reader that goes away, or a file that does, ends that answer alone.
    answer(resolve(folder), request, response).catch(() => response.destroy());
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
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folder, { method, url = '/' }, response) {
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405);
  const path = toPath(url);
  const file = path === undefined ? undefined : await findFile(folder, path);
  if (path === undefined || file === undefined) return refuse(response, 404);
  response.writeHead(200, {
    'content-type': types[extname(file.path)] ?? 'application/octet-stream',
    'content-length': file.bytes,
    'cache-control': immutable.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (method === 'HEAD') response.end();
  else await pipeline(createReadStream(file.path), response);
}

/** @param {import('node:http').ServerResponse} response @param {404 | 405} status */
function refuse(response, status) {
  response.writeHead(status, {
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  response.end();
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

/** @param {string} folder @param {string} path */
async function findFile(folder, path) {
  const found = resolve(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  if (!found.startsWith(folder + sep)) return undefined;
  const about = await stat(found).catch(() => undefined);
  return about?.isFile() ? { path: found, bytes: about.size } : undefined;
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
