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

type Sent = Readonly<Record<string, string | undefined>>;

/** What an answer with other headers, of which undefined ones are not sent, is told by. */
function compareSent(sent: Sent, expected: Partial<Expectation> = {}, changed: Partial<Answer> = {}) {
  const headers = Object.entries({ ...sound, ...sent }).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
  const answer = { address, status: 200, headers: new Headers(headers), bytes, ...changed };
  return compare(answer, { type: 'application/json', ...expected });
}

const codesOf = (...sent: Parameters<typeof compareSent>) =>
  compareSent(...sent).map(({ level, code }) => `${level} ${code}`);

describe('an answer', () => {
  it('differs in nothing if it is as expected', () => {
    const headers = new Map([['x-content-type-options', ['nosniff']]]);
    const expected = { caching: 'fresh', readBy: origin, integrity: integrityOf(bytes), headers } as const;
    expect(codesOf({}, expected)).toEqual([]);
    expect(codesOf({ 'access-control-allow-origin': origin }, expected)).toEqual([]);
  });

  it.each([
    [500, 'unsure busy'],
    [429, 'unsure busy'],
    [404, 'wrong missing'],
    [206, 'wrong missing'],
    [401, 'wrong missing'],
    [302, 'wrong redirect'],
  ])('is told by its status %i', (status, code) => {
    expect(codesOf({}, {}, { status })).toEqual([code]);
  });

  it.each([
    ['does not come', {}, 'unsure', 'unreachable'],
    ['is longer than the listed file', { isTooLong: true }, 'wrong', 'altered'],
  ] as const)('that %s is %s', (_, more, level, code) => {
    const expected = { type: 'text/css', integrity: integrityOf(bytes) };
    expect(compare({ address, failure: 'it hangs', ...more }, expected)).toMatchObject([{ level, code }]);
  });

  it('has the listed hash', () => {
    expect(codesOf({}, { integrity: integrityOf('other') })).toEqual(['wrong altered']);
  });

  it.each([
    ['text/html', []],
    ['TEXT/HTML; Charset="UTF-8"', []],
    ['text/html; charset=utf-16', ['wrong type']],
    ['text/plain', ['wrong type']],
    [undefined, ['wrong type']],
  ])('has the expected type, and a charset only if it is the same: %s', (sent, codes) => {
    expect(codesOf({ 'content-type': sent }, { type: 'text/html; charset=utf-8' })).toEqual(codes);
  });

  it.each([
    [undefined, 'wrong stale', 'hint not-immutable'],
    ['max-age=600', 'wrong stale', 'hint not-immutable'],
    ['max-age=0, s-maxage=900', 'wrong stale', 'hint not-immutable'],
    ['max-age=0, stale-while-revalidate=9', 'wrong stale', 'hint not-immutable'],
    ['public, max-age=60, immutable', '', 'hint not-immutable'],
    ['private, max-age=31536000, immutable', 'wrong stale', 'hint not-immutable'],
    ['public, max-age=31536000, immutable', 'wrong stale', ''],
    ['no-store', '', 'hint not-immutable'],
  ])('may be cached as %s', (value, ofFresh, ofImmutable) => {
    expect(codesOf({ 'cache-control': value }, { caching: 'fresh' }).join()).toBe(ofFresh);
    expect(codesOf({ 'cache-control': value }, { caching: 'immutable' }).join()).toBe(ofImmutable);
  });

  it('does not come from a cache if it must be fresh', () => {
    expect(codesOf({ age: '90' }, { caching: 'fresh' })).toEqual(['wrong stale']);
    expect(codesOf({ age: '60' }, { caching: 'fresh' })).toEqual([]);
  });

  it.each([undefined, 'https://other.example', ''])(
    'is read by no page of another origin with “%s”',
    (value) => {
      expect(codesOf({ 'access-control-allow-origin': value }, { readBy: origin })).toEqual(['wrong cors']);
    },
  );

  it.each([
    ['sandbox', []],
    [" default-src  'self', sandbox", []],
    ["default-src 'self'", ['wrong header-other']],
    ['sandbox, report-uri /evil', ['wrong header-other']],
    ['', ['wrong header-other']],
    [undefined, ['wrong header-missing']],
  ])('has a header as the last rule has it, or all rules joined: %s', (policy, codes) => {
    const headers = new Map([
      ['content-security-policy', ["default-src 'self'", 'sandbox']],
      ['referrer-policy', []],
    ]);
    expect(codesOf({ 'content-security-policy': policy, 'referrer-policy': 'any' }, { headers })).toEqual(
      codes,
    );
  });

  it.each([
    ['MAX-AGE=1,  public', []],
    ['public, max-age=2', ['wrong header-other']],
  ])('may have Cache-Control in another order and case: %s', (value, codes) => {
    const headers = new Map([['cache-control', ['public, max-age=1']]]);
    expect(codesOf({ 'cache-control': value }, { headers })).toEqual(codes);
  });

  it('has no header that is refused, unless it is expected', () => {
    const refused = ['set-cookie'];
    const headers = new Map([['set-cookie', ['id=1']]]);
    expect(codesOf({ 'set-cookie': 'id=1' }, { refused })).toEqual(['wrong header-more']);
    expect(codesOf({ 'set-cookie': 'id=1' }, { refused, headers })).toEqual([]);
  });

  it.each<[Sent, readonly string[]]>([
    [{ 'content-security-policy': "sandbox; default-src 'none'" }, []],
    [{ 'content-security-policy': "default-src 'self', sandbox; default-src 'none'" }, []],
    [{}, ['wrong open']],
    [{ 'content-security-policy': "default-src 'none'" }, ['wrong open']],
    [{ 'content-security-policy': "sandbox allow-scripts; default-src 'none'" }, ['wrong open']],
    [{ 'content-security-policy': 'sandbox' }, ['wrong open']],
    [
      { 'content-security-policy': "sandbox; default-src 'none'", 'x-content-type-options': undefined },
      ['wrong open'],
    ],
  ])('is closed by a sandbox that allows nothing, and a type that is not guessed: %o', (sent, codes) => {
    expect(codesOf(sent, { isClosed: true })).toEqual(codes);
  });

  const long = 'x'.repeat(999);
  it.each([
    [`${long}y`, long, /“…x{40}y” and not “…x{40}”/],
    [long, `${long}y`, /“…x{40}” and not “…x{40}y”/],
    [`y${long}`, long, /“yx+…” and not “x+…”/],
  ])('is quoted in part, from where it differs (%#)', (link, wanted, quoted) => {
    expect(compareSent({ link }, { headers: new Map([['link', [wanted]]]) })[0]?.what).toMatch(quoted);
  });
});
