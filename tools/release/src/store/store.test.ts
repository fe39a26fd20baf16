import { describe, expect, it } from 'vitest';
import { immutableHeaders, liveHeaders, toContentType } from './store.ts';

describe('the headers', () => {
  it('let an immutable file be kept for a year', () => {
    expect(immutableHeaders('evm/1.0.0/entry.js')).toEqual({
      contentType: 'text/javascript; charset=utf-8',
      cacheControl: 'public, max-age=31536000, immutable',
    });
  });

  it('let a live document never be stale', () => {
    expect(liveHeaders('evm/live.json')).toEqual({
      contentType: 'application/json',
      cacheControl: 'no-cache, must-revalidate',
    });
  });

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
