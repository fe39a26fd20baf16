import { Misshapen } from '@linkspan/contract';
import { nothingSeen, verifyBlocklist, verifyLive } from '@linkspan/trust';
import { type HostOffer, hostOfferName, parseHostOffer } from '../documents/host-offer.ts';
import { explainRefusal } from '../explain-error.ts';
import type { Means } from '../means.ts';
import { type Answer, isThere } from '../outside/ask-once.ts';
import type { Ask } from './ask.ts';
import { examine, type Rule } from './examine.ts';
import { examineAssets } from './examine-assets.ts';
import { examineHeaders } from './examine-headers.ts';
import { noteRefusal } from './examine-live.ts';
import { examineRoutes } from './examine-routes.ts';
import { examinePrivate, examineServer, examineWritten } from './examine-server.ts';
import type { Noted } from './noted.ts';
import type { FoundPage, FoundRemote } from './page-data.ts';
import type { Examined } from './subject.ts';

type PageMeans = { readonly ask: Ask } & Pick<Means, 'now'>;

const fresh: Rule = { caching: 'fresh', isShared: false };

/** What a browser would meet at a page itself; its remotes are looked at each for itself. */
export async function examinePage(
  answer: Answer,
  page: FoundPage,
  { ask, now }: PageMeans,
): Promise<Examined<Noted> & { readonly offer: HostOffer | undefined }> {
  const { address } = answer;
  const { origin } = new URL(address);
  const at = (path: string) => new URL(path, address).href;
  const offered = examineOffer(await ask(at(hostOfferName)), origin);
  const parts = await Promise.all([
    examineAssets(address, page, ask),
    examineRoutes(address, page, ask),
    ...page.remotes.map((remote) => examineCopy(remote, { address, ask, now })),
    examineBlocklist(page, { origin, ask, now }),
    examinePrivate(ask, [at('./')]),
    examineWritten(ask, at('./')),
  ]);
  return {
    kind: 'page',
    address,
    name: 'page',
    offer: offered.offer,
    notes: [
      ...examine(answer, { ...fresh, type: 'text/html' }, origin),
      ...examineServer(answer, now()),
      ...noteProtection(answer, page),
      ...examineHeaders(answer, page),
      ...offered.notes,
      ...parts.flat(),
    ],
  };
}

function noteProtection({ address, headers, bytes }: Answer, { isSigned }: FoundPage): readonly Noted[] {
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
): { readonly notes: readonly Noted[]; readonly offer: HostOffer | undefined } {
  const notes = examine(answer, fresh, origin);
  if (!isThere(answer)) return { notes, offer: undefined };
  try {
    return { notes, offer: parseHostOffer(new TextDecoder().decode(answer.bytes)) };
  } catch (error) {
    if (!(error instanceof Misshapen)) throw error;
    const { address } = answer;
    const wrong: Noted = { code: 'doctor/offer', address, values: { detail: error.message } };
    return { notes: [...notes, wrong], offer: undefined };
  }
}

/** The copy serves where the store cannot be reached, so it should be one that a page still takes. */
async function examineCopy(
  { name, root, copy }: FoundRemote,
  { address, ask, now }: PageMeans & { readonly address: string },
): Promise<readonly Noted[]> {
  if (root === undefined) return [];
  if (copy === undefined) return [{ code: 'doctor/no-copy', values: { remote: name } }];
  const answer = await ask(new URL(copy, address).href);
  const notes = examine(answer, fresh, new URL(address).origin);
  if (!isThere(answer)) return notes;
  try {
    await verifyLive({ root, seen: nothingSeen, envelope: answer.bytes, now: now() });
    return notes;
  } catch (error) {
    const { code } = explainRefusal(error);
    return [...notes, { code: 'doctor/copy', address: answer.address, values: { code } }];
  }
}

async function examineBlocklist(
  { blocklist }: FoundPage,
  { origin, ask, now }: PageMeans & { readonly origin: string },
): Promise<readonly Noted[]> {
  if (blocklist === undefined) return [];
  const { url, keys: hostKeys } = blocklist;
  const answer = await ask(url);
  const notes = examine(answer, { ...fresh, isShared: new URL(url).origin !== origin }, origin);
  if (!isThere(answer)) return notes;
  try {
    await verifyBlocklist({ hostKeys, envelope: answer.bytes, seen: 0, now: now() });
    return notes;
  } catch (error) {
    return [...notes, noteRefusal(url, error)];
  }
}
