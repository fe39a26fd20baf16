import {
  type Bytes,
  followRoots,
  type LivePayload,
  liveDocumentName,
  newestRootName,
  nothingSeen,
  type Root,
  type RootWalk,
  type Seen,
  verifyFirstRoot,
  verifyLive,
} from '@linkspan/trust';
import { describeMismatch, type HostOffer } from '../documents/host-offer.ts';
import { type LiveReleases, manifestOf, parseLive } from '../documents/live.ts';
import { rootPath } from '../documents/paths.ts';
import { explainRefusal } from '../errors.ts';
import { filesAtOnce, maxRoots } from '../limits.ts';
import { command } from '../output.ts';
import { inBatches } from '../retry.ts';
import { toContentType } from '../store/store.ts';
import type { Context } from '../verb.ts';
import { compare, type Expectation, isBusy, isFresh } from './expectation.ts';
import type { Finding } from './finding.ts';
import { type Answer, type Ask, isThere, type NoAnswer } from './request.ts';
import { warnOfExpiry } from './warnings.ts';

/** The root of a remote that a page carries, and what the page counts as seen with it. */
export interface Trusted {
  readonly root: Root;
  readonly seen: Seen;
}

/** A deployed remote, and the page for which it is inspected. */
export interface RemoteTarget {
  /** The address of its live document without the name; ends in `/`. */
  readonly base: string;
  /** Its name in the page, if there is a page. */
  readonly remote?: string;
  /** If there is a page. */
  readonly trusted?: Trusted;
  /** What the page offers, if there is a page that says so. */
  readonly offer?: HostOffer;
  /** The origin of the page. */
  readonly origin: string;
}

type RemoteContext = { readonly ask: Ask } & Pick<Context, 'now' | 'progress'>;

/** Inspects a remote as a browser would: its documents, and each file of what is live. `name` has its live versions. */
export async function inspectRemote(
  target: RemoteTarget,
  context: RemoteContext,
): Promise<{ readonly name: string; readonly findings: readonly Finding[] }> {
  const { base, remote = 'remote' } = target;
  const address = new URL(liveDocumentName, base).href;
  context.progress(`Looking at ${address}`);
  const answer = await context.ask(address);
  const findings = compare(answer, expectOf(target, address, 'fresh'));
  if (!isThere(answer)) return { name: remote, findings };
  try {
    const live = parseLive(answer.bytes, target.remote ?? base);
    const inside = await inspectLive(
      { ...target, remote: target.remote ?? live.remote },
      { live, answer },
      context,
    );
    const versions = live.releases.map((one) => `${manifestOf(one, live.remote).version} (${one.share} %)`);
    return { name: `${live.remote} ${versions.join(', ')}`.trim(), findings: [...findings, ...inside] };
  } catch (error) {
    return { name: remote, findings: [...findings, noteRefusal(address, error)] };
  }
}

/** Files under the page's own origin must never be opened as a page of it, nor be a service worker for it. */
function expectOf({ origin }: RemoteTarget, address: string, caching: 'fresh' | 'immutable'): Expectation {
  const url = new URL(address);
  const type = toContentType(url.pathname);
  const access = { closed: 'own-path-policy', refused: ['service-worker-allowed'] } as const;
  return { by: 'doctor', type, caching, ...(url.origin === origin ? access : { readBy: origin }) };
}

type Named = RemoteTarget & { readonly remote: string };

async function inspectLive(
  target: Named,
  { live, answer }: { readonly live: LivePayload; readonly answer: Answer },
  context: RemoteContext,
): Promise<readonly Finding[]> {
  const { address, bytes } = answer;
  const { root, findings } = await followServedRoots(target, context.ask);
  const announced = await context.ask(new URL(newestRootName, target.base).href);
  // Pages that are told of no root ask for the next one by its number.
  const ofAnnounced = isServed(announced)
    ? compare(announced, expectOf(target, announced.address, 'fresh'))
    : judgeMissing(announced, target);
  const inside: Finding[] = [...findings, ...ofAnnounced];
  if ((root?.version ?? 0) < live.root)
    inside.push({
      level: 'wrong',
      code: 'doctor/root-missing',
      where: [rootAddress(target, (root?.version ?? 0) + 1)],
      what: `is not there, but the live document was signed under root ${live.root}.`,
      fix: 'Put all files of the folder root/ there, the old ones too: pages go from the root that they know, one by one.',
    });
  if (root !== undefined) inside.push(...(await judgeLive(target, { root, address, bytes }, context.now())));
  for (const release of live.releases) inside.push(...(await inspectRelease(target, release, context)));
  return inside;
}

/** Follows the roots of a server from the one that a page has, or from the first, as a page would. */
async function followServedRoots(
  target: Named,
  ask: Ask,
): Promise<{ readonly root: Root | undefined; readonly findings: readonly Finding[] }> {
  const findings: Finding[] = [];
  const found: Bytes[] = [];
  const first = (target.trusted?.root.version ?? 0) + 1;
  while (found.length < maxRoots) {
    const answer = await ask(rootAddress(target, first + found.length));
    if (!isServed(answer)) {
      findings.push(...judgeMissing(answer, target));
      break;
    }
    findings.push(...compare(answer, expectOf(target, answer.address, 'immutable')));
    found.push(answer.bytes);
  }
  try {
    const walk = await follow(target, found);
    const next = walk && rootAddress(target, walk.root.version + 1);
    if (next && walk.refusal) findings.push(noteRefusal(next, walk.refusal));
    else if (next && walk.root.version + 1 < first + found.length) findings.push(noteAnswered(next));
    return { root: walk?.root, findings };
  } catch (error) {
    return {
      root: undefined,
      findings: [...findings, noteRefusal(new URL('root/', target.base).href, error)],
    };
  }
}

function rootAddress({ base }: RemoteTarget, version: number): string {
  return new URL(rootPath('', version).slice(1), base).href;
}

/** A bad root ends the chain: pages use the last good one. */
async function follow({ trusted, remote }: Named, found: readonly Bytes[]): Promise<RootWalk | undefined> {
  if (trusted !== undefined) return followRoots(trusted.root, found);
  const [first, ...rest] = found;
  return first && followRoots(await verifyFirstRoot(first, remote), rest);
}

/** Whether a server has a document, and does not send a page for every address. */
function isServed(answer: Answer | NoAnswer): answer is Answer {
  return isThere(answer) && !/html/i.test(answer.headers.get('content-type') ?? '');
}

/** A server must say that there is no such root yet, and no cache may remember it for long. */
function judgeMissing(answer: Answer | NoAnswer, target: RemoteTarget): readonly Finding[] {
  const { address } = answer;
  if ('failure' in answer || isBusy(answer.status))
    return compare(answer, expectOf(target, address, 'immutable'));
  if (isThere(answer)) return [noteAnswered(address)];
  const found = answer.headers.get('cache-control');
  if (found === null || isFresh(found)) return [];
  return [
    {
      level: 'wrong',
      code: 'doctor/missing-kept',
      where: [address],
      what: `is not there, and caches may remember that: Cache-Control is “${found}”.`,
      fix: 'Send “Cache-Control: no-store” with a 404. Otherwise visitors do not find a new root for as long.',
    },
  ];
}

function noteAnswered(address: string): Finding {
  return {
    level: 'wrong',
    code: 'doctor/missing-answered',
    where: [address],
    what: 'does not exist, and is answered with 200.',
    fix: 'Answer 404 if there is no file. One answer for every address hides what is missing.',
  };
}

/** How a page would judge a live document under a root, and what of both expires soon. */
async function judgeLive(
  { remote, trusted }: Named,
  { root, address, bytes }: Pick<Answer, 'address' | 'bytes'> & { readonly root: Root },
  now: number,
): Promise<readonly Finding[]> {
  const seen = trusted?.seen ?? nothingSeen;
  try {
    const { expiresAt, releases, refused } = await verifyLive({
      root,
      seen,
      envelope: bytes,
      now,
    });
    const soon = warnOfExpiry({ remote, state: 'live', until: expiresAt, rootUntil: root.expiresAt }, now);
    const what = `The live document is signed as root ${root.version} requires, and valid until ${expiresAt}.`;
    return [
      ...refused.map(({ refusal }) => noteRefusal(address, refusal)),
      ...soon.map(
        ({ sentence }): Finding => ({ level: 'hint', code: 'doctor/soon', where: [], what: sentence }),
      ),
      ...(releases.length + refused.length === 0 ? [noteWithdrawn(remote)] : []),
      { level: 'ok', code: 'doctor/live', where: [], what },
    ];
  } catch (error) {
    return [noteRefusal(address, error)];
  }
}

function noteWithdrawn(remote: string): Finding {
  return {
    level: 'hint',
    code: 'doctor/withdrawn',
    where: [],
    what: `No release of ${remote} is live: it is withdrawn.`,
    fix: `If that is not meant: “${command} promote ${remote} VERSION”.`,
  };
}

/** A document that a page refuses. Throws the error again if it is no refusal. */
function noteRefusal(address: string, error: unknown): Finding {
  const { code, sentence } = explainRefusal(error);
  return {
    level: 'wrong',
    code: 'doctor/document',
    where: [address],
    what: `is refused by pages (${code}). ${sentence}`,
    fix: 'Fix that in the store, then run this again.',
  };
}

/** Whether the page can run a live release, and each of its files. */
async function inspectRelease(
  target: Named,
  release: LiveReleases[number],
  { ask, progress }: RemoteContext,
): Promise<readonly Finding[]> {
  const { base, remote, offer, origin } = target;
  const manifest = manifestOf(release, remote);
  const { version, files } = manifest;
  const folder = new URL(release.path, base);
  const answers = await inBatches(
    files,
    filesAtOnce,
    async ({ path, integrity }) => {
      const answer = await ask(new URL(path, folder).href);
      return compare(answer, { ...expectOf(target, answer.address, 'immutable'), integrity });
    },
    (from) => progress(`Looking at ${remote} ${version}: ${from} of ${files.length} files`),
  );
  const findings = answers.flat();
  const lack = offer && describeMismatch(manifest, { host: origin, offer });
  if (lack !== undefined)
    findings.push({
      level: 'wrong',
      code: 'doctor/misfit',
      where: [],
      what: `The page cannot run ${remote} ${version}: ${lack}.`,
      fix: 'Deploy a page that offers it, or promote a release that fits.',
    });
  if (answers.flat().every(({ level }) => level !== 'wrong')) {
    const what = `${remote} ${version} is what was signed: the hash of each of its ${files.length} files.`;
    findings.push({ level: 'ok', code: 'doctor/hashes', where: [], what });
  }
  return findings;
}
