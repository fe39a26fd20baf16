import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
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
  const server = createServer(async (request, response) => {
    if (cors) response.setHeader('access-control-allow-origin', '*');
    response.setHeader('x-content-type-options', 'nosniff');
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = await findFile(folder, pathname);
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(file === undefined ? 404 : 405, {
        'content-type': 'text/plain',
        'cache-control': 'no-store',
      });
      response.end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(file.path)] ?? 'application/octet-stream',
      'content-length': file.bytes,
      'cache-control': immutable.test(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file.path).pipe(response);
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

/** @param {string} folder @param {string} pathname */
async function findFile(folder, pathname) {
  const path = normalize(join(folder, decode(pathname.endsWith('/') ? `${pathname}index.html` : pathname)));
  if (!path.startsWith(folder + sep)) return undefined;
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, bytes: found.size } : undefined;
}

/** @param {string} pathname */
function decode(pathname) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
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
