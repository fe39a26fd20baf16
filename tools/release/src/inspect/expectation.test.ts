import { describe, expect, it } from 'vitest';
import { integrityOf } from '../files.ts';
import { compare, type Expectation } from './expectation.ts';
import type { Answer } from './request.ts';

const address = 'https://remotes.example/live.json';
const origin = 'https://wallets.example';
const sound = {
  'content-type': 'application/json',
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
};
const bytes = new TextEncoder().encode('{}');
const integrity = integrityOf(bytes);

/** The levels and codes for an answer with other headers, of which undefined ones are not sent. */
function codesOf(
  sent: Readonly<Record<string, string | undefined>>,
  expected: Partial<Expectation> = {},
  changed: Partial<Answer> = {},
): readonly string[] {
  const headers = Object.entries({ ...sound, ...sent }).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
  const answer = { address, status: 200, headers: new Headers(headers), bytes, ...changed };
  const findings = compare(answer, { by: 'doctor', type: 'application/json', caching: 'fresh', ...expected });
  for (const { where, fix } of findings)
    expect([where, fix]).toEqual([[address], expect.stringMatching(/\S/)]);
  return findings.map(({ level, code }) => `${level} ${code}`);
}

describe('an answer', () => {
  it('differs in nothing if it is as expected', () => {
    expect(codesOf({}, { readBy: origin, integrity })).toEqual([]);
    expect(codesOf({ 'access-control-allow-origin': origin }, { readBy: origin })).toEqual([]);
    expect(codesOf({}, { integrity: `sha256-AAAA ${integrity}` })).toEqual([]);
  });

  it.each([
    [500, 'wrong doctor/status', 'unsure verify/busy'],
    [429, 'wrong doctor/status', 'unsure verify/busy'],
    [404, 'wrong doctor/status', 'wrong verify/missing'],
    [206, 'wrong doctor/status', 'wrong verify/missing'],
    [401, 'wrong doctor/credentials', 'wrong verify/missing'],
    [407, 'wrong doctor/credentials', 'wrong verify/missing'],
    [302, 'wrong doctor/redirect', 'wrong verify/redirect'],
  ])('is told by its status %i', (status, ofDoctor, ofVerify) => {
    expect(codesOf({}, {}, { status })).toEqual([ofDoctor]);
    expect(codesOf({}, { by: 'verify' }, { status })).toEqual([ofVerify]);
  });

  it('that does not come is wrong for doctor, and unknown to verify', () => {
    const of = (by: Expectation['by'], more = {}) =>
      compare({ address, failure: 'it hangs', ...more }, { by, type: 'text/css', integrity })[0];
    expect(of('doctor')).toMatchObject({ level: 'wrong', code: 'doctor/unreachable' });
    expect(of('verify')).toMatchObject({ level: 'unsure', code: 'verify/unreachable' });
    expect(of('verify', { isTooLong: true })).toMatchObject({ level: 'wrong', code: 'verify/altered' });
  });

  it('has the listed hash, or any of several', () => {
    expect(codesOf({}, { integrity: integrityOf('other') })).toEqual(['wrong doctor/altered']);
    expect(codesOf({}, { integrity: integrityOf('other'), by: 'verify' })).toEqual(['wrong verify/altered']);
    expect(codesOf({}, { integrity: 'md5-AAAA' })).toEqual(['wrong doctor/altered']);
  });

  it('has the expected type, and a charset only if it is the same', () => {
    const type = 'text/html; charset=utf-8';
    for (const sent of ['text/html', 'TEXT/HTML; Charset="UTF-8"'])
      expect(codesOf({ 'content-type': sent }, { type })).toEqual([]);
    for (const sent of ['text/html; charset=utf-16', 'text/plain', undefined]) {
      expect(codesOf({ 'content-type': sent }, { type })).toEqual(['wrong doctor/type']);
      expect(codesOf({ 'content-type': sent }, { type, by: 'verify' })).toEqual(['wrong verify/type']);
    }
    expect(codesOf({ 'x-content-type-options': undefined })).toEqual(['hint doctor/nosniff']);
  });

  it.each([
    [undefined, 'wrong doctor/stale', 'hint doctor/not-immutable'],
    ['max-age=600', 'wrong doctor/stale', 'hint doctor/not-immutable'],
    ['max-age=0, s-maxage=900', 'wrong doctor/stale', 'hint doctor/not-immutable'],
    ['max-age=0, stale-while-revalidate=9', 'wrong doctor/stale', 'hint doctor/not-immutable'],
    ['public, max-age=60, immutable', '', 'hint doctor/not-immutable'],
    ['private, max-age=31536000, immutable', 'wrong doctor/stale', 'hint doctor/not-immutable'],
    ['public, max-age=31536000, immutable', 'wrong doctor/stale', ''],
    ['no-store', '', 'hint doctor/not-immutable'],
  ])('may be cached as %s', (value, ofFresh, ofImmutable) => {
    expect(codesOf({ 'cache-control': value }).join()).toBe(ofFresh);
    expect(codesOf({ 'cache-control': value }, { caching: 'immutable' }).join()).toBe(ofImmutable);
  });

  it('does not come from a cache if it must be fresh', () => {
    expect(codesOf({ age: '90' })).toEqual(['wrong doctor/aged']);
    expect(codesOf({ age: '60' })).toEqual([]);
  });

  it.each([undefined, 'https://other.example', ''])(
    'is read by a page of another origin, not with “%s”',
    (value) => {
      expect(codesOf({ 'access-control-allow-origin': value }, { readBy: origin })).toEqual([
        'wrong doctor/cors',
      ]);
      expect(codesOf({ 'access-control-allow-origin': value })).toEqual([]);
    },
  );

  it('has the headers of the deploy: the last rule’s, or all of them joined', () => {
    const headers = new Map([
      ['content-security-policy', ["default-src 'self'", 'sandbox']],
      ['referrer-policy', []],
    ]);
    const of = (policy: string | undefined, by: Expectation['by']) =>
      codesOf({ 'content-security-policy': policy, 'referrer-policy': 'any' }, { headers, by });
    for (const policy of ['sandbox', " default-src  'self', sandbox"])
      expect(of(policy, 'verify')).toEqual([]);
    for (const policy of ["default-src 'self'", 'sandbox, report-uri /evil', 'sandbox allow-scripts', '']) {
      expect(of(policy, 'verify')).toEqual(['wrong verify/header-other']);
      expect(of(policy, 'doctor')).toEqual(['wrong doctor/page-header']);
    }
    expect(of(undefined, 'verify')).toEqual(['wrong verify/header-missing']);
    expect(of(undefined, 'doctor')).toEqual(['wrong doctor/page-header']);
    expect(codesOf({ 'content-security-policy': 'sandbox' }, { headers })).toEqual([
      'wrong doctor/page-header',
    ]);
  });

  it('may have Cache-Control in another order and case', () => {
    const headers = new Map([['cache-control', ['public, max-age=1']]]);
    const expected = { by: 'verify', headers, caching: undefined } as const;
    expect(codesOf({ 'cache-control': 'MAX-AGE=1,  public' }, expected)).toEqual([]);
    expect(codesOf({ 'cache-control': 'public, max-age=2' }, expected)).toEqual([
      'wrong verify/header-other',
    ]);
  });

  it('has no header that is refused, unless it is expected', () => {
    const refused = ['set-cookie'];
    expect(codesOf({ 'set-cookie': 'id=1' }, { by: 'verify', refused })).toEqual([
      'wrong verify/header-more',
    ]);
    expect(codesOf({ 'set-cookie': 'id=1' }, { refused })).toEqual(['wrong doctor/own-path-header']);
    const headers = new Map([['set-cookie', ['id=1']]]);
    expect(codesOf({ 'set-cookie': 'id=1' }, { by: 'verify', refused, headers })).toEqual([]);
  });

  it('is closed by a sandbox that allows nothing, alone or beside other policies', () => {
    const of = (policy: string | undefined) =>
      codesOf({ 'content-security-policy': policy }, { closed: 'own-path-policy' });
    expect(of("sandbox; default-src 'none'")).toEqual([]);
    expect(of("default-src 'self', sandbox; default-src 'none'")).toEqual([]);
    for (const policy of [
      undefined,
      "default-src 'none'",
      "sandbox allow-scripts; default-src 'none'",
      'sandbox',
    ])
      expect([policy, of(policy)]).toEqual([policy, ['wrong doctor/own-path-policy']]);
    expect(codesOf({}, { closed: 'assets-policy' })).toEqual(['wrong doctor/assets-policy']);
  });

  it('is quoted in part, from where it differs', () => {
    const text = 'x'.repeat(999);
    const told = (headers: Record<string, string>, status: number, wanted = text) => {
      const expected = {
        by: 'verify',
        type: 'application/json',
        headers: new Map([['link', [wanted]]]),
      } as const;
      return compare({ address, status, headers: new Headers({ ...sound, ...headers }), bytes }, expected)[0]
        ?.what;
    };
    expect(told({ location: text }, 302)?.length).toBeLessThan(300);
    expect(told({ link: `${text}y` }, 200)).toMatch(/“…x{40}y” and not “…x{40}”/);
    expect(told({ link: text }, 200, `${text}y`)).toMatch(/“…x{40}” and not “…x{40}y”/);
    expect(told({ link: `y${text}` }, 200)).toMatch(/“yx+…” and not “x+…”/);
  });
});
