import type { Seal, SealedFile } from '@linkspan/trust/seal';
import { integrityOf } from '../integrity-of.ts';
import type { Means } from '../means.ts';
import { type Answer, askOnce, isThere, type NoAnswer } from '../outside/ask-once.ts';
import { describePage } from '../seal/describe-page.ts';
import { headersOf } from '../seal/headers-file.ts';
import { compareHeaders } from './compare-headers.ts';
import { comparePages } from './compare-pages.ts';
import type { Noted } from './noted.ts';
import { destinationOf, type Visitor, visitors } from './visitors.ts';

/** How long one answer may take, and what ends it all. */
export interface Limits {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

type Asking = Pick<Means, 'fetch' | 'progress'> & Limits;

/** More than any page: a longer one is another one. In bytes. */
const mostPageBytes = 2_000_000;
/** How many files are asked for side by side. */
const abreast = 6;

/** Asks for all that a seal lists, and notes each difference. */
export async function examineSite(seal: Seal, asking: Asking): Promise<readonly Noted[]> {
  const notes: Noted[] = [];
  for (const page of seal.files.filter(isPage)) notes.push(...(await examinePage(seal, page, asking)));
  const visits = seal.files
    .filter((file) => !isPage(file))
    .flatMap((file, index) => visitorsOf(file, index).map((visitor) => ({ file, visitor })));
  for (let from = 0; from < visits.length; from += abreast) {
    asking.progress(`Comparing files: ${from} of ${visits.length}`);
    const some = visits.slice(from, from + abreast);
    const found = await Promise.all(
      some.map(({ file, visitor }) => visit(seal, file, { ...asking, visitor })),
    );
    notes.push(...found.flatMap((one) => one.notes));
  }
  return notes;
}

function isPage({ path }: SealedFile): boolean {
  return path === 'index.html';
}

/** What one visitor gets of a file. */
interface Visit {
  readonly visitor: Visitor;
  readonly notes: readonly Noted[];
  /** Of the bytes, where they came. */
  readonly integrity?: string;
}

/** The page is asked for by every kind of visitor, one after the other. */
async function examinePage(seal: Seal, page: SealedFile, asking: Asking): Promise<readonly Noted[]> {
  const visits: Visit[] = [];
  for (const visitor of visitors) {
    asking.progress(`Asking for ${seal.origin}/ as ${visitor.name}`);
    visits.push(await visit(seal, page, { ...asking, visitor }));
  }
  return [...visits.flatMap(({ notes }) => notes), ...noteVariety(visits, page.integrity)];
}

function noteVariety(visits: readonly Visit[], sealed: string): readonly Noted[] {
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
  { visitor, fetch, deadlineMs, signal }: Asking & { readonly visitor: Visitor },
): Promise<Visit> {
  const path = isPage(file) ? '/' : `/${file.path}`;
  const answer = await askOnce({ fetch }, seal.origin + path, {
    headers: { ...visitor.headers, ...destinationOf(file.path) },
    ...(visitor.cache && { cache: visitor.cache }),
    mostBytes: isPage(file) ? mostPageBytes : file.bytes,
    deadlineMs,
    signal,
  });
  const notes = noteAnswer(answer, seal, file, path);
  if (!isThere(answer)) return { visitor, notes };
  const { address, bytes } = answer;
  const integrity = integrityOf(bytes);
  if (integrity === file.integrity) return { visitor, notes, integrity };
  const differences: readonly Noted[] = isPage(file)
    ? comparePages(seal.page, describePage(bytes), address)
    : [{ code: 'verify/altered', address }];
  return { visitor, notes: [...notes, ...differences], integrity };
}

/** What an answer says before its bytes are looked at. */
function noteAnswer(
  answer: Answer | NoAnswer,
  { headers }: Seal,
  { type }: SealedFile,
  path: string,
): readonly Noted[] {
  const { address } = answer;
  if ('failure' in answer)
    return [
      answer.isTooLong
        ? { code: 'verify/altered', address }
        : { code: 'verify/unreachable', address, values: { detail: answer.failure } },
    ];
  if (isThere(answer)) return compareHeaders(answer, headersOf(path, headers), type);
  const { status } = answer;
  if (status >= 300 && status < 400)
    return [
      { code: 'verify/redirect', address, values: { to: answer.headers.get('location') ?? 'nowhere' } },
    ];
  const code = status >= 500 || status === 429 ? 'verify/busy' : 'verify/missing';
  return [{ code, address, values: { status: `${status}` } }];
}
