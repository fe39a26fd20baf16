import { toContentType } from '../store/store.ts';
import type { DoctorNote } from './doctor-texts.ts';
import { type Answer, isThere, type NoAnswer } from './request.ts';

/** What the headers of an answer should be. */
export interface Rule {
  /** `immutable` never changes under its address; `fresh` must be asked for each time. */
  readonly caching: 'immutable' | 'fresh';
  /** Whether pages of other origins ask for it. */
  readonly isShared: boolean;
  /** The media type, if it cannot be told from the name. */
  readonly type?: string;
}

/** A year; and the longest that a fresh file may be kept, both in seconds. */
const yearSeconds = 31_536_000;
const freshSeconds = 60;
/** What is smaller is not worth compressing, in bytes. */
const smallBytes = 1_400;

/** What is wrong with an answer for a page of `origin`. */
export function examineHeaders(answer: Answer | NoAnswer, rule: Rule, origin: string): readonly DoctorNote[] {
  const { address } = answer;
  if ('failure' in answer)
    return [{ code: 'doctor/unreachable', address, values: { detail: answer.failure } }];
  if (!isThere(answer)) return [noteStatus(answer)];
  return [
    ...noteType(answer, rule),
    ...noteCaching(answer, rule),
    ...(rule.isShared ? noteCors(answer, origin) : []),
    ...noteCompression(answer),
  ];
}

/** Whether what is opened as a page under these headers may do nothing. */
export function isClosed(headers: Headers): boolean {
  const policy = headers.get('content-security-policy') ?? '';
  return /(^|[;,]\s*)sandbox\s*(;|,|$)/.test(policy) && /default-src 'none'/.test(policy);
}

function noteStatus({ address, status, headers }: Answer): DoctorNote {
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'nowhere';
    return { code: 'doctor/redirect', address, values: { to } };
  }
  const code = status === 401 || status === 407 ? 'doctor/credentials' : 'doctor/status';
  return { code, address, values: { status: `${status}` } };
}

function noteType({ address, headers }: Answer, rule: Rule): readonly DoctorNote[] {
  const notes: DoctorNote[] = [];
  const expected = parseMediaType(rule.type ?? toContentType(new URL(address).pathname)).essence;
  const found = headers.get('content-type') ?? 'nothing';
  if (parseMediaType(found).essence !== expected)
    notes.push({ code: 'doctor/type', address, values: { found, expected } });
  if (headers.get('x-content-type-options')?.toLowerCase() !== 'nosniff')
    notes.push({ code: 'doctor/nosniff', address });
  return notes;
}

/** A media type in lower case, and its charset if it names one. */
export function parseMediaType(text: string): { readonly essence: string; readonly charset?: string } {
  const [essence = '', ...parameters] = text.toLowerCase().split(';');
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)/.exec(one)?.[1]).find(Boolean);
  return { essence: essence.trim(), ...(charset !== undefined && { charset }) };
}

function noteCaching({ address, headers }: Answer, { caching }: Rule): readonly DoctorNote[] {
  const found = headers.get('cache-control') ?? 'missing';
  if (caching === 'immutable')
    return isKeptForAYear(found) ? [] : [{ code: 'doctor/not-immutable', address, values: { found } }];
  const notes: DoctorNote[] = [];
  if (!isFresh(found)) notes.push({ code: 'doctor/stale', address, values: { found } });
  const age = Number(headers.get('age') ?? 0);
  if (age > freshSeconds) notes.push({ code: 'doctor/aged', address, values: { age: `${age}` } });
  return notes;
}

/** Whether caches ask again, each time or nearly so; without a word they may keep it as long as they like. */
export function isFresh(cacheControl: string): boolean {
  if (/\bno-(cache|store)\b/i.test(cacheControl)) return true;
  return maxAgeOf(cacheControl) <= freshSeconds && !/stale-while-revalidate/i.test(cacheControl);
}

function isKeptForAYear(cacheControl: string): boolean {
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

function noteCors({ address, headers }: Answer, origin: string): readonly DoctorNote[] {
  const found = headers.get('access-control-allow-origin') ?? 'missing';
  if (found !== '*' && found !== origin) return [{ code: 'doctor/cors', address, values: { found, origin } }];
  return headers.has('access-control-allow-credentials')
    ? [{ code: 'doctor/cors-credentials', address }]
    : [];
}

function noteCompression({ address, headers, bytes }: Answer): readonly DoctorNote[] {
  const isText = /\.(js|mjs|css)$/.test(new URL(address).pathname);
  if (!isText || bytes.length < smallBytes || headers.has('content-encoding')) return [];
  return [{ code: 'doctor/uncompressed', address }];
}
