import { createHash } from 'node:crypto';
import type { Finding, Level } from './finding.ts';
import { type Answer, isThere, type NoAnswer } from './request.ts';

/** What one address should answer, as far as it is known. */
export interface Expectation {
  /** Who expects it, and so the beginning of the codes. */
  readonly by: 'doctor' | 'verify';
  readonly type: string;
  /** Integrity metadata, of which one hash must match: Subresource Integrity, "Does response match metadataList?". */
  readonly integrity?: string;
  /** Headers by their names in small letters, with the values of all rules for them; with none, any value will do. */
  readonly headers?: ReadonlyMap<string, readonly string[]>;
  /** Headers that must not be sent, unless `headers` has them. */
  readonly refused?: readonly string[];
  /** `fresh` must be revalidated each time; `immutable` never changes under its address. */
  readonly caching?: 'fresh' | 'immutable' | undefined;
  /** The origin of a page that reads it from another one. */
  readonly readBy?: string;
  /** A browser must be unable to open it as a page. */
  readonly closed?: 'own-path-policy' | 'assets-policy';
}

/** A year; and the longest that a cache may serve a fresh file without asking, both in seconds. */
const yearSeconds = 31_536_000;
const freshSeconds = 60;

/** How much of a value is quoted, in characters. */
const maxShown = 200;

const asDeployed =
  'Send what the deploy wrote into .headers: see that the server reads it, and reload the server.';

/** How an answer differs from what is expected. */
export function compare(answer: Answer | NoAnswer, expected: Expectation): readonly Finding[] {
  const find = findingAt(answer, expected);
  if ('failure' in answer) {
    if (answer.isTooLong && expected.integrity !== undefined) return [noteAltered(find)];
    return [
      find(
        expected.by === 'verify' ? 'unsure' : 'wrong',
        'unreachable',
        `does not answer: ${answer.failure}.`,
        'Check the address, the server and the way to it, then run this again.',
      ),
    ];
  }
  if (!isThere(answer)) return [compareStatus(answer, expected)];
  return [
    ...compareType(answer, expected),
    ...(expected.integrity === undefined || hasHash(answer.bytes, expected.integrity)
      ? []
      : [noteAltered(find)]),
    ...compareHeaders(answer, expected),
    ...compareCaching(answer, expected),
    ...compareAccess(answer, expected),
  ];
}

type Find = (level: Level, kind: string, what: string, fix: string) => Finding;

function findingAt({ address }: Answer | NoAnswer, { by }: Expectation): Find {
  return (level, kind, what, fix) => ({ level, code: `${by}/${kind}`, where: [address], what, fix });
}

function noteAltered(find: Find): Finding {
  return find(
    'wrong',
    'altered',
    'is not the listed file: its hash differs.',
    'Deploy or publish it again. If it still differs, look for a proxy that rewrites files, then for an intruder.',
  );
}

function compareStatus(answer: Answer, expected: Expectation): Finding {
  const { status, headers } = answer;
  const find = findingAt(answer, expected);
  if (status >= 300 && status < 400)
    return find(
      'wrong',
      'redirect',
      `redirects to ${shorten(headers.get('location') ?? 'nowhere')}.`,
      'Serve it at its own address. If nobody of yours set this up, look for who did.',
    );
  const again =
    'Deploy or publish it again, whole. A server that has it may not be allowed to read it; if nobody of yours removed it, look for who did.';
  const what = `answers ${status}.`;
  if (expected.by === 'verify')
    return isBusy(status)
      ? find('unsure', 'busy', what, 'Look at the server, then run this again.')
      : find('wrong', 'missing', what, again);
  if (status === 401 || status === 407)
    return find(
      'wrong',
      'credentials',
      `asks for a login (${status}).`,
      'Let everyone read it: pages send neither cookies nor passwords. Every byte is verified anyway.',
    );
  return find('wrong', 'status', what, again);
}

/** Whether a later answer may be another one. */
export function isBusy(status: number): boolean {
  return status >= 500 || status === 429;
}

/** A charset that is not sent is the one of the page, UTF-8. */
function compareType(answer: Answer, expected: Expectation): readonly Finding[] {
  const found = answer.headers.get('content-type') ?? 'nothing';
  const [wanted, sent] = [parseMediaType(expected.type), parseMediaType(found)];
  const isSame =
    wanted.essence === sent.essence && (!sent.charset || !wanted.charset || wanted.charset === sent.charset);
  if (isSame) return [];
  const find = findingAt(answer, expected);
  const fix = `Send it as ${expected.type}. Browsers refuse a module of another type, and a file of another type can become a page or a script.`;
  return [find('wrong', 'type', `is sent as “${shorten(found)}”.`, fix)];
}

/** A media type in lower case, and its charset if it names one. */
function parseMediaType(text: string): { readonly essence: string; readonly charset?: string | undefined } {
  const [essence = '', ...parameters] = text.toLowerCase().split(';');
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)/.exec(one)?.[1]).find(Boolean);
  return { essence: essence.trim(), charset };
}

function hasHash(bytes: Uint8Array, integrity: string): boolean {
  return integrity.split(/\s+/).some((one) => {
    const [, algorithm = '', value] = /^(sha256|sha384|sha512)-(.+)$/.exec(one) ?? [];
    return value !== undefined && createHash(algorithm).update(bytes).digest('base64') === value;
  });
}

function compareHeaders(answer: Answer, expected: Expectation): readonly Finding[] {
  const { headers: sent } = answer;
  const { headers = new Map<string, readonly string[]>(), refused = [], closed } = expected;
  const find = findingAt(answer, expected);
  const unsealed = refused.filter((name) => sent.has(name) && !headers.has(name));
  return [
    ...[...headers].flatMap(([name, values]) => compareHeader(answer, expected, { name, values })),
    ...unsealed.map((name) =>
      find(
        'wrong',
        expected.by === 'verify' ? 'header-more' : 'own-path-header',
        `comes with “${name}: ${shorten(sent.get(name) ?? '')}”, which the deploy did not write.`,
        'Do not send it: it makes browsers store, load or send more. If you want it, seal it with --header.',
      ),
    ),
    ...(closed === undefined || isClosed(sent)
      ? []
      : [
          find(
            'wrong',
            closed,
            "comes without “Content-Security-Policy: sandbox; default-src 'none'”, so a file beside it could be opened as a page at your address.",
            asDeployed,
          ),
        ]),
  ];
}

function compareHeader(
  answer: Answer,
  expected: Expectation,
  { name, values }: { readonly name: string; readonly values: readonly string[] },
): readonly Finding[] {
  const found = answer.headers.get(name);
  const wanted = values.at(-1);
  const find = findingAt(answer, expected);
  const kindOf = (kind: string) => (expected.by === 'verify' ? kind : 'page-header');
  if (found === null) {
    const what = `comes without ${name}${wanted === undefined ? '' : `: ${shorten(wanted)}`}.`;
    return [find('wrong', kindOf('header-missing'), what, asDeployed)];
  }
  const isWanted = (one: string) => normalize(name, one) === normalize(name, found);
  if (wanted === undefined || isWanted(wanted) || isWanted(values.join(', '))) return [];
  const at = [...found, undefined].findIndex((character, index) => character !== wanted[index]);
  const quote = (text: string) => `“${shorten(text, at - 40)}”`;
  const what = `comes with another ${name}: ${quote(found)} and not ${quote(wanted)}.`;
  return [find('wrong', kindOf('header-other'), what, asDeployed)];
}

/** Spaces mean nothing; in Cache-Control neither do order and case. */
function normalize(name: string, value: string): string {
  const text = value.trim().replace(/\s+/g, ' ');
  if (name !== 'cache-control') return text;
  return text
    .toLowerCase()
    .split(/\s*,\s*/)
    .sort()
    .join();
}

/** Policies that are joined by a comma all apply. */
function isClosed(headers: Headers): boolean {
  const policies = (headers.get('content-security-policy') ?? '').split(',');
  return (
    policies.some((one) => /(^|;)\s*sandbox\s*(;|$)/.test(one)) &&
    policies.some((one) => /default-src 'none'/.test(one))
  );
}

function compareCaching(answer: Answer, expected: Expectation): readonly Finding[] {
  const found = answer.headers.get('cache-control') ?? 'missing';
  const age = Number(answer.headers.get('age') ?? 0);
  const find = findingAt(answer, expected);
  if (expected.caching === 'immutable' && !isImmutable(found))
    return [
      find(
        'hint',
        'not-immutable',
        `is not cached for a year: Cache-Control is “${shorten(found)}”.`,
        `Send “Cache-Control: public, max-age=${yearSeconds}, immutable”. It never changes under its address.`,
      ),
    ];
  if (expected.caching !== 'fresh') return [];
  const stale = find(
    'wrong',
    'stale',
    `may be served stale: Cache-Control is “${shorten(found)}”.`,
    'Send “Cache-Control: no-cache”. Otherwise a withdrawn release stays until the cache forgets it.',
  );
  const aged = find(
    'wrong',
    'aged',
    `came from a cache, ${age} seconds old.`,
    'Tell the cache or CDN not to store this file, or to revalidate it each time.',
  );
  return [...(isFresh(found) ? [] : [stale]), ...(age > freshSeconds ? [aged] : [])];
}

/** Whether caches ask again, each time or nearly so; without a word they may keep it as long as they like. */
export function isFresh(cacheControl: string): boolean {
  if (/\bno-(cache|store)\b/i.test(cacheControl)) return true;
  return maxAgeOf(cacheControl) <= freshSeconds && !/stale-while-revalidate/i.test(cacheControl);
}

function isImmutable(cacheControl: string): boolean {
  const ageSeconds = maxAgeOf(cacheControl);
  const isLong = ageSeconds >= yearSeconds && ageSeconds < Number.POSITIVE_INFINITY;
  return (
    isLong && /\bimmutable\b/i.test(cacheControl) && !/\b(private|no-store|no-cache)\b/i.test(cacheControl)
  );
}

/** In seconds; endless if there is none, since a cache may then choose for itself. The one for shared caches counts too. */
function maxAgeOf(cacheControl: string): number {
  const ages = [...cacheControl.matchAll(/\b(?:s-maxage|max-age)\s*=\s*"?(\d+)/gi)].map(([, age]) =>
    Number(age),
  );
  return ages.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...ages);
}

/** Whether a page can read it, and a browser does not guess its type. */
function compareAccess(answer: Answer, expected: Expectation): readonly Finding[] {
  const { headers } = answer;
  const { by, readBy } = expected;
  const find = findingAt(answer, expected);
  const allowed = headers.get('access-control-allow-origin') ?? 'missing';
  const cors = find(
    'wrong',
    'cors',
    `cannot be read by a page of ${readBy}: Access-Control-Allow-Origin is “${shorten(allowed)}”.`,
    'Send “Access-Control-Allow-Origin: *” with every file of a remote.',
  );
  const nosniff = find(
    'hint',
    'nosniff',
    'comes without X-Content-Type-Options.',
    'Send “X-Content-Type-Options: nosniff” with every file, so that no browser guesses its type.',
  );
  const isReadable = readBy === undefined || allowed === '*' || allowed === readBy;
  const isTyped = by === 'verify' || headers.get('x-content-type-options')?.toLowerCase() === 'nosniff';
  return [...(isReadable ? [] : [cors]), ...(isTyped ? [] : [nosniff])];
}

/** What of a text is quoted, from a place in it or from its beginning. */
function shorten(text: string, from = 0): string {
  const begin = text.length > maxShown ? Math.max(from, 0) : 0;
  const end = begin + maxShown;
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`;
}
