import type { Seal, SealedFile } from '@linkspan/trust/seal';
import { integrityOf } from '../files.ts';
import { filesAtOnce, maxPageBytes } from '../limits.ts';
import { inBatches } from '../retry.ts';
import { headersOf } from '../site/read-site.ts';
import type { Context } from '../verb.ts';
import { compare, isBusy } from './expectation.ts';
import type { Finding } from './finding.ts';
import { type Answer, askOnce, isThere, type NoAnswer, type Request } from './request.ts';
import { noteRewriting } from './rewriting.ts';

/** How long one answer may take, and what ends it all. */
export type Limits = Pick<Request, 'deadlineMs' | 'signal'>;

/** A browser, as a server sees it. */
interface Visitor {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** One who reloads asks every cache on the way to ask too; the other is answered as most visitors are. */
  readonly cache?: 'no-store';
}

const visitors: readonly Visitor[] = [
  {
    name: 'Chrome on a computer',
    headers: {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
      'accept-encoding': 'gzip, deflate, br',
      'accept-language': 'en-US,en;q=0.9',
    },
  },
  {
    name: 'Safari on a phone that reloads',
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
      'accept-encoding': 'identity',
      'accept-language': 'fr-FR',
    },
    cache: 'no-store',
  },
];

/** Addresses of a page: a server or a cache can answer each of them in its own way. */
function toPaths({ path }: SealedFile): readonly string[] {
  if (path === 'index.html') return ['', path, '?utm_source=verify'];
  return path.endsWith('/index.html') ? [toShort(path), path] : [path];
}

/** The address that some hosts know a page by alone: `about` for `about.html`, the folder for its `index.html`. */
function toShort(path: string): string {
  return path.replace(/(^|\/)index\.html$|\.html$/, '$1');
}

/** Headers that make a browser store, load or send something. */
export const powerfulHeaders: readonly string[] = [
  'access-control-allow-credentials',
  'clear-site-data',
  'content-disposition',
  'content-security-policy-report-only',
  'link',
  'nel',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'speculation-rules',
];

/** What a deploy wrote, where it is served, and the headers that must not come unless it wrote them. */
export interface ServedSite extends Pick<Seal, 'origin' | 'headers'> {
  readonly files: readonly SealedFile[];
  readonly refused?: readonly string[];
}

type Asking = Pick<Context, 'fetch' | 'progress'> & Limits;

/** Asks for every file of a site, as each visitor, and returns what differs. */
export async function compareSite(site: ServedSite, asking: Asking): Promise<readonly Finding[]> {
  const addresses = site.files.flatMap((file) =>
    toPaths(file).map((path) => ({ file, address: `${site.origin}/${path}` })),
  );
  const found = await inBatches(
    addresses,
    filesAtOnce,
    ({ file, address }) => compareAddress(site, file, { ...asking, address }),
    (from) => asking.progress(`Comparing files: ${from} of ${addresses.length}`),
  );
  return found.flat();
}

function isPage({ path }: SealedFile): boolean {
  return path.endsWith('.html');
}

async function compareAddress(
  { origin, headers: rules, refused = [] }: ServedSite,
  file: SealedFile,
  { address, fetch, deadlineMs, signal }: Asking & { readonly address: string },
): Promise<readonly Finding[]> {
  const ask = (at: string, { headers, cache }: Visitor) =>
    askOnce({ fetch }, at, {
      headers: { ...headers, ...destinationOf(file.path) },
      cache,
      mostBytes: isPage(file) ? maxPageBytes : file.bytes,
      deadlineMs,
      signal,
    });
  const answers: (Answer | NoAnswer)[] = [];
  const short = `${origin}/${toShort(file.path)}`;
  for (const visitor of visitors) {
    const answer = await ask(address, visitor);
    answers.push(isPage(file) && redirectsTo(answer, short) ? await ask(short, visitor) : answer);
  }
  const { type, integrity } = file;
  const headers = headersOf(new URL(address).pathname, rules);
  return [
    ...answers.flatMap((answer) => [
      ...compare(answer, { type, integrity, headers, refused }),
      ...(isThere(answer) && integrityOf(answer.bytes) !== integrity
        ? noteRewriting(address, new TextDecoder().decode(answer.bytes))
        : []),
    ]),
    ...noteVariety(address, answers),
  ];
}

/** Some hosts know the page by its own address alone. */
function redirectsTo(answer: Answer | NoAnswer, page: string): boolean {
  if ('failure' in answer || answer.status < 300 || answer.status >= 400 || answer.address === page)
    return false;
  const to = answer.headers.get('location') ?? '';
  return URL.canParse(to, answer.address) && new URL(to, answer.address).href === page;
}

/** Nobody who serves the site honestly has another answer for another browser; one that is not ready answers later. */
function noteVariety(address: string, answers: readonly (Answer | NoAnswer)[]): readonly Finding[] {
  if (answers.some((answer) => 'failure' in answer || isBusy(answer.status))) return [];
  const contents = answers.map(
    (answer) => 'status' in answer && `${answer.status} ${integrityOf(answer.bytes)}`,
  );
  if (new Set(contents).size === 1) return [];
  const what = `differs by visitor, between ${visitors.map(({ name }) => name).join(' and ')}. Look for a server or CDN that chooses by the browser, or for a cache with an older file.`;
  return [{ level: 'wrong', code: 'varies', where: [address], what }];
}

/** What a browser asks for a file of this name as: Fetch Metadata, `Sec-Fetch-Dest`. */
function destinationOf(path: string): Readonly<Record<string, string>> {
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
