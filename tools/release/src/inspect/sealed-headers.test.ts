import { describe, expect, it } from 'vitest';
import { compareHeaders } from './sealed-headers.ts';

const address = 'https://wallets.example/';
const type = 'text/html; charset=utf-8';

/** What differs between the headers of an answer and the sealed ones. */
const compare = (found: Record<string, string>, sealed: Record<string, string | readonly string[]> = {}) =>
  compareHeaders(
    { address, headers: new Headers({ 'content-type': type, ...found }) },
    new Map(Object.entries(sealed).map(([name, value]) => [name, [value].flat()])),
    type,
  );

describe('the headers of an answer', () => {
  it.each(['text/html', 'TEXT/HTML', 'text/html; charset="UTF-8"', 'text/html; boundary=a; charset=utf-8'])(
    'have the sealed type as %s',
    (found) => expect(compare({ 'content-type': found })).toEqual([]),
  );

  it.each(['text/plain; charset=utf-8', 'text/html; charset=utf-7'])('have another type as %s', (found) => {
    expect(compare({ 'content-type': found })).toEqual([
      { code: 'verify/type', address, values: { found, wanted: type } },
    ]);
  });

  it('say that there is no type if there is none', () => {
    expect(compareHeaders({ address, headers: new Headers() }, new Map(), type)).toEqual([
      { code: 'verify/type', address, values: { found: 'nothing', wanted: type } },
    ]);
  });

  it.each([
    'access-control-allow-credentials',
    'clear-site-data',
    'content-disposition',
    'content-security-policy-report-only',
    'link',
    'nel',
    'refresh',
    'report-to',
    'reporting-endpoints',
    'service-worker-allowed',
    'set-cookie',
    'speculation-rules',
  ])('may not have %s where it was not sealed', (name) => {
    expect(compare({ [name]: 'x' })).toEqual([
      { code: 'verify/header-more', address, values: { name, found: 'x' } },
    ]);
    expect(compare({ [name]: 'x' }, { [name]: 'x' })).toEqual([]);
  });

  it('may have others that were not sealed', () => {
    expect(compare({ server: 'x' })).toEqual([]);
  });

  it('say the same with other spaces, and in Cache-Control in another order and case', () => {
    expect(compare({ 'x-a': 'a   b' }, { 'x-a': 'a b ' })).toEqual([]);
    expect(
      compare({ 'cache-control': 'PUBLIC,max-age=1' }, { 'cache-control': 'max-age=1, public' }),
    ).toEqual([]);
    expect(compare({ 'x-a': 'b, a' }, { 'x-a': 'a, b' })).toMatchObject([{ code: 'verify/header-other' }]);
    const other = compare({ 'cache-control': 'public, max-age=2' }, { 'cache-control': 'max-age=1, public' });
    expect(other).toMatchObject([{ code: 'verify/header-other' }]);
    expect(compare({ 'x-a': 'A' }, { 'x-a': 'a' })).toMatchObject([{ code: 'verify/header-other' }]);
  });

  it('are the last of several rules, or all of them joined', () => {
    const name = 'content-security-policy';
    const sealed = { [name]: ["default-src 'self'", "sandbox; default-src 'none'"] };
    expect(compare({ [name]: "sandbox; default-src 'none'" }, sealed)).toEqual([]);
    expect(compare({ [name]: "default-src 'self', sandbox; default-src 'none'" }, sealed)).toEqual([]);
    expect(compare({ [name]: "default-src 'self'" }, sealed)).toMatchObject([
      { code: 'verify/header-looser' },
    ]);
    expect(compare({}, sealed)).toMatchObject([{ code: 'verify/header-missing' }]);
  });

  it('are told at most in 200 characters', () => {
    const [long, told] = ['a'.repeat(201), `${'a'.repeat(200)}…`];
    expect(compare({ 'x-a': long }, { 'x-a': 'b' })).toEqual([
      { code: 'verify/header-other', address, values: { name: 'x-a', detail: `“${told}” and not “b”` } },
    ]);
    expect(compare({ 'x-a': 'a'.repeat(200) }, { 'x-a': 'b' })[0]?.values?.detail).toBe(
      `“${'a'.repeat(200)}” and not “b”`,
    );
    expect(compare({}, { 'x-a': long })).toEqual([
      { code: 'verify/header-missing', address, values: { name: 'x-a', wanted: told } },
    ]);
  });
});

describe('the policy of an answer', () => {
  const name = 'content-security-policy';
  const policy = (found: string, sealed: string) => compare({ [name]: found }, { [name]: sealed });

  it('is looser, stricter, or in another order', () => {
    expect(policy("img-src 'self' a; font-src b", "img-src 'self'; font-src b c")).toEqual([
      { code: 'verify/header-looser', address, values: { name, detail: 'img-src has a' } },
    ]);
    expect(policy("img-src 'none'", 'img-src a b')).toEqual([
      { code: 'verify/header-other', address, values: { name, detail: 'img-src lacks a, img-src lacks b' } },
    ]);
    expect(policy('font-src b; img-src a', 'img-src a; font-src b')).toEqual([
      {
        code: 'verify/header-other',
        address,
        values: { name, detail: 'its directives are in another order' },
      },
    ]);
  });

  it('is told as it stands where it is several', () => {
    expect(policy('img-src a, img-src b', 'img-src a')).toEqual([
      {
        code: 'verify/header-other',
        address,
        values: { name, detail: '“img-src a, img-src b” and not “img-src a”' },
      },
    ]);
  });
});
