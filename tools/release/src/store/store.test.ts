import { describe, expect, it } from 'vitest';
import { toContentType, toHeaders } from './store.ts';

describe('the headers', () => {
  it.each([
    'remote-evm/releases/1.0.0/manifest.json',
    'remote-evm/releases/files/live.json',
    'remote-evm/root/1.json',
    'remote-evm/history/live.json',
    'entry.js',
  ])('let %s be kept for a year', (path) => {
    expect(toHeaders(path).cacheControl).toBe('public, max-age=31536000, immutable');
  });

  it.each(['remote-evm/live.json', 'remote-evm/root.json', 'blocked.json'])(
    'let %s never be stale',
    (path) => {
      expect(toHeaders(path)).toEqual({
        contentType: 'application/json',
        cacheControl: 'no-cache, must-revalidate',
      });
    },
  );

  it.each([
    ['a/entry.mjs', 'text/javascript; charset=utf-8'],
    ['a/STYLE.CSS', 'text/css; charset=utf-8'],
    ['a/code.wasm', 'application/wasm'],
    ['a/entry.js.map', 'application/json'],
    ['a.js/LICENSE', 'application/octet-stream'],
    ['a.constructor', 'application/octet-stream'],
  ])('give %s the type %s', (path, type) => {
    expect(toContentType(path)).toBe(type);
  });
});
