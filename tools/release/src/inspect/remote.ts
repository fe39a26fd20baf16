import { randomUUID } from 'node:crypto';
import { liveDocumentName, type Manifest, type Root, type Seen } from '@linkspan/trust';
import { describeMismatch, type HostOffer } from '../documents/host-offer.ts';
import { describeLive, type LiveReleases, manifestOf, parseLive } from '../documents/live.ts';
import { livePath } from '../documents/paths.ts';
import { explainRefusal } from '../errors.ts';
import { filesAtOnce, maxAnswerBytes } from '../limits.ts';
import { inBatches } from '../retry.ts';
import { toContentType } from '../store/store.ts';
import type { Context } from '../verb.ts';
import { compare, type Expectation, isBusy, judgeMissing } from './expectation.ts';
import type { Finding } from './finding.ts';
import { type RemoteInStore, readState } from './remote-state.ts';
import { type Ask, askOnce, isThere } from './request.ts';
import { isDocument, openServed, readOnce } from './served.ts';

/** A deployed remote, and the page for which it is inspected. */
export interface RemoteTarget {
  /** The address of its live document without the name; ends in `/`. */
  readonly base: string;
  /** Its name in the page, if there is a page. */
  readonly remote?: string;
  /** The root that the page carries, and what the page counts as seen with it. */
  readonly trusted?: { readonly root: Root; readonly seen: Seen };
  /** What the page offers, if there is a page that says so. */
  readonly offer?: HostOffer;
  /** The origin of the page. */
  readonly origin: string;
}

/** A release that the deploy of a page has copied from a package. */
export interface PackagedRelease {
  /** The name of the package. */
  readonly package: string;
  readonly remote: string;
  readonly version: string;
  /** The address of the remote in the page. */
  readonly base: string;
  /** The folder of the release below it. */
  readonly path: string;
  readonly files: Manifest['files'];
}

/** `ask` asks past every cache. */
type RemoteContext = { readonly ask: Ask; readonly deadlineMs: number } & Pick<
  Context,
  'fetch' | 'now' | 'progress'
>;

/** Inspects a remote as a browser would: its documents, and each file of what is live. `name` has its live versions. */
export async function inspectRemote(
  target: RemoteTarget,
  context: RemoteContext,
): Promise<{ readonly name: string; readonly findings: readonly Finding[] }> {
  const { base, trusted } = target;
  const findings: Finding[] = [];
  context.progress(`Looking at ${base}`);
  const store = openDocuments(target, context.ask, findings);
  const file = await store.read(livePath(target.remote ?? 'remote'));
  if (file === undefined) return { name: target.remote ?? 'remote', findings };
  try {
    const { remote, releases } = parseLive(file.bytes, target.remote ?? base);
    const place = { store, remote: target.remote ?? remote, trusted: trusted?.root };
    const { warnings } = await readState({ ...place, ...(trusted && { seen: trusted.seen }) }, context.now());
    for (const { code, sentence } of warnings)
      findings.push({
        level: code === 'warning/refused' ? 'wrong' : 'hint',
        code: code.replace('warning/', ''),
        where: [],
        what: sentence,
      });
    for (const release of releases)
      findings.push(...(await inspectRelease({ ...target, remote: place.remote }, release, context)));
    const discoveries = releases.map((one) => one.path + manifestOf(one, remote).discovery);
    for (const path of [liveDocumentName, ...discoveries.slice(0, 1)])
      findings.push(...(await inspectSharing(target, path, context)));
    return { name: `${remote}: ${describeLive(releases, remote)}`, findings };
  } catch (error) {
    const { code, sentence } = explainRefusal(error);
    const what = `is refused by pages (${code}). ${sentence}`;
    const where = [new URL(liveDocumentName, base).href];
    return {
      name: target.remote ?? 'remote',
      findings: [...findings, { level: 'wrong', code: 'refused', where, what }],
    };
  }
}

/** Inspects each file of a release that a page has from a package. */
export async function inspectPackaged(
  { package: of, remote, version, base, path, files }: PackagedRelease,
  { origin, ...context }: RemoteContext & Pick<RemoteTarget, 'origin'>,
): Promise<{ readonly name: string; readonly findings: readonly Finding[] }> {
  const folder = new URL(path, base);
  const findings = await inspectFiles(
    { base, origin },
    { name: `${remote} ${version}`, folder, files },
    context,
  );
  return { name: `${remote}: ${version} of ${of}`, findings };
}

/** Files under the page's own origin must never be opened as a page of it, nor be a service worker for it. */
function expectOf({ origin }: RemoteTarget, address: string, caching: 'fresh' | 'immutable'): Expectation {
  const url = new URL(address);
  const access = { isClosed: true, refused: ['service-worker-allowed'] } as const;
  return {
    type: toContentType(url.pathname),
    caching,
    ...(url.origin === origin ? access : { readBy: origin }),
  };
}

/** The documents of a remote as its state is read from them; `findings` gets how each answer differs. */
function openDocuments(target: RemoteTarget, ask: Ask, findings: Finding[]): RemoteInStore['store'] {
  const needed = [liveDocumentName, `root/${target.trusted?.root.version ?? 1}.json`];
  const load = async (address: string) => {
    const answer = await ask(address);
    const caching = /\/root\/\d+\.json$/.test(address) ? 'immutable' : 'fresh';
    const isExpected =
      isDocument(answer) || needed.some((name) => address === new URL(name, target.base).href);
    const isSilent = 'failure' in answer || isBusy(answer.status);
    findings.push(
      ...(isExpected || isSilent
        ? compare(answer, expectOf(target, address, caching))
        : judgeMissing(answer)),
    );
    return isDocument(answer) ? answer.bytes : undefined;
  };
  const source = readOnce(openServed(target.base, load), () => undefined);
  return { ...source, address: target.base.replace(/\/$/, ''), list: async () => [] };
}

/** Whether the page can run a live release, and each of its files. */
async function inspectRelease(
  target: RemoteTarget & { readonly remote: string },
  release: LiveReleases[number],
  context: RemoteContext,
): Promise<readonly Finding[]> {
  const { base, remote } = target;
  const manifest = manifestOf(release, remote);
  const { version, files } = manifest;
  const folder = new URL(release.path, base);
  const found = await inspectFiles(target, { name: `${remote} ${version}`, folder, files }, context);
  return [...noteMisfit(target, manifest), ...found];
}

async function inspectFiles(
  target: RemoteTarget,
  { name, folder, files }: Pick<Manifest, 'files'> & { readonly name: string; readonly folder: URL },
  { ask, progress }: RemoteContext,
): Promise<readonly Finding[]> {
  const found = await inBatches(
    files,
    filesAtOnce,
    async ({ path, integrity }) => {
      const answer = await ask(new URL(path, folder).href);
      return compare(answer, { ...expectOf(target, answer.address, 'immutable'), integrity });
    },
    (from) => progress(`Looking at ${name}: ${from} of ${files.length} files`),
  );
  return found.flat();
}

/**
 * Whether pages can read a file whoever has asked for it first: a cache may keep the answer to somebody without an origin, or
 * to another page. Asked at an address that no cache has.
 */
async function inspectSharing(
  { base, origin }: RemoteTarget,
  path: string,
  { fetch, deadlineMs }: RemoteContext,
): Promise<readonly Finding[]> {
  const address = new URL(path, base);
  if (address.origin === origin) return [];
  address.searchParams.set('doctor', randomUUID());
  const allowed: (string | null | undefined)[] = [];
  const visitors = [undefined, origin, 'https://another.example', origin];
  for (const from of visitors) {
    const headers: Record<string, string> = from === undefined ? {} : { origin: from };
    const answer = await askOnce({ fetch }, address.href, { headers, deadlineMs, mostBytes: maxAnswerBytes });
    // A server that knows no query says nothing about its caches.
    if (!isThere(answer)) return [];
    allowed.push(answer.headers.get('access-control-allow-origin'));
  }
  const isRead = visitors.every((from, at) => from !== origin || ['*', origin].includes(allowed[at] ?? ''));
  // One that names the page to everybody serves that page alone.
  const isOwn = allowed[2] !== origin || allowed[0] === origin;
  if (isRead && isOwn) return [];
  const what = `is sent from a cache with the Access-Control-Allow-Origin of whoever asked first, so pages cannot read it by chance. Send “Access-Control-Allow-Origin: *” with every answer, also to a request without Origin; else send “Vary: Origin”, and let the cache tell origins apart.`;
  return [{ level: 'wrong', code: 'cors-cached', where: [new URL(path, base).href], what }];
}

function noteMisfit({ offer, origin }: RemoteTarget, manifest: Manifest): readonly Finding[] {
  const lack = offer && describeMismatch(manifest, { host: origin, offer });
  if (lack === undefined) return [];
  const what = `The page cannot run ${manifest.remote} ${manifest.version}: ${lack}. Deploy a page that offers it, or promote another release.`;
  return [{ level: 'wrong', code: 'misfit', where: [], what }];
}
