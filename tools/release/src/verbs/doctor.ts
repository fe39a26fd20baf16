import { join, resolve } from 'node:path';
import { liveDocumentName } from '@linkspan/trust';
import type { SealedHeaders } from '@linkspan/trust/seal';
import { hostOfferName } from '../documents/host-offer.ts';
import { Refusal, UsageError } from '../errors.ts';
import { readTextFile } from '../files.ts';
import { type Finding, mergeFindings, toFindingLines } from '../inspect/finding.ts';
import { findPage, inspectPage } from '../inspect/page.ts';
import { inspectRemote } from '../inspect/remote.ts';
import { type Answer, type Ask, isThere, type NoAnswer, openAsk } from '../inspect/request.ts';
import { answerSeconds } from '../limits.ts';
import { parseHeadersFile } from '../site/read-site.ts';
import type { Context, Verb } from '../verb.ts';

/** Looks at what is deployed, from outside. */
export const doctor: Verb = {
  name: 'doctor',
  summary: 'looks at a deployed page or remote as a browser would, and says how to fix it',
  words: '<URL>',
  options: {
    origin: { value: 'ORIGIN', text: 'the page for which a remote is looked at; else https://page.example' },
    site: { value: 'SITE_FOLDER', text: 'what the deploy wrote: the page’s headers are compared with it' },
    timeout: { value: 'SECONDS', text: 'how long an answer may take; else 10' },
  },
  async run(args, context) {
    const url = toUrl(args.word(0, 'URL'));
    const origin = toUrl(args.one('origin') ?? 'https://page.example').origin;
    const deadlineMs = (args.whole('timeout') ?? answerSeconds) * 1000;
    const site = args.one('site');
    const rules =
      site && parseHeadersFile(await readTextFile(join(resolve(context.folder, site), '_headers')));
    const reports = await inspect(url.href, { origin, deadlineMs, rules: rules || undefined }, context);
    const isWrong = reports.some(({ findings }) => findings.some(({ level }) => level === 'wrong'));
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
  /** The headers that the deploy wrote, if they are at hand. */
  readonly rules: readonly SealedHeaders[] | undefined;
}

/** Inspects a page and each of its remotes, or one remote. Rejects with `command/no-answer`, `command/nothing-there`. */
async function inspect(address: string, options: Options, context: Context): Promise<readonly Report[]> {
  const { origin } = new URL(address);
  const ask = openAsk(context, { ...options, origin });
  context.progress(`Looking at ${address}`);
  const answer = await ask(address);
  const page = isThere(answer) && findPage(new TextDecoder().decode(answer.bytes), address);
  const report = async (target: Parameters<typeof inspectRemote>[0], ask: Ask): Promise<Report> => {
    const { name, findings } = await inspectRemote(target, { ...context, ask });
    return {
      kind: 'remote',
      address: target.base,
      name,
      findings: mergeFindings([...noteInsecure(target.base), ...findings]),
    };
  };
  if (!page || !isThere(answer)) {
    await assertRemote(answer, ask);
    return [await report({ base: toBase(address), origin: options.origin }, openAsk(context, options))];
  }
  const { offer, findings } = await inspectPage(answer, page, { ...context, ask, rules: options.rules });
  const reports: Report[] = [
    { kind: 'page', address, name: 'page', findings: mergeFindings([...noteInsecure(address), ...findings]) },
  ];
  for (const { name, url, trusted } of page.remotes)
    reports.push(
      await report(
        { base: url, remote: name, ...(trusted && { trusted }), ...(offer && { offer }), origin },
        ask,
      ),
    );
  return reports;
}

/** A remote has a live document. What has none, and no page either, is not worth a diagnosis. */
async function assertRemote(answer: Answer | NoAnswer, ask: Ask): Promise<void> {
  const { address } = answer;
  const [live, offer] = await Promise.all([
    ask(new URL(liveDocumentName, toBase(address)).href),
    ask(new URL(hostOfferName, toBase(address)).href),
  ]);
  if (isThere(live)) return;
  if ('failure' in answer)
    throw new Refusal(
      'command/no-answer',
      `${address} does not answer: ${answer.failure}. See that the server runs and that the address is right.`,
    );
  const [page, ofLive, ofOffer] = [answer, live, offer].map((one) =>
    'failure' in one ? one.failure : `${one.status}`,
  );
  throw new Refusal(
    'command/nothing-there',
    `${address} is neither a page of this product (${page}; linkspan.json: ${ofOffer}) nor a remote (live.json: ${ofLive}). Give the address of the page, or the folder of a remote’s live document.`,
  );
}

function toBase(address: string): string {
  const url = new URL(address);
  if (url.pathname.endsWith(`/${liveDocumentName}`)) return new URL('.', url).href;
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return new URL('.', url).href;
}

/** Browsers take an address of their own machine for secure. */
function noteInsecure(address: string): readonly Finding[] {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return [];
  return [
    {
      level: 'wrong',
      code: 'doctor/insecure',
      where: [address],
      what: 'is not HTTPS.',
      fix: 'Serve it by HTTPS. Whoever is in between can change a page that is not, and browsers keep its scripts from wallets.',
    },
  ];
}

/** Reports as lines for people: what is wrong first, each with how to fix it. */
function toReportLines(reports: readonly Report[]): readonly string[] {
  return [
    ...reports.flatMap(({ kind, name, address, findings }) => [
      `${kind === 'page' ? 'Page' : name}  ${address}`,
      ...toFindingLines(findings),
      '',
    ]),
    summarize(reports.flatMap(({ findings }) => findings)),
  ];
}

function summarize(findings: readonly Finding[]): string {
  const [wrong, hints] = (['wrong', 'hint'] as const).map(
    (level) => findings.filter((one) => one.level === level).length,
  ) as [number, number];
  const first =
    wrong === 0 ? 'Nothing is wrong' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong`;
  return `${first}${hints === 0 ? '' : `, ${hints} ${hints === 1 ? 'hint' : 'hints'}`}.`;
}
