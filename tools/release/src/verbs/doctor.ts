import { resolve } from 'node:path';
import { liveDocumentName } from '@linkspan/trust';
import { Refusal, UsageError } from '../errors.ts';
import { type Finding, mergeFindings, toFindingLines } from '../inspect/finding.ts';
import { findPage, inspectPage } from '../inspect/page.ts';
import { inspectPackaged, inspectRemote, type RemoteTarget } from '../inspect/remote.ts';
import { type Answer, type Ask, isSecure, isThere, type NoAnswer, openAsk } from '../inspect/request.ts';
import { answerSeconds } from '../limits.ts';
import { readSite, type Site } from '../site/read-site.ts';
import type { Context, Verb } from '../verb.ts';

/** Looks at what is deployed, from outside. */
export const doctor: Verb = {
  name: 'doctor',
  summary: 'looks at a deployed page or remote as a browser would, and says how to fix it',
  words: '<URL>',
  options: {
    origin: { value: 'ORIGIN', text: 'the page for which a remote is looked at; else https://page.example' },
    site: {
      value: 'SITE_FOLDER',
      text: 'what the deploy wrote: the page’s files and headers are compared with it',
    },
    timeout: { value: 'SECONDS', text: 'how long an answer may take; else 10' },
  },
  async run(args, context) {
    const url = toUrl(args.word(0, 'URL'));
    const origin = toUrl(args.one('origin') ?? 'https://page.example').origin;
    const deadlineMs = (args.whole('timeout') ?? answerSeconds) * 1000;
    const folder = args.one('site');
    const site = folder ? await readSite(resolve(context.folder, folder), context.progress) : undefined;
    const reports = await inspect(url.href, { origin, deadlineMs, site }, context);
    const findings = reports.flatMap((one) => one.findings);
    const isWrong = findings.some(({ level }) => level !== 'hint');
    return { lines: toReportLines(reports), facts: { url: url.href, reports }, exitCode: isWrong ? 1 : 0 };
  },
};

function toUrl(word: string): URL {
  if (/^https?:\/\//.test(word) && URL.canParse(word)) return new URL(word);
  throw new UsageError(`“${word}” should be an address such as https://wallets.example/.`);
}

/** What was found of a page or of a remote. */
interface Report {
  readonly kind: 'page' | 'remote';
  readonly address: string;
  readonly name: string;
  readonly findings: readonly Finding[];
}

interface Options {
  /** The origin of the page for which a remote is inspected, if the address is a remote's own. */
  readonly origin: string;
  readonly deadlineMs: number;
  /** What the deploy wrote, if that is at hand. */
  readonly site: Site | undefined;
}

/** Inspects a page and each of its remotes, or one remote. Rejects with `command/no-answer`, `command/nothing-there`. */
async function inspect(address: string, options: Options, context: Context): Promise<readonly Report[]> {
  const { origin } = new URL(address);
  const ask = openAsk(context, { ...options, origin });
  context.progress(`Looking at ${address}`);
  const answer = await ask(address);
  const page = isThere(answer) && findPage(new TextDecoder().decode(answer.bytes), address);
  const inspectOne = async (target: RemoteTarget, ask: Ask) => {
    const { name, findings } = await inspectRemote(target, { ...context, ...options, ask });
    return toReport({ kind: 'remote', address: target.base, name, findings });
  };
  if (!page || !isThere(answer)) {
    await assertRemote(answer, ask);
    return [await inspectOne({ base: toBase(address), origin: options.origin }, openAsk(context, options))];
  }
  const { offer, findings } = await inspectPage(answer, page, { ...context, ...options, ask });
  const reports = [toReport({ kind: 'page', address, name: 'page', findings })];
  for (const remote of page.remotes)
    reports.push(await inspectOne({ ...remote, ...(offer && { offer }), origin }, ask));
  for (const release of page.packaged) {
    const found = await inspectPackaged(release, { ...context, ...options, origin, ask });
    reports.push(toReport({ kind: 'remote', address: release.base, ...found }));
  }
  return reports;
}

function toReport({ findings, ...about }: Report): Report {
  return { ...about, findings: mergeFindings('doctor', [...noteInsecure(about.address), ...findings]) };
}

/** A remote has a live document. What has none, and no page either, is not worth a diagnosis. */
async function assertRemote(answer: Answer | NoAnswer, ask: Ask): Promise<void> {
  const { address } = answer;
  const live = await ask(new URL(liveDocumentName, toBase(address)).href);
  if (isThere(live)) return;
  if ('failure' in answer)
    throw new Refusal(
      'command/no-answer',
      `${address} does not answer: ${answer.failure}. See that the server runs and that the address is right.`,
    );
  const ofLive = 'failure' in live ? live.failure : live.status;
  throw new Refusal(
    'command/nothing-there',
    `${address} is neither a page of this product (${answer.status}) nor a remote (live.json: ${ofLive}). Give the address of the page, or the folder of a remote’s live document.`,
  );
}

function toBase(address: string): string {
  const url = new URL(address);
  if (!url.pathname.endsWith('/') && !url.pathname.endsWith(`/${liveDocumentName}`)) url.pathname += '/';
  return new URL('.', url).href;
}

/** Browsers take an address of their own machine for secure. */
function noteInsecure(address: string): readonly Finding[] {
  if (isSecure(address)) return [];
  const what = 'is not HTTPS, so whoever is in between can change it. Serve it by HTTPS.';
  return [{ level: 'wrong', code: 'insecure', where: [address], what }];
}

/** Reports as lines for people. */
function toReportLines(reports: readonly Report[]): readonly string[] {
  const count = reports.flatMap(({ findings }) => findings).filter(({ level }) => level !== 'hint').length;
  return [
    ...reports.flatMap(({ kind, name, address, findings }) => [
      `${kind === 'page' ? 'Page' : name}  ${address}`,
      ...toFindingLines(findings),
      '',
    ]),
    count === 0 ? 'Nothing is wrong.' : `${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`,
  ];
}
