import type { FileHeaders } from './store.ts';

/** Of a file that never changes under its path: browsers keep it for a year and do not ask again. */
export function immutableHeaders(path: string): FileHeaders {
  return { contentType: toContentType(path), cacheControl: 'public, max-age=31536000, immutable' };
}

/** Of a live document: browsers and caches between ask at every use whether it is still the same. */
export function liveHeaders(path: string): FileHeaders {
  return { contentType: toContentType(path), cacheControl: 'no-cache, must-revalidate' };
}

const types: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['ico', 'image/x-icon'],
  ['jpg', 'image/jpeg'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json'],
  ['map', 'application/json'],
  ['md', 'text/plain; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain; charset=utf-8'],
  ['wasm', 'application/wasm'],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
]);

/** The media type that a file of this name is served as. */
export function toContentType(path: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return types.get(extension) ?? 'application/octet-stream';
}
