import { liveDocumentName } from '@linkspan/trust';
import { hostOfferName } from '../documents/host-offer.ts';
import { Refusal } from '../errors.ts';
import type { Context } from '../verb.ts';
import { type DoctorNote, type FindingCode, findingTexts } from './doctor-texts.ts';
import { type Finding, type Level, toFindingLines, toFindings } from './finding.ts';
import { examinePage } from './page.ts';
import { findPageData } from './page-data.ts';
import { examineRemote } from './remote.ts';
import type { Examined } from './remote-documents.ts';
import { type Answer, type Ask, isThere, type NoAnswer, openAsk } from './request.ts';

/** What was found of a page or of a remote. */
export interface Report {
  readonly kind: 'page' | 'remote';
  readonly address: string;
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** How an address is looked at. */
export interface DoctorOptions {
  /** The origin of the page for which a remote is looked at, if the address is a remote's own. */
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
  context: Pick<Context, 'fetch' | 'now' | 'progress'>,
): Promise<readonly Report[]> {
  const { origin } = new URL(address);
  const ask = openAsk(context, { ...options, origin });
  context.progress(`Looking at ${address}`);
  const answer = await ask(address);
  const page = isThere(answer)
    ? findPageData(new TextDecoder().decode(answer.bytes), answer.address)
    : undefined;
  if (page === undefined || !isThere(answer)) {
    await assertRemote(answer, ask);
    const asked = openAsk(context, options);
    return [
      toReport(
        await examineRemote(
          { base: toBase(address), ...options, isShared: true },
          { ...context, ask: asked },
        ),
      ),
    ];
  }
  const { offer, ...ownFindings } = await examinePage(answer, page, { ...context, ask });
  const examined: Examined<DoctorNote>[] = [ownFindings];
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
    examined.push(await examineRemote(subject, { ...context, ask }));
  }
  return examined.map(toReport);
}

function toReport({ notes, ...about }: Examined<DoctorNote>): Report {
  return { ...about, findings: toFindings(withPassed({ ...about, notes }), findingTexts) };
}

/** A remote has a live document. What has none, and no page either, is not worth a diagnosis. */
async function assertRemote(answer: Answer | NoAnswer, ask: Ask): Promise<void> {
  const { address } = answer;
  const [live, offer] = await Promise.all(
    [liveDocumentName, hostOfferName].map((name) => ask(new URL(name, toBase(address)).href)),
  );
  if (live !== undefined && isThere(live)) return;
  if ('failure' in answer)
    throw new Refusal(
      'command/no-answer',
      `${address} does not answer: ${answer.failure}. See that the server runs and that the address is right.`,
    );
  throw new Refusal(
    'command/nothing-there',
    `${address} is neither a page of this product (${explain(answer)}; linkspan.json: ${offer === undefined ? '' : explain(offer)}) nor a remote (live.json: ${live === undefined ? '' : explain(live)}). Give the address of the page, or the folder of a remote’s live document.`,
  );
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

/** What is said to be sound where none of these was met. */
const areas: readonly { readonly sound: FindingCode; readonly unless: readonly FindingCode[] }[] = [
  {
    sound: 'doctor/answers',
    unless: ['doctor/unreachable', 'doctor/status', 'doctor/redirect', 'doctor/credentials'],
  },
  { sound: 'doctor/types', unless: ['doctor/type', 'doctor/nosniff'] },
  {
    sound: 'doctor/caching',
    unless: ['doctor/stale', 'doctor/aged', 'doctor/not-immutable', 'doctor/missing-kept'],
  },
  { sound: 'doctor/readable', unless: ['doctor/cors', 'doctor/cors-credentials'] },
  { sound: 'doctor/compressed', unless: ['doctor/uncompressed'] },
  { sound: 'doctor/secure', unless: ['doctor/insecure', 'doctor/hsts'] },
  { sound: 'doctor/clocks', unless: ['doctor/clock', 'doctor/clock-far'] },
];

/** The notes, and what was looked at and found in order. Nothing can be said of what did not answer. */
function withPassed({ kind, notes }: Pick<Examined<DoctorNote>, 'kind' | 'notes'>): readonly DoctorNote[] {
  const codes = new Set(notes.map(({ code }) => code));
  if (areas[0]?.unless.some((code) => codes.has(code))) return notes;
  const sound = areas.filter(
    (area) => isAsked(area.sound, kind) && !area.unless.some((code) => codes.has(code)),
  );
  return [...notes, ...sound.map((area): DoctorNote => ({ code: area.sound }))];
}

/** Nobody but a page itself reads its files. */
function isAsked(sound: FindingCode, kind: Examined<DoctorNote>['kind']): boolean {
  return kind === 'remote' || sound !== 'doctor/readable';
}

/** Reports as lines for people: what is wrong first, each with how to fix it, then what passed. */
export function toReportLines(reports: readonly Report[]): readonly string[] {
  return [
    ...reports.flatMap(({ kind, name, address, findings }) => [
      `${kind === 'page' ? 'Page' : name}  ${address}`,
      ...toFindingLines(findings),
      '',
    ]),
    summarize(reports),
  ];
}

function summarize(reports: readonly Report[]): string {
  const count = (level: Level) =>
    reports.flatMap(({ findings }) => findings).filter((one) => one.level === level).length;
  const hints = count('hint');
  const wrong = count('wrong');
  const first =
    wrong === 0 ? 'Nothing is wrong' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong`;
  return `${first}${hints === 0 ? '' : `, ${hints} ${hints === 1 ? 'hint' : 'hints'}`}.`;
}
