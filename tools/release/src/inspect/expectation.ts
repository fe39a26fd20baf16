import { integrityOf } from '../files.ts';
import type { Finding, Level } from './finding.ts';
import { type Answer, isThere, type NoAnswer } from './request.ts';

/** What one address should answer, as far as it is known. */
export interface Expectation {
  readonly type: string;
  /** `sha384-` and base64. */
  readonly integrity?: string;
  /** Headers by their names in small letters, with the values of all rules for them; with none, any value will do. */
  readonly headers?: ReadonlyMap<string, readonly string[]>;
  /** Headers that must not be sent, unless `headers` has them. */
  readonly refused?: readonly string[];
  /** `fresh` must be revalidated each time; `immutable` never changes under its address. */
  readonly caching?: 'fresh' | 'immutable';
  /** The origin of a page that reads it from another one. */
  readonly readBy?: string;
  /** A browser must be unable to open it as a page of its origin. */
  readonly isClosed?: true;
}

/** A year; and the longest that a cache may serve a fresh file without asking, both in seconds. */
const yearSeconds = 31_536_000;
const freshSeconds = 60;

/** How much of a value is quoted, in characters. */
const maxShown = 200;

const asDeployed = 'Send what the deploy wrote into .headers, and reload the server.';
const altered =
  'is not the listed file: its hash differs. Deploy or publish it again, then look for a proxy that rewrites files, then for an intruder.';

type Difference = readonly [level: Level, code: string, what: string];

/** How an answer differs from what is expected. */
export function compare(answer: Answer | NoAnswer, expected: Expectation): readonly Finding[] {
  return listDifferences(answer, expected).map(([level, code, what]) => ({
    level,
    code,
    where: [answer.address],
    what,
  }));
}

function listDifferences(answer: Answer | NoAnswer, expected: Expectation): readonly Difference[] {
  const { integrity } = expected;
  if ('failure' in answer)
    return answer.isTooLong && integrity !== undefined
      ? [['wrong', 'altered', altered]]
      : [['unsure', 'unreachable', `does not answer: ${answer.failure}. Check the address and the server.`]];
  if (!isThere(answer)) return [compareStatus(answer)];
  const isListed = integrity === undefined || integrityOf(answer.bytes) === integrity;
  return [
    ...compareType(answer, expected),
    ...(isListed ? [] : [['wrong', 'altered', altered] as const]),
    ...compareHeaders(answer, expected),
    ...compareCaching(answer, expected),
    ...compareAccess(answer, expected),
  ];
}

function compareStatus({ status, headers }: Answer): Difference {
  if (isBusy(status))
    return ['unsure', 'busy', `answers ${status}. Look at the server, then run this again.`];
  if (status < 300 || status >= 400)
    return ['wrong', 'missing', `answers ${status}. Deploy or publish it again, and let everyone read it.`];
  const to = shorten(headers.get('location') ?? 'nowhere');
  return ['wrong', 'redirect', `redirects to ${to}. Serve it at its own address.`];
}

/** Whether a later answer may be another one. */
export function isBusy(status: number): boolean {
  return status >= 500 || status === 429;
}

/** A charset that is not sent is the one of the page, UTF-8. */
function compareType({ headers }: Answer, { type }: Expectation): readonly Difference[] {
  const found = headers.get('content-type') ?? 'nothing';
  const [wanted, sent] = [parseMediaType(type), parseMediaType(found)];
  const isSame =
    wanted.essence === sent.essence && (!sent.charset || !wanted.charset || wanted.charset === sent.charset);
  return isSame ? [] : [['wrong', 'type', `is sent as “${shorten(found)}”. Send it as ${type}.`]];
}

/** A media type in lower case, and its charset if it names one. */
function parseMediaType(text: string): { readonly essence: string; readonly charset?: string | undefined } {
  const [essence = '', ...parameters] = text.toLowerCase().split(';');
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)/.exec(one)?.[1]).find(Boolean);
  return { essence: essence.trim(), charset };
}

function compareHeaders({ headers: sent }: Answer, expected: Expectation): readonly Difference[] {
  const { headers = new Map<string, readonly string[]>(), refused = [] } = expected;
  const more = refused.filter((name) => sent.has(name) && !headers.has(name));
  return [
    ...[...headers].flatMap(([name, values]) => compareHeader(sent.get(name), name, values)),
    ...more.map((name): Difference => {
      const value = shorten(sent.get(name) ?? '');
      const what = `comes with “${name}: ${value}”, which the deploy did not write. Do not send it, or seal it with --header.`;
      return ['wrong', 'header-more', what];
    }),
  ];
}

function compareHeader(found: string | null, name: string, values: readonly string[]): readonly Difference[] {
  const wanted = values.at(-1);
  if (found === null) {
    const what = `comes without ${name}${wanted === undefined ? '' : `: ${shorten(wanted)}`}. ${asDeployed}`;
    return [['wrong', 'header-missing', what]];
  }
  const isWanted = (one: string) => normalize(name, one) === normalize(name, found);
  if (wanted === undefined || isWanted(wanted) || isWanted(values.join(', '))) return [];
  const at = [...found, undefined].findIndex((character, index) => character !== wanted[index]);
  const quote = (text: string) => `“${shorten(text, at - 40)}”`;
  const what = `comes with another ${name}: ${quote(found)} and not ${quote(wanted)}. ${asDeployed}`;
  return [['wrong', 'header-other', what]];
}

/** Spaces mean nothing; in Cache-Control neither do order and case. */
function normalize(name: string, value: string): string {
  const text = value.trim().replace(/\s+/g, ' ');
  if (name !== 'cache-control') return text;
  const directives = text.toLowerCase().split(/\s*,\s*/);
  return directives.sort().join();
}

function compareCaching({ headers }: Answer, { caching }: Expectation): readonly Difference[] {
  const found = headers.get('cache-control') ?? 'missing';
  const age = Number(headers.get('age') ?? 0);
  if (caching === 'immutable' && !isImmutable(found)) {
    const what = `is not cached for a year: Cache-Control is “${shorten(found)}”. Send “public, max-age=${yearSeconds}, immutable”.`;
    return [['hint', 'not-immutable', what]];
  }
  if (caching !== 'fresh' || (isFresh(found) && age <= freshSeconds)) return [];
  const aged = age > freshSeconds ? `, and it came from a cache, ${age} seconds old` : '';
  const what = `may be stale: Cache-Control is “${shorten(found)}”${aged}. Send “no-cache”, and let no cache keep it.`;
  return [['wrong', 'stale', what]];
}

/** Whether caches ask again, each time or nearly so; without a word they may keep it as long as they like. */
function isFresh(cacheControl: string): boolean {
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

/** A server must say that there is no such file yet, and no cache may remember it for long. */
export function judgeMissing({ address, status, headers }: Answer): readonly Finding[] {
  const wrong = (code: string, what: string): readonly Finding[] => [
    { level: 'wrong', code, where: [address], what },
  ];
  if (status === 200)
    return wrong(
      'missing-answered',
      'does not exist, and is answered with 200. Answer 404 if there is no file.',
    );
  const found = headers.get('cache-control');
  if (found === null || isFresh(found)) return [];
  return wrong(
    'missing-kept',
    `is not there, and caches may remember that: Cache-Control is “${found}”. Send “no-store” with a 404, so that visitors find what is new.`,
  );
}

/** Whether a page of another origin can read it, and nobody can open it as a page of its own. */
function compareAccess({ headers }: Answer, { readBy, isClosed }: Expectation): readonly Difference[] {
  const allowed = headers.get('access-control-allow-origin') ?? 'missing';
  if (readBy !== undefined && allowed !== '*' && allowed !== readBy) {
    const what = `cannot be read by a page of ${readBy}: Access-Control-Allow-Origin is “${shorten(allowed)}”. Send “*” with every file of a remote.`;
    return [['wrong', 'cors', what]];
  }
  if (!isClosed || isSandboxed(headers)) return [];
  const what = `comes without “Content-Security-Policy: sandbox; default-src 'none'” or “X-Content-Type-Options: nosniff”, so it could become a page at your address. ${asDeployed}`;
  return [['wrong', 'open', what]];
}

/** Policies that are joined by a comma all apply. */
function isSandboxed(headers: Headers): boolean {
  const policies = (headers.get('content-security-policy') ?? '').split(',');
  return (
    policies.some((one) => /(^|;)\s*sandbox\s*(;|$)/.test(one)) &&
    policies.some((one) => /default-src 'none'/.test(one)) &&
    headers.get('x-content-type-options')?.toLowerCase() === 'nosniff'
  );
}

/** What of a text is quoted, from a place in it or from its beginning. */
function shorten(text: string, from = 0): string {
  const begin = text.length > maxShown ? Math.max(from, 0) : 0;
  const end = begin + maxShown;
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`;
}
