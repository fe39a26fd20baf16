import { randomUUID } from 'node:crypto';
import { dictionary, integer, LinkspanError, list, Malformed, oneOf, text } from '@linkspan/contract';
import { blocklistName, openRecord, parseBlocklist, releaseFiles, rootFormat, toSeen } from '@linkspan/trust';
import { type HostOffer, hostOfferName, parseHostOffer } from '../documents/host-offer.ts';
import { command } from '../output.ts';
import { readPageData } from '../site/describe-page.ts';
import type { Site } from '../site/read-site.ts';
import { toContentType } from '../store/store.ts';
import type { Context } from '../verb.ts';
import { type InspectedConfig, inspectConfig } from './config.ts';
import { compare, judgeMissing } from './expectation.ts';
import type { Finding } from './finding.ts';
import type { PackagedRelease, RemoteTarget } from './remote.ts';
import { type Answer, type Ask, isThere } from './request.ts';
import { noteRewriting } from './rewriting.ts';
import { compareSite, type Limits } from './site.ts';

/** A deployed page, as far as it describes itself. */
export interface FoundPage {
  readonly html: string;
  readonly remotes: readonly Pick<RemoteTarget, 'base' | 'remote' | 'trusted'>[];
  /** The releases that its deploy has copied from packages. */
  readonly packaged: readonly PackagedRelease[];
  readonly config: InspectedConfig;
  /** Whether it accepts signed releases only. */
  readonly isSigned: boolean;
  /** The scripts of other origins that its application has. */
  readonly foreign: readonly string[];
}

const remoteAddress = text(
  'an http(s) address or a path',
  (value) => /^(https?:\/)?\//.test(value) && URL.canParse(value, 'https://page.invalid'),
);
const family = openRecord(
  { remote: openRecord({ name: text(), url: remoteAddress }) },
  {
    networks: list(
      openRecord(
        { id: text(), rpc: list(text(), 10) },
        { symbol: text(), decimals: integer(0, 77), isTest: oneOf([true]) },
      ),
      50,
    ),
  },
);
const identity = openRecord({ identity: text() });
const trustedRemote = openRecord(
  { name: text(), root: rootFormat.shape },
  { least: integer(0, 2 ** 31 - 1) },
);
const packagedRelease = openRecord({
  package: text(),
  path: text(),
  manifest: openRecord({ remote: text(), version: text(), files: releaseFiles }),
});
const shape = openRecord(
  {
    config: openRecord(
      { families: list(family, 50) },
      { identities: list(identity, 200), practice: openRecord({}) },
    ),
  },
  {
    trust: openRecord({ remotes: list(trustedRemote, 50) }, { pinned: list(packagedRelease, 50) }),
    application: openRecord({ integrity: dictionary(text(), text(), 100_000) }),
  },
);

/** Reads a page from its HTML; undefined if it is no page of this product. `base` is its address. */
export function findPage(html: string, base: string): FoundPage | undefined {
  try {
    const { config, trust, application } = shape(readPageData(html), 'page');
    const pinned = trust?.pinned ?? [];
    const urls = config.families.map(({ remote: { name, url } }) => ({
      name,
      base: new URL(url, base).href,
    }));
    const isPackaged = (name: string) => pinned.some(({ manifest }) => manifest.remote === name);
    const packaged = pinned.map(({ package: of, path, manifest }) => ({
      ...{ package: of, base: urls.find(({ name }) => name === manifest.remote)?.base ?? base, path },
      ...manifest,
    }));
    const signed = urls.filter(({ name }) => !isPackaged(name));
    const remotes = signed.map(({ name, base }) => {
      const { root, least = 0 } = trust?.remotes.find((one) => one.name === name) ?? {};
      const trusted = root && { root, seen: toSeen(root, { version: least }) };
      return { base, remote: name, ...(trusted && { trusted }) };
    });
    const foreign = Object.keys(application?.integrity ?? {}).filter((address) => !address.startsWith('/'));
    return { html, remotes, packaged, config, isSigned: trust !== undefined, foreign };
  } catch (error) {
    if (error instanceof Malformed || error instanceof LinkspanError) return undefined;
    throw error;
  }
}

/** How a page is inspected. `site` is what its deploy wrote, if that is at hand. */
export interface PageContext extends Pick<Context, 'fetch' | 'progress'>, Limits {
  readonly ask: Ask;
  readonly site: Site | undefined;
}

/** Headers of every page, whatever its configuration. */
const ofEveryPage: ReadonlyMap<string, readonly string[]> = new Map([
  ['content-security-policy', []],
  ['cross-origin-opener-policy', ['same-origin-allow-popups']],
]);

/** Inspects a page itself as a browser would; its remotes are inspected apart. */
export async function inspectPage(
  answer: Answer,
  { html, config, isSigned, foreign }: FoundPage,
  context: PageContext,
): Promise<{ readonly findings: readonly Finding[]; readonly offer: HostOffer | undefined }> {
  const { address } = answer;
  const { site } = context;
  const { origin } = new URL(address);
  const at = (path: string) => new URL(path, address).href;
  const offered: { offer?: HostOffer } = {};
  const documents = await Promise.all([
    inspectDocument(at(hostOfferName), context, (bytes) => {
      offered.offer = parseHostOffer(new TextDecoder().decode(bytes));
    }),
    isSigned ? inspectDocument(at(blocklistName), context, assertBlocklist) : [],
    inspectMissing(at(`/assets/${randomUUID()}.js`), context),
    inspectConfig(config, { ...context, origin }),
  ]);
  const ofSite = site
    ? await compareSite({ ...site, origin }, context)
    : [noSite, ...noteRewriting(address, html)];
  const headers = site ? {} : { headers: ofEveryPage };
  const findings = [
    ...compare(answer, { ...headers, type: 'text/html', caching: 'fresh' }),
    ...(isSigned ? [] : [{ ...unsigned, where: [address] }]),
    ...foreign.map(noteForeign),
    ...documents.flat(),
    ...ofSite,
  ];
  return { findings, offer: offered.offer };
}

const noSite: Finding = {
  level: 'hint',
  code: 'no-site',
  where: [],
  what: 'The page’s own files and headers were not compared with those of its deploy: add --site SITE_FOLDER.',
};

function noteForeign(address: string): Finding {
  const what =
    'is a script of another origin that the page admits (`app.scripts`): it can ask wallets for anything. Keep it only if its code is read like your own.';
  return { level: 'hint', code: 'foreign-script', where: [address], what };
}

const unsigned = {
  level: 'wrong',
  code: 'unsigned-page',
  what: 'takes releases that nobody signed. Deploy the built page with the roots of its remotes.',
} as const;

/** Loads a document of the page, which a deploy replaces under its address. `parse` throws if it is not one. */
async function inspectDocument(
  address: string,
  { ask }: PageContext,
  parse: (bytes: Answer['bytes']) => void,
): Promise<readonly Finding[]> {
  const answer = await ask(address);
  const findings = compare(answer, { type: toContentType(new URL(address).pathname), caching: 'fresh' });
  try {
    if (isThere(answer)) parse(answer.bytes);
    return findings;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const what = `is not what a deploy or “${command} block” writes: ${error.message}. Restore it, or deploy the page again.`;
    return [...findings, { level: 'wrong', code: 'document', where: [address], what }];
  }
}

/** A script that a deploy has removed must be missing for good, or a browser takes a page for it. */
async function inspectMissing(address: string, { ask }: PageContext): Promise<readonly Finding[]> {
  const answer = await ask(address);
  return 'failure' in answer ? [] : judgeMissing(answer);
}

function assertBlocklist(bytes: Answer['bytes']): void {
  const found = parseBlocklist(bytes);
  if (found instanceof Malformed) throw found;
}
