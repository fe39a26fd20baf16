import type { Seal, SealedFile } from '@linkspan/trust/seal';
import { integrityOf } from '../files.ts';
import { filesAtOnce, maxPageBytes } from '../limits.ts';
import { inBatches } from '../retry.ts';
import { describePage } from '../site/describe-page.ts';
import { headersOf } from '../site/read-site.ts';
import type { Context } from '../verb.ts';
import { type Answer, askOnce, isThere, type NoAnswer } from './request.ts';
import { compareHeaders } from './sealed-headers.ts';
import { comparePages } from './sealed-page.ts';
import type { VerifyNote } from './verify-texts.ts';

/** How long one answer may take, and what ends it all. */
export interface Limits {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

type Asking = Pick<Context, 'fetch' | 'progress'> & Limits;

/** Asks for all that a seal lists, and notes each difference. */
export async function examineSite(seal: Seal, asking: Asking): Promise<readonly VerifyNote[]> {
  const notes: VerifyNote[] = [];
  for (const page of seal.files.filter(isPage)) notes.push(...(await examinePage(seal, page, asking)));
  const visits = seal.files
    .filter((file) => !isPage(file))
    .flatMap((file, index) => visitorsOf(file, index).map((visitor) => ({ file, visitor })));
  const found = await inBatches(
    visits,
    filesAtOnce,
    ({ file, visitor }) => visit(seal, file, { ...asking, visitor, path: `/${file.path}` }),
    (from) => asking.progress(`Comparing files: ${from} of ${visits.length}`),
  );
  notes.push(...found.flatMap((one) => one.notes));
  return notes;
}

function isPage({ path }: Pick<SealedFile, 'path'>): boolean {
  return path === 'index.html';
}

/** What one visitor gets of a file. */
interface Visit {
  readonly visitor: Visitor;
  readonly notes: readonly VerifyNote[];
  /** Of the bytes, if they came. */
  readonly integrity?: string;
}

/** Addresses of the page, the first one its own: a server or a cache can answer each of them in its own way. */
const pagePaths = ['/', '/index.html', '/?utm_source=verify'] as const;

/** The page is asked for at each of its addresses by every kind of visitor, one after the other. */
async function examinePage(seal: Seal, page: SealedFile, asking: Asking): Promise<readonly VerifyNote[]> {
  const notes: VerifyNote[] = [];
  for (const path of pagePaths) {
    const visits: Visit[] = [];
    for (const visitor of visitors) {
      asking.progress(`Asking for ${seal.origin}${path} as ${visitor.name}`);
      visits.push(await visit(seal, page, { ...asking, visitor, path }));
    }
    notes.push(...visits.flatMap((one) => one.notes), ...noteVariety(visits, page.integrity));
  }
  return notes;
}

function noteVariety(visits: readonly Visit[], sealed: string): readonly VerifyNote[] {
  const got = visits.filter(({ integrity }) => integrity !== undefined);
  const common = got.find(({ integrity }) => integrity === sealed)?.integrity ?? got[0]?.integrity;
  const namesOf = (isMeant: boolean) =>
    got.filter(({ integrity }) => (integrity === common) === isMeant).map(({ visitor }) => visitor.name);
  const some = namesOf(false);
  if (some.length === 0) return [];
  return [{ code: 'verify/varies', values: { some: some.join(', '), others: namesOf(true).join(', ') } }];
}

/** The files are shared among the visitors: the browser of each holds most of them to their hashes anyway, but no page. */
function visitorsOf({ path }: SealedFile, turn: number): readonly Visitor[] {
  return visitors.filter((_, index) => path.endsWith('.html') || index === turn % visitors.length);
}

/** Asks for a file as a visitor. Where the page itself differs, it is told by its parts. */
async function visit(
  seal: Seal,
  file: SealedFile,
  { visitor, path, fetch, deadlineMs, signal }: Asking & { readonly visitor: Visitor; readonly path: string },
): Promise<Visit> {
  const answer = await askOnce({ fetch }, seal.origin + path, {
    headers: { ...visitor.headers, ...destinationOf(file.path) },
    ...(visitor.cache && { cache: visitor.cache }),
    mostBytes: isPage(file) ? maxPageBytes : file.bytes,
    deadlineMs,
    signal,
  });
  const notes = noteAnswer(answer, seal, file);
  if (!isThere(answer)) return { visitor, notes };
  const { address, bytes } = answer;
  const integrity = integrityOf(bytes);
  if (integrity === file.integrity) return { visitor, notes, integrity };
  const differences: readonly VerifyNote[] = isPage(file)
    ? comparePages(seal.page, describePage(bytes), address)
    : [{ code: 'verify/altered', address }];
  return { visitor, notes: [...notes, ...differences], integrity };
}

/** What an answer says before its bytes are looked at. */
function noteAnswer(
  answer: Answer | NoAnswer,
  { headers, origin }: Seal,
  { type, path }: SealedFile,
): readonly VerifyNote[] {
  const { address } = answer;
  const { pathname } = new URL(address);
  if ('failure' in answer)
    return [
      answer.isTooLong
        ? { code: 'verify/altered', address }
        : { code: 'verify/unreachable', address, values: { detail: answer.failure } },
    ];
  if (isThere(answer)) return compareHeaders(answer, headersOf(pathname, headers), type);
  const { status } = answer;
  if (status >= 300 && status < 400) {
    const to = answer.headers.get('location') ?? 'nowhere';
    // Some hosts know the page by its own address alone.
    const isToPage = URL.canParse(to, address) && new URL(to, address).href === `${origin}/`;
    if (isToPage && isPage({ path }) && address !== `${origin}/`) return [];
    return [{ code: 'verify/redirect', address, values: { to } }];
  }
  const code = status >= 500 || status === 429 ? 'verify/busy' : 'verify/missing';
  return [{ code, address, values: { status: `${status}` } }];
}

/** A kind of browser, as a server sees it. */
export interface Visitor {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** One who reloads asks every cache on the way to ask too; the others are answered as most visitors are. */
  readonly cache?: 'no-store';
}

const mozilla = 'Mozilla/5.0';

/** Several kinds, with different packing, so that a server or cache that chooses by them is seen. */
export const visitors = [
  {
    name: 'Chrome on a computer',
    headers: {
      'user-agent': `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36`,
      'accept-encoding': 'gzip, deflate, br',
      'accept-language': 'en-US,en;q=0.9',
    },
  },
  {
    name: 'Firefox that reloads',
    headers: {
      'user-agent': `${mozilla} (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0`,
      'accept-encoding': 'gzip',
      'accept-language': 'de,en;q=0.5',
    },
    cache: 'no-store',
  },
  {
    name: 'Safari on a phone',
    headers: {
      'user-agent': `${mozilla} (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1`,
      'accept-encoding': 'br',
      'accept-language': 'fr-FR',
    },
  },
  {
    name: 'a wallet’s browser on a phone',
    headers: {
      'user-agent': `${mozilla} (Linux; Android 16; Pixel 9 Build/BP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36`,
      'accept-encoding': 'identity',
      'accept-language': 'en-GB',
    },
  },
] as const satisfies readonly Visitor[];

/** What a browser asks for a file of this name as: Fetch Metadata, `Sec-Fetch-Dest`. */
export function destinationOf(path: string): Readonly<Record<string, string>> {
  if (path.endsWith('.html'))
    return {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'none',
      'upgrade-insecure-requests': '1',
    };
  const dest = { js: 'script', mjs: 'script', css: 'style' }[path.split('.').at(-1) ?? ''] ?? 'empty';
  return { accept: '*/*', 'sec-fetch-dest': dest, 'sec-fetch-site': 'same-origin' };
}
