import { describe, expect, it } from 'vitest';
import { examineHeaders, isFresh, type Rule } from './headers.ts';

const address = 'https://remotes.example/chunk.js';
const page = 'https://page.example';
const year = 'public, max-age=31536000, immutable';
const sound = {
  'content-type': 'text/javascript; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': year,
  'access-control-allow-origin': '*',
};

/** What is wrong with an answer that passed but for this. */
function look(
  { status = 200, length = 0, without = '', ...headers }: Record<string, unknown> & { without?: string } = {},
  rule: Partial<Rule> = {},
) {
  const entries = Object.entries({ ...sound, ...headers }).filter(([name]) => name !== without);
  const answer = {
    address,
    status: Number(status),
    headers: new Headers(entries as [string, string][]),
    bytes: new Uint8Array(Number(length)),
  };
  return examineHeaders(answer, { caching: 'immutable', isShared: true, ...rule }, page);
}

describe('an answer', () => {
  it('is sound where nothing is wrong', () => {
    expect(look()).toEqual([]);
  });

  it('leads elsewhere with each status that redirects, and with no other', () => {
    for (const status of [300, 301, 302, 303, 307, 308, 399])
      expect(look({ status, location: '/elsewhere' })).toEqual([
        { code: 'doctor/redirect', address, values: { to: '/elsewhere' } },
      ]);
    for (const status of [299, 400, 404, 503])
      expect(look({ status, location: '/elsewhere' })).toEqual([
        { code: 'doctor/status', address, values: { status: `${status}` } },
      ]);
  });

  it('leads nowhere where it does not say where', () => {
    expect(look({ status: 302 })).toEqual([{ code: 'doctor/redirect', address, values: { to: 'nowhere' } }]);
  });

  it.each([401, 407])('asks for credentials with %i', (status) => {
    expect(look({ status })).toEqual([
      { code: 'doctor/credentials', address, values: { status: `${status}` } },
    ]);
  });

  it('is none where the server does not answer', () => {
    expect(examineHeaders({ address, failure: 'gone' }, { caching: 'fresh', isShared: false }, page)).toEqual(
      [{ code: 'doctor/unreachable', address, values: { detail: 'gone' } }],
    );
  });

  it('has the type of its name, or the one that it should have', () => {
    const expected = 'text/javascript';
    expect(look({ 'content-type': 'TEXT/JavaScript ;charset=utf-8' })).toEqual([]);
    expect(look({ without: 'content-type' })).toEqual([
      { code: 'doctor/type', address, values: { found: 'nothing', expected } },
    ]);
    expect(look({}, { type: 'text/html' })).toMatchObject([{ values: { expected: 'text/html' } }]);
  });

  it('keeps browsers from guessing', () => {
    expect(look({ 'x-content-type-options': 'NoSniff' })).toEqual([]);
    expect(look({ without: 'x-content-type-options' })).toEqual([{ code: 'doctor/nosniff', address }]);
  });

  it('is compressed from 1,400 bytes on, where it is a text', () => {
    expect(look({ length: 1_399 })).toEqual([]);
    expect(look({ length: 1_400 })).toEqual([{ code: 'doctor/uncompressed', address }]);
    expect(look({ length: 1_400, 'content-encoding': 'br' })).toEqual([]);
  });
});

describe('the origin that may read an answer', () => {
  it('is any, or the page’s', () => {
    expect(look({ 'access-control-allow-origin': page })).toEqual([]);
    expect(look({ 'access-control-allow-origin': 'https://other.example' })).toEqual([
      { code: 'doctor/cors', address, values: { found: 'https://other.example', origin: page } },
    ]);
    expect(look({ without: 'access-control-allow-origin' })).toMatchObject([
      { values: { found: 'missing' } },
    ]);
  });

  it('is told nothing of credentials', () => {
    expect(look({ 'access-control-allow-credentials': 'true' })).toEqual([
      { code: 'doctor/cors-credentials', address },
    ]);
  });

  it('is not asked about where no other origin needs it', () => {
    expect(look({ without: 'access-control-allow-origin' }, { isShared: false })).toEqual([]);
  });
});

describe('what never changes under its address', () => {
  it.each([year, 'IMMUTABLE, s-maxage="99999999"'])('is kept as %s', (found) => {
    expect(look({ 'cache-control': found })).toEqual([]);
  });

  it.each([
    'immutable',
    'max-age=31535999, immutable',
    'max-age=31536000',
    `${year}, private`,
    `${year}, no-store`,
    `${year}, no-cache`,
  ])('is not kept as %s', (found) => {
    expect(look({ 'cache-control': found })).toEqual([
      { code: 'doctor/not-immutable', address, values: { found } },
    ]);
  });

  it('is not kept without a word', () => {
    expect(look({ without: 'cache-control' })).toMatchObject([{ values: { found: 'missing' } }]);
  });
});

describe('what must be asked for each time', () => {
  const fresh = { caching: 'fresh' } as const;

  it.each(['no-cache', 'NO-STORE', 'max-age=60', 'max-age=0, s-maxage=60'])('is with %s', (found) => {
    expect(isFresh(found)).toBe(true);
    expect(look({ 'cache-control': found }, fresh)).toEqual([]);
  });

  it.each(['', 'public', 'max-age=61', 'max-age=0, s-maxage=61', 'max-age=0, stale-while-revalidate=9'])(
    'is not with “%s”',
    (found) => {
      expect(isFresh(found)).toBe(false);
      expect(look({ 'cache-control': found }, fresh)).toEqual([
        { code: 'doctor/stale', address, values: { found } },
      ]);
    },
  );

  it('may have been with a cache for a minute', () => {
    expect(look({ 'cache-control': 'no-cache', age: '60' }, fresh)).toEqual([]);
    expect(look({ 'cache-control': 'no-cache', age: '61' }, fresh)).toEqual([
      { code: 'doctor/aged', address, values: { age: '61' } },
    ]);
  });
});
