import { liveDocumentName } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import { hostOfferName } from '../documents/host-offer.ts';
import type { Means } from '../means.ts';
import { type Answer, isThere, type NoAnswer } from '../outside/ask-once.ts';
import { type Finding, toFindings } from '../outside/finding.ts';
import { type Ask, openAsk } from './ask.ts';
import { examinePage } from './examine-page.ts';
import { examineRemote } from './examine-remote.ts';
import { findingTexts } from './finding-texts.ts';
import { withSound } from './note-sound.ts';
import type { Noted } from './noted.ts';
import { findPageData } from './page-data.ts';
import type { Examined } from './subject.ts';

/** What was found of a page or of a remote. */
export interface Report {
  readonly kind: 'page' | 'remote';
  readonly address: string;
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** How an address is looked at. */
export interface DoctorOptions {
  /** The origin of the page for which a remote is looked at, where the address is a remote's own. */
  readonly origin: string;
  readonly deadlineMs: number;
}

/**
 * Looks at an address as a browser would: a page and each of its remotes, or one remote.
 * Rejects with `command/no-answer`, `command/nothing-there`.
 */
export async function examineAddress(
  address: string,
  options: DoctorOptions,
  means: Pick<Means, 'fetch' | 'now' | 'progress'>,
): Promise<readonly Report[]> {
  const { origin } = new URL(address);
  const ask = openAsk(means, { ...options, origin });
  means.progress(`Looking at ${address}`);
  const answer = await ask(address);
  const page = isThere(answer) ? findPageData(new TextDecoder().decode(answer.bytes)) : undefined;
  if (page === undefined || !isThere(answer)) {
    await assertRemote(answer, ask);
    const asked = openAsk(means, options);
    return [
      toReport(
        await examineRemote({ base: toBase(address), ...options, isShared: true }, { ...means, ask: asked }),
      ),
    ];
  }
  const { offer, ...ownFindings } = await examinePage(answer, page, { ...means, ask });
  const examined: Examined<Noted>[] = [ownFindings];
  for (const { name, url, root } of page.remotes) {
    const isShared = new URL(url).origin !== origin;
    const subject = {
      base: url,
      remote: name,
      ...(root && { root }),
      ...(offer && { offer }),
      origin,
      isShared,
    };
    examined.push(await examineRemote(subject, { ...means, ask }));
  }
  return examined.map(toReport);
}

function toReport({ notes, ...about }: Examined<Noted>): Report {
  return { ...about, findings: toFindings(withSound({ ...about, notes }), findingTexts) };
}

/** A remote has a live document. What has none, and no page either, is not worth a diagnosis. */
async function assertRemote(answer: Answer | NoAnswer, ask: Ask): Promise<void> {
  const { address } = answer;
  const [live, offer] = await Promise.all(
    [liveDocumentName, hostOfferName].map((name) => ask(new URL(name, toBase(address)).href)),
  );
  if (live !== undefined && isThere(live)) return;
  if ('failure' in answer) throw new CommandError('command/no-answer', { address, detail: answer.failure });
  throw new CommandError('command/nothing-there', {
    address,
    page: explain(answer),
    live: live === undefined ? '' : explain(live),
    offer: offer === undefined ? '' : explain(offer),
  });
}

function explain(answer: Answer | NoAnswer): string {
  return 'failure' in answer ? answer.failure : `${answer.status}`;
}

function toBase(address: string): string {
  const url = new URL(address);
  if (url.pathname.endsWith(`/${liveDocumentName}`)) return new URL('.', url).href;
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return new URL('.', url).href;
}
