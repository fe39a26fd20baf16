import { createHash } from 'node:crypto';
import { Malformed } from '@linkspan/contract';
import { blocklistName, nothingSeen, parseBlocklist, verifyLive } from '@linkspan/trust';
import { type HostOffer, hostOfferName, parseHostOffer } from '../documents/host-offer.ts';
import { explainRefusal } from '../errors.ts';
import type { Context } from '../verb.ts';
import type { DoctorNote } from './doctor-texts.ts';
import { examineHeaders, isClosed, type Rule } from './headers.ts';
import type { FoundPage, FoundRemote } from './page-data.ts';
import { examinePageHeaders } from './page-headers.ts';
import type { Examined } from './remote-documents.ts';
import { type Answer, type Ask, isThere } from './request.ts';
import { examineRewriting } from './rewriting.ts';
import { examinePrivate, examineServer, examineWritten } from './server.ts';

type PageContext = { readonly ask: Ask } & Pick<Context, 'now'>;

const fresh: Rule = { caching: 'fresh', isShared: false };

/** What a browser would meet at a page itself; its remotes are looked at each for itself. */
export async function examinePage(
  answer: Answer,
  page: FoundPage,
  { ask, now }: PageContext,
): Promise<Examined<DoctorNote> & { readonly offer: HostOffer | undefined }> {
  const { address } = answer;
  const { origin } = new URL(address);
  const at = (path: string) => new URL(path, address).href;
  const offered = examineOffer(await ask(at(hostOfferName)), origin);
  const parts = await Promise.all([
    examineAssets(address, page, ask),
    ...page.remotes.map((remote) => examineCopy(remote, { address, ask, now })),
    page.isSigned ? ask(at(blocklistName)).then((found) => examineBlocklist(found, origin)) : [],
    examinePrivate(ask, [at('./')]),
    examineWritten(ask, at('./')),
  ]);
  return {
    kind: 'page',
    address,
    name: 'page',
    offer: offered.offer,
    notes: [
      ...examineHeaders(answer, { ...fresh, type: 'text/html' }, origin),
      ...examineServer(answer, now()),
      ...noteProtection(answer, page),
      ...examineRewriting(answer, page),
      ...examinePageHeaders(answer, page),
      ...offered.notes,
      ...parts.flat(),
    ],
  };
}

function noteProtection({ address, headers, bytes }: Answer, { isSigned }: FoundPage): readonly DoctorNote[] {
  const html = new TextDecoder().decode(bytes);
  const hasPolicy =
    headers.has('content-security-policy') || /<meta[^>]+http-equiv="?content-security-policy/i.test(html);
  return [
    ...(isSigned ? [] : [{ code: 'doctor/unsigned-page', address } as const]),
    ...(hasPolicy ? [] : [{ code: 'doctor/no-csp', address } as const]),
  ];
}

function examineOffer(
  answer: Awaited<ReturnType<Ask>>,
  origin: string,
): { readonly notes: readonly DoctorNote[]; readonly offer: HostOffer | undefined } {
  const notes = examineHeaders(answer, fresh, origin);
  if (!isThere(answer)) return { notes, offer: undefined };
  try {
    return { notes, offer: parseHostOffer(new TextDecoder().decode(answer.bytes)) };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const { address } = answer;
    const wrong: DoctorNote = { code: 'doctor/offer', address, values: { detail: error.message } };
    return { notes: [...notes, wrong], offer: undefined };
  }
}

/** The copy serves if the store cannot be reached, so it should be one that a page still takes. */
async function examineCopy(
  { name, root, copy }: FoundRemote,
  { address, ask, now }: PageContext & { readonly address: string },
): Promise<readonly DoctorNote[]> {
  if (root === undefined) return [];
  if (copy === undefined) return [{ code: 'doctor/no-copy', values: { remote: name } }];
  const answer = await ask(new URL(copy, address).href);
  const notes = examineHeaders(answer, fresh, new URL(address).origin);
  if (!isThere(answer)) return notes;
  try {
    await verifyLive({ root, seen: nothingSeen, envelope: answer.bytes, now: now() });
    return notes;
  } catch (error) {
    const { code } = explainRefusal(error);
    return [...notes, { code: 'doctor/copy', address: answer.address, values: { code } }];
  }
}

/** Pages that are open ask for the list again and again; one that is malformed blocks nothing new. */
function examineBlocklist(answer: Awaited<ReturnType<Ask>>, origin: string): readonly DoctorNote[] {
  const notes = examineHeaders(answer, fresh, origin);
  if (!isThere(answer)) return notes;
  const found = parseBlocklist(answer.bytes);
  if (!(found instanceof Malformed)) return notes;
  const { address } = answer;
  return [...notes, { code: 'doctor/blocklist', address, values: { detail: found.message } }];
}

/**
 * Asks for each file of its own that a page names: its type, how long it is kept, its hash if it has one, and whether it can
 * be opened as a page, which a script cannot.
 */
async function examineAssets(
  page: string,
  { hostModule, early, hashed }: Pick<FoundPage, 'hostModule' | 'early' | 'hashed'>,
  ask: Ask,
): Promise<readonly DoctorNote[]> {
  const { origin } = new URL(page);
  const named = new Set([hostModule, ...(early === undefined ? [] : [early]), ...hashed.keys()]);
  const found = await Promise.all(
    [...named].map(async (path): Promise<readonly DoctorNote[]> => {
      const answer = await ask(new URL(path, page).href);
      const notes = [...examineHeaders(answer, { caching: 'immutable', isShared: false }, origin)];
      if (!isThere(answer)) return notes;
      const { address } = answer;
      if (!/\.m?js$/.test(path) && !isClosed(answer.headers))
        notes.push({ code: 'doctor/assets-policy', address });
      const integrity = hashed.get(path);
      if (integrity === undefined || hasHash(answer.bytes, integrity)) return notes;
      return [...notes, { code: 'doctor/own-altered', address }];
    }),
  );
  const notes = found.flat();
  if (hashed.size === 0 || notes.some(({ code }) => code !== 'doctor/uncompressed')) return notes;
  return [...notes, { code: 'doctor/own-hashes', values: { count: `${hashed.size}` } }];
}

/** Whether bytes have one of the hashes: Subresource Integrity, "Does response match metadataList?". */
function hasHash(bytes: Uint8Array, integrity: string): boolean {
  return integrity.split(/\s+/).some((one) => {
    const [, algorithm = '', value] = /^(sha256|sha384|sha512)-(.+)$/.exec(one) ?? [];
    return value !== undefined && createHash(algorithm).update(bytes).digest('base64') === value;
  });
}
