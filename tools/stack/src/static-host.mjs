import { extname } from 'node:path';

const types = /** @type {Readonly<Record<string, string>>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
});

/**
 * What a file is, as a browser has to be told; undefined of a kind that no page has.
 * @param {string} file
 * @returns {string | undefined}
 */
export function toKnownType(file) {
  return types[extname(file)];
}

/** What a browser is told of a file that is of no such kind. */
export const anyType = 'application/octet-stream';

/** What is under such a path never changes: its name holds its version or its hash. */
export const immutable = /^\/(releases|assets|root|history)\//;

/** What `cache-control` says of it. */
export const forever = 'public, max-age=31536000, immutable';
