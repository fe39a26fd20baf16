import { integer, LinkspanError, list, Malformed, type Shape, text } from '@linkspan/contract';
import { blocklistName, parseBlocklist, rootFormat, toSeen, verifyLive } from '@linkspan/trust';
import type { SealedHeaders } from '@linkspan/trust/seal';
import { type HostOffer, hostOfferName, parseHostOffer } from '../documents/host-offer.ts';
import { explainRefusal } from '../errors.ts';
import { command } from '../output.ts';
import { type SplitPage, splitPage } from '../site/describe-page.ts';
import { headersOf } from '../site/read-site.ts';
import { toContentType } from '../store/store.ts';
import type { Context } from '../verb.ts';
import { compare, type Expectation } from './expectation.ts';
import type { Finding } from './finding.ts';
import type { Trusted } from './remote.ts';
import { type Answer, type Ask, isThere } from './request.ts';
import { noteRewriting } from './rewriting.ts';

/** A deployed page, as far as it describes itself. */
export interface FoundPage {
  readonly split: SplitPage;
  /** Its own files by their addresses, each with its integrity metadata if the page names it. */
  readonly files: ReadonlyMap<string, string | undefined>;
  readonly remotes: readonly FoundRemote[];
  /** Whether it accepts signed releases only. */
  readonly isSigned: boolean;
}

/** A remote of a page. */
interface FoundRemote {
  readonly name: string;
  readonly url: string;
  readonly trusted?: Trusted;
  /** The path of the page's copy of its live document. */
  readonly copy?: string;
}

/** Reads a page from its HTML; undefined if it is no page of this product. `base` is its address. */
export function findPage(html: string, base: string): FoundPage | undefined {
  const split = splitPage(html);
  if (split === undefined) return undefined;
  try {
    return toPage(split, base);
  } catch (error) {
    if (error instanceof Malformed || error instanceof LinkspanError) return undefined;
    throw error;
  }
}

function toPage(split: SplitPage, base: string): FoundPage {
  const { config, trust, hostModule, early, own } = split.data;
  const trusted = list(anything, 50)(fieldsOf(trust).remotes ?? [], 'trust.remotes').map(fieldsOf);
  const families = list(anything, 50)(fieldsOf(config).families, 'families');
  const listed = Object.entries(fieldsOf(fieldsOf(own).integrity));
  return {
    split,
    files: new Map([
      [text()(hostModule, 'hostModule'), undefined],
      ...(early === undefined ? [] : [[text()(early, 'early'), undefined] as const]),
      ...listed.map(([path, one]) => [path, text()(one, `own.integrity.${path}`)] as const),
      ...findHashedLinks(split.tags),
    ]),
    isSigned: trust !== undefined,
    remotes: families.map((family) => {
      const { name, url } = fieldsOf(fieldsOf(family).remote);
      const { root, least, copy } = trusted.find((one) => one.name === name) ?? {};
      return {
        name: text()(name, 'name'),
        url: new URL(remoteAddress(url, 'url'), base).href,
        ...(root !== undefined && { trusted: toTrusted(root, least) }),
        ...(copy !== undefined && { copy: text()(copy, 'copy') }),
      };
    }),
  };
}

function toTrusted(value: unknown, least: unknown): Trusted {
  const root = rootFormat.shape(value, 'root');
  return { root, seen: toSeen(root, { version: integer(0, 2 ** 31 - 1)(least ?? 0, 'least') }) };
}

const anything: Shape<unknown> = (value) => value;
const remoteAddress = text(
  'an http(s) address or a path',
  (value) => /^(https?:\/)?\//.test(value) && URL.canParse(value, 'https://page.invalid'),
);

/** The fields of an object that are looked at; the others are left to the page. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function findHashedLinks(tags: readonly string[]): readonly (readonly [string, string])[] {
  const links = tags.filter((tag) => /^<link\b/i.test(tag));
  return links.flatMap((link) => {
    const read = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(link)?.[1];
    const [address, integrity] = [read('href'), read('integrity')];
    return address === undefined || integrity === undefined ? [] : [[address, integrity] as const];
  });
}

/** How a page is inspected. `rules` are the headers that its deploy wrote, if they are at hand. */
export interface PageContext extends Pick<Context, 'now'> {
  readonly ask: Ask;
  readonly rules: readonly SealedHeaders[] | undefined;
}

/** Inspects a page itself as a browser would; its remotes are inspected apart. */
export async function inspectPage(
  answer: Answer,
  page: FoundPage,
  context: PageContext,
): Promise<{ readonly findings: readonly Finding[]; readonly offer: HostOffer | undefined }> {
  const { address } = answer;
  const at = (path: string) => new URL(path, address).href;
  const offered = await inspectOffer(at(hostOfferName), context);
  const parts = await Promise.all([
    page.isSigned ? inspectBlocklist(at(blocklistName), context) : [],
    ...page.remotes.map((remote) => inspectCopy(remote, address, context)),
    ...[...page.files].map(([path, integrity]) => inspectFile(at(path), integrity, context)),
  ]);
  const findings = [
    ...compare(answer, { ...expectOf(address, context), type: 'text/html', caching: 'fresh' }),
    ...inspectHtml(address, page),
    ...(context.rules ? [] : [noRules]),
    ...offered.findings,
    ...parts.flat(),
  ];
  return { findings: [...findings, ...noteOwnHashes(page, findings)], offer: offered.offer };
}

const noRules: Finding = {
  level: 'hint',
  code: 'doctor/no-site',
  where: [],
  what: 'The page’s headers were not compared with those of its deploy.',
  fix: 'Add --site SITE_FOLDER, the folder that the deploy wrote.',
};

/** Headers of every page, whatever its configuration. */
const ofEveryPage: ReadonlyMap<string, readonly string[]> = new Map([
  ['content-security-policy', []],
  ['cross-origin-opener-policy', ['same-origin-allow-popups']],
]);

/** The headers that the deploy wrote for a path; if they are not at hand, those that are always the same. */
function expectOf(address: string, { rules }: PageContext): Pick<Expectation, 'by' | 'headers'> {
  const { pathname } = new URL(address);
  if (rules === undefined) return { by: 'doctor', ...(pathname.endsWith('/') && { headers: ofEveryPage }) };
  // How long a file may be kept is judged by what it is.
  const headers = [...headersOf(pathname, rules)].filter(([name]) => name !== 'cache-control');
  return { by: 'doctor', headers: new Map(headers) };
}

function inspectHtml(address: string, page: FoundPage): readonly Finding[] {
  if (!page.isSigned)
    return [
      {
        level: 'wrong',
        code: 'doctor/unsigned-page',
        where: [address],
        what: 'takes releases that nobody signed.',
        fix: 'Deploy the built page with the roots of its remotes; this one is for development.',
      },
    ];
  const { markup, scripts } = page.split;
  const rewritten = noteRewriting(address, [markup, ...scripts].join('\n'), 'doctor');
  if (rewritten.length > 0) return rewritten;
  return findAddedScripts(page).map((tag) => ({
    level: 'wrong',
    code: 'doctor/script-added',
    where: [address],
    what: `has ${tag}, which no deploy writes.`,
    fix: 'Switch off the feature of the server or CDN that writes into pages. If there is none, take the page off and look for who added it.',
  }));
}

/** Script elements that load another file than the page names, or lack the attribute that the deploy gives to each. */
function findAddedScripts({ split, files }: FoundPage): readonly string[] {
  const scripts = split.tags.filter((tag) => /^<script\b/i.test(tag));
  const isOptedOut = (tag: string) => /\bdata-cfasync=["']?false\b/i.test(tag);
  // Earlier deploys gave it to none.
  const isGivenToAll = scripts.some(isOptedOut);
  const isOwn = (tag: string) => {
    const [, source] = /\ssrc\s*=\s*["']?([^"'\s>]*)/i.exec(tag) ?? [];
    return source === undefined || files.has(source);
  };
  const added = scripts.filter((tag) => !isOwn(tag) || (isGivenToAll && !isOptedOut(tag)));
  return added.slice(0, 10).map((tag) => tag.slice(0, 200));
}

/** Loads a document of the page, which a deploy replaces under its address. */
async function loadDocument(
  address: string,
  context: PageContext,
): Promise<{ readonly bytes: Answer['bytes'] | undefined; readonly findings: readonly Finding[] }> {
  const answer = await context.ask(address);
  const type = toContentType(new URL(address).pathname);
  const findings = compare(answer, { ...expectOf(address, context), type, caching: 'fresh' });
  return { bytes: isThere(answer) ? answer.bytes : undefined, findings };
}

async function inspectOffer(
  address: string,
  context: PageContext,
): Promise<{ readonly findings: readonly Finding[]; readonly offer?: HostOffer }> {
  const { bytes, findings } = await loadDocument(address, context);
  try {
    return { findings, ...(bytes && { offer: parseHostOffer(new TextDecoder().decode(bytes)) }) };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const malformed: Finding = {
      level: 'wrong',
      code: 'doctor/offer',
      where: [address],
      what: `is not what a deploy writes: ${error.message}.`,
      fix: 'Deploy the page again with all of its files. Publishers ask there what the page offers.',
    };
    return { findings: [...findings, malformed] };
  }
}

async function inspectBlocklist(address: string, context: PageContext): Promise<readonly Finding[]> {
  const { bytes, findings } = await loadDocument(address, context);
  const found = bytes && parseBlocklist(bytes);
  if (!(found instanceof Malformed)) return findings;
  const malformed: Finding = {
    level: 'wrong',
    code: 'doctor/blocklist',
    where: [address],
    what: `is no block list: ${found.message}. Pages use the last one that they have seen.`,
    fix: `Restore the file from a copy, then run “${command} block list”.`,
  };
  return [...findings, malformed];
}

/** The copy is used if the store cannot be reached, so a page should still accept it. */
async function inspectCopy(
  { name, trusted, copy }: FoundRemote,
  page: string,
  context: PageContext,
): Promise<readonly Finding[]> {
  if (trusted === undefined) return [];
  if (copy === undefined)
    return [
      {
        level: 'hint',
        code: 'doctor/no-copy',
        where: [],
        what: `The page has no copy of the live document of ${name}.`,
        fix: 'Name it in the configuration (remote.live), so that a first visit works while the store cannot be reached.',
      },
    ];
  const address = new URL(copy, page).href;
  const { bytes, findings } = await loadDocument(address, context);
  try {
    if (bytes) await verifyLive({ ...trusted, envelope: bytes, now: context.now() });
    return findings;
  } catch (error) {
    const { code } = explainRefusal(error);
    const refused: Finding = {
      level: 'hint',
      code: 'doctor/copy',
      where: [address],
      what: `is of no use if the store cannot be reached: pages refuse it (${code}).`,
      fix: 'Deploy the page again with a live document of today.',
    };
    return [...findings, refused];
  }
}

/** A file under /assets/; only a script cannot be opened as a page. */
async function inspectFile(
  address: string,
  integrity: string | undefined,
  context: PageContext,
): Promise<readonly Finding[]> {
  const { pathname } = new URL(address);
  return compare(await context.ask(address), {
    ...expectOf(address, context),
    type: toContentType(pathname),
    caching: 'immutable',
    ...(integrity !== undefined && { integrity }),
    ...(context.rules === undefined && !/\.m?js$/.test(pathname) && { closed: 'assets-policy' }),
  });
}

function noteOwnHashes({ files }: FoundPage, findings: readonly Finding[]): readonly Finding[] {
  const hashed = [...files.values()].filter(Boolean).length;
  if (hashed === 0 || findings.some(({ level }) => level === 'wrong')) return [];
  const what = `Each of the page’s ${hashed} own files has the hash that the page names.`;
  return [{ level: 'ok', code: 'doctor/own-hashes', where: [], what }];
}
