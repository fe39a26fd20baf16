import type { Seal, SealedFile } from '@linkspan/trust/seal';
import type { Means } from '../means.ts';
import { type Answer, askOnce, isThere, type NoAnswer } from '../outside/ask-once.ts';
import { describePage } from '../seal/describe-page.ts';
import { headersOf } from '../seal/headers-file.ts';
import { integrityOf } from '../seal/integrity-of.ts';
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
  const { files } = seal;
  const [page, ...others] = [...files].sort((one, other) => rank(one) - rank(other)) as [SealedFile];
  const notes: Noted[] = [...(await examinePage(seal, page, asking))];
  const visits = others.flatMap((file, index) =>
    visitorsOf(file, index).map((visitor) => ({ file, visitor })),
  );
  for (let from = 0; from < visits.length; from += abreast) {
    asking.progress(`Comparing files: ${from} of ${visits.length}`);
    const some = visits.slice(from, from + abreast);
    const found = some.map(({ file, visitor }) => examineFile(seal, file, { ...asking, visitor }));
    notes.push(...(await Promise.all(found)).flat());
  }
  return notes;
}

function rank({ path }: SealedFile): number {
  return path === 'index.html' ? 0 : 1;
}

/** The page is asked for by every kind of visitor, one after the other. */
async function examinePage(seal: Seal, file: SealedFile, asking: Asking): Promise<readonly Noted[]> {
  const address = `${seal.origin}/`;
  const notes: Noted[] = [];
  const got: { readonly visitor: Visitor; readonly integrity: string }[] = [];
  for (const visitor of visitors) {
    asking.progress(`Asking for ${address} as ${visitor.name}`);
    const answer = await ask(address, { visitor, path: file.path, mostBytes: mostPageBytes }, asking);
    notes.push(...noteAnswer(answer, seal, file, '/'));
    if (!isThere(answer)) continue;
    const integrity = integrityOf(answer.bytes);
    got.push({ visitor, integrity });
    if (integrity !== file.integrity)
      notes.push(...comparePages(seal.page, describePage(answer.bytes), address));
  }
  return [...notes, ...noteVariety(got, file.integrity)];
}

function noteVariety(
  got: readonly { readonly visitor: Visitor; readonly integrity: string }[],
  sealed: string,
): readonly Noted[] {
  const common = got.find(({ integrity }) => integrity === sealed)?.integrity ?? got[0]?.integrity;
  const namesOf = (isMeant: boolean) =>
    got.filter(({ integrity }) => (integrity === common) === isMeant).map(({ visitor }) => visitor.name);
  const some = namesOf(false);
  if (some.length === 0) return [];
  return [{ code: 'verify/varies', values: { some: some.join(', '), others: namesOf(true).join(', ') } }];
}

/** The files are shared among the visitors: the browser of each holds most of them to their hashes anyway, but no page. */
function visitorsOf({ path }: SealedFile, turn: number): readonly Visitor[] {
  return path.endsWith('.html') ? visitors : [visitors[turn % visitors.length] ?? visitors[0]];
}

async function examineFile(
  seal: Seal,
  file: SealedFile,
  { visitor, ...asking }: Asking & { readonly visitor: Visitor },
): Promise<readonly Noted[]> {
  const { path, bytes, integrity } = file;
  const answer = await ask(`${seal.origin}/${path}`, { visitor, path, mostBytes: bytes }, asking);
  const notes = noteAnswer(answer, seal, file, `/${path}`);
  if (!isThere(answer) || integrityOf(answer.bytes) === integrity) return notes;
  return [...notes, { code: 'verify/altered', address: answer.address }];
}

function ask(
  address: string,
  as: { readonly visitor: Visitor; readonly path: string; readonly mostBytes: number },
  { fetch, deadlineMs, signal }: Asking,
): Promise<Answer | NoAnswer> {
  const { headers, cache } = as.visitor;
  return askOnce({ fetch }, address, {
    headers: { ...headers, ...destinationOf(as.path) },
    ...(cache && { cache }),
    mostBytes: as.mostBytes,
    deadlineMs,
    signal,
  });
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
