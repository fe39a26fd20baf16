import { extname } from 'node:path';

const texts = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
} as Readonly<Record<string, string>>;

/** What a file is, as a browser has to be told; the same as a page's or a remote's own server says. */
export function toType(file: string): string {
  return texts[extname(file)] ?? 'application/octet-stream';
}

/** Whether packing such a file is worth it. */
export function isPackable(file: string): boolean {
  return extname(file) in texts;
}
