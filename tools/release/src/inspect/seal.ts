import { resolve } from 'node:path';
import { integer, LinkspanError, Malformed, record, type Shape } from '@linkspan/contract';
import type { Bytes } from '@linkspan/trust';
import { type HostKeys, type Seal, type SealedFile, sealFormat, verifySeal } from '@linkspan/trust/seal';
import { Refusal } from '../errors.ts';
import { integrityOf, readNamedFile, writeWhole } from '../files.ts';
import { filesAtOnce, maxPageBytes } from '../limits.ts';
import { command } from '../output.ts';
import { inBatches } from '../retry.ts';
import { headersOf } from '../site/read-site.ts';
import type { Context } from '../verb.ts';
import { compare, isBusy } from './expectation.ts';
import type { Finding } from './finding.ts';
import { type Answer, askOnce, isThere, type NoAnswer } from './request.ts';
import { noteRewriting } from './rewriting.ts';

/** How long one answer may take, and what ends it all. */
export interface Limits {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** A seal that was verified, or what keeps it from being trusted. */
export type LoadedSeal = { readonly seal: Seal } | { readonly refused: Finding };

/** Loads a seal from a file or an http(s) address, and verifies it. Rejects with `command/no-such-file`. */
export async function loadSeal(
  from: string,
  expected: { readonly hostKeys: HostKeys; readonly origin: string; readonly seen: number },
  context: Pick<Context, 'fetch' | 'folder' | 'now'> & Limits,
): Promise<LoadedSeal> {
  const loaded = /^https?:\/\//.test(from)
    ? await fetchSeal(from, context)
    : await readNamedFile(resolve(context.folder, from));
  if (!(loaded instanceof Uint8Array)) return { refused: loaded };
  try {
    return { seal: await verifySeal({ ...expected, envelope: loaded, now: context.now() }) };
  } catch (error) {
    const refused = error instanceof LinkspanError ? toRefused(from, error) : undefined;
    if (refused === undefined) throw error;
    return { refused };
  }
}

function toRefused(address: string, { code, context }: LinkspanError): Finding | undefined {
  const { place, has, needs, found, remote, offered, seen, expiresAt } = context as Record<string, string>;
  const texts: Readonly<Record<string, readonly [kind: string, what: string, fix: string]>> = {
    'release/malformed': [
      'malformed',
      `is not a seal: it has a mistake at ${place}.`,
      `Publish the file that “${command} seal” wrote.`,
    ],
    'release/unsigned': [
      'unsigned',
      `has ${has} of the ${needs} signatures that it needs by the host team’s keys.`,
      'Find out who put it there. If the keys were replaced, name the new ones with --host-keys FILE.',
    ],
    'release/other-remote': [
      'foreign',
      `is the seal of ${found}, not of ${remote}.`,
      'Name the seal of this page. If its address is right, find out who put another one there.',
    ],
    'release/older': [
      'older',
      `has version ${offered}, and version ${seen} was seen here before.`,
      'Publish the newest seal. If you did, somebody holds it back: find out who can write there.',
    ],
    'release/expired': [
      'expired',
      `expired at ${expiresAt}.`,
      `Seal the site again (“${command} seal”) and publish the seal. Nothing was compared.`,
    ],
  };
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (text === undefined) return undefined;
  const [kind, what, fix] = text;
  return { level: 'wrong', code: `verify/seal-${kind}`, where: [address], what, fix };
}

async function fetchSeal(
  address: string,
  { fetch, deadlineMs, signal }: Pick<Context, 'fetch'> & Limits,
): Promise<Bytes | Finding> {
  const answer = await askOnce({ fetch }, address, {
    headers: { 'accept-encoding': 'br, gzip' },
    cache: 'no-store',
    deadlineMs,
    mostBytes: sealFormat.mostBytes,
    signal,
  });
  if (isThere(answer)) return answer.bytes;
  const detail = 'failure' in answer ? answer.failure : `it answers ${answer.status}`;
  return {
    level: 'unsure',
    code: 'verify/seal-unreachable',
    where: [address],
    what: `has no seal to load: ${detail}.`,
    fix: 'See that it is published there, then run this again. Without it nothing is compared.',
  };
}

/** The highest version of a seal that was seen verified, by the origin of its page. */
export type HighestSeen = Readonly<Record<string, number>>;

const versions: Shape<HighestSeen> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed(place, 'an object');
  const most = integer(1, 2 ** 31 - 1);
  return Object.fromEntries(
    Object.entries(value).map(([origin, one]) => [origin, most(one, `${place}.${origin}`)]),
  );
};
const shape = record({ seals: versions });

/** What a file remembers; nothing if it is not there yet. Throws `command/state-malformed`. */
export async function readHighestSeen(file: string): Promise<HighestSeen> {
  const bytes = await readNamedFile(file).catch((error: Refusal) => {
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined) return {};
  try {
    return shape(JSON.parse(new TextDecoder().decode(bytes)), 'it').seals;
  } catch (cause) {
    throw new Refusal(
      'command/state-malformed',
      `${file} is not what “${command} verify” remembers by. Name another --state, or take the file away if you know that nobody else wrote it.`,
      { cause },
    );
  }
}

/** Remembers, whole or not at all. */
export async function writeHighestSeen(file: string, seals: HighestSeen): Promise<void> {
  await writeWhole(file, `${JSON.stringify({ seals }, null, 2)}\n`);
}

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

/** Addresses of the page: a server or a cache can answer each of them in its own way. */
const pagePaths = ['', 'index.html', '?utm_source=verify'];

/** Headers that make a browser store, load or send something. */
const powerfulHeaders = [
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

type Asking = Pick<Context, 'fetch' | 'progress'> & Limits;

/** Asks for every file that a seal lists, as each visitor, and returns what differs. */
export async function compareSite(seal: Seal, asking: Asking): Promise<readonly Finding[]> {
  const addresses = seal.files.flatMap((file) =>
    (isPage(file) ? pagePaths : [file.path]).map((path) => ({ file, address: `${seal.origin}/${path}` })),
  );
  const found = await inBatches(
    addresses,
    filesAtOnce,
    ({ file, address }) => compareAddress(seal, file, { ...asking, address }),
    (from) => asking.progress(`Comparing files: ${from} of ${addresses.length}`),
  );
  return found.flat();
}

function isPage({ path }: SealedFile): boolean {
  return path === 'index.html';
}

async function compareAddress(
  seal: Seal,
  file: SealedFile,
  { address, fetch, deadlineMs, signal }: Asking & { readonly address: string },
): Promise<readonly Finding[]> {
  const answers: (Answer | NoAnswer)[] = [];
  for (const { headers, cache } of visitors)
    answers.push(
      await askOnce({ fetch }, address, {
        headers: { ...headers, ...destinationOf(file.path) },
        ...(cache && { cache }),
        mostBytes: isPage(file) ? maxPageBytes : file.bytes,
        deadlineMs,
        signal,
      }),
    );
  return [
    ...answers
      .filter((answer) => !(isPage(file) && redirectsTo(answer, `${seal.origin}/`)))
      .flatMap((answer) => [
        ...compare(answer, {
          by: 'verify',
          type: file.type,
          integrity: file.integrity,
          headers: headersOf(new URL(address).pathname, seal.headers),
          refused: powerfulHeaders,
        }),
        ...(isThere(answer) && integrityOf(answer.bytes) !== file.integrity
          ? noteRewriting(address, new TextDecoder().decode(answer.bytes), 'verify')
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
  const told = answers.map((answer) =>
    'failure' in answer || isBusy(answer.status)
      ? undefined
      : `${answer.status} ${integrityOf(answer.bytes)}`,
  );
  if (told.includes(undefined) || new Set(told).size === 1) return [];
  return [
    {
      level: 'wrong',
      code: 'verify/varies',
      where: [address],
      what: `is not the same for everybody: ${visitors.map(({ name }) => name).join(' and ')} got different answers.`,
      fix: 'Look for a server or CDN that chooses by the browser, or for a cache with an older file.',
    },
  ];
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
