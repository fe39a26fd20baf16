import { hasCode, LinkspanError, type ScopedStorage } from '@linkspan/contract';
import {
  type Blocklist,
  type Bucket,
  type Bytes,
  chooseRelease,
  type Live,
  type LiveRelease,
  liveDocumentName,
  liveFormat,
  mergeSeen,
  openKeys,
  type Policy,
  parsePayload,
  type Root,
  readEnvelope,
  refusalOf,
  type Seen,
  toBucket,
  toSeen,
  type VerifiedManifest,
  verifyLive,
} from '@linkspan/trust';
import { runWithin } from '../async.ts';
import { copyMs } from '../limits.ts';
import { forgetOthers, keepSeen, readCache, writeCache } from './cache.ts';
import { fits } from './compatible.ts';
import { type Fetch, loadBytes, loadDocument, toBytes, toText, toUnreachable } from './fetch-document.ts';
import { loadNewerRoots, openRootChain, type RootChain } from './root-chain.ts';

/** Loads a document of the remote by its path; undefined if the server has none. */
type Load = (path: string) => Promise<Bytes | undefined>;

/** The version of the newest root that a server claims to have: `findNewestRoot`, which comes after the list of wallets. */
export type FindNewestRoot = (known: number, load: Load) => Promise<number>;

/** What this browser believes of one remote's releases. */
export interface Releases {
  /**
   * Asks the remote's server now, and keeps what it saw. With `findNewest`, a newer root counts even if the live
   * document does not name it. Rejects with `release/…`.
   */
  fresh(deadlineMs: number, findNewest?: FindNewestRoot): Promise<LoadedLive>;
  /** Asks the server for newer roots alone, and keeps them. Resolves to whether there was one. Rejects with `release/…`. */
  renewRoot(deadlineMs: number, findNewest: FindNewestRoot): Promise<boolean>;
  /** `release/below-floor` or `release/revoked`, if any root that was seen refuses a release, whatever is live now. */
  refusalByRoots(release: VerifiedManifest): LinkspanError | undefined;
  /**
   * The last verified document that is still good: this browser's own, else the one that came with the page, unless
   * only the browser's own is asked for; undefined where neither is. Never rejects.
   */
  copy(which?: 'own'): Promise<LoadedLive | undefined>;
  /**
   * The release that this visitor gets, of those that fit this page; if none does, the one that they would get. Throws
   * `release/withdrawn` or the release's own refusal.
   */
  choose(loaded: LoadedLive): LiveRelease;
  /** Whether a release fits this page: it can be run, and is worth a reload. */
  isFit(release: Pick<VerifiedManifest, 'manifest'>): boolean;
}

/** What this page has seen of a remote's releases. */
interface Observed {
  readonly needs: ReleasesNeeds;
  /** Storage may be emptied beneath an open page, which must not go back to what it has seen replaced. */
  known: Seen;
}

/** What this browser believes of a remote's releases. Asks for nothing until it is used. */
export function openReleases(needs: ReleasesNeeds): Releases {
  const { remote, storage, offered } = needs;
  openKeys(remote.root.keys);
  forgetOthers(storage, remote);
  const observed: Observed = { needs, known: toSeen(remote.root, { version: remote.least }) };
  const bucketOf = openBucket(needs);
  const isFit: Releases['isFit'] = ({ manifest }) => fits(manifest, offered);
  const within = <Value>(deadlineMs: number, work: (load: Load) => Promise<Value>) =>
    runWithin(
      deadlineMs,
      (signal) => work((path) => loadDocument(needs, path, signal)),
      () => toUnreachable(remote.name),
    );
  return {
    fresh: (deadlineMs, findNewest) => within(deadlineMs, (load) => ask(observed, load, findNewest)),
    async renewRoot(deadlineMs, findNewest) {
      const { root } = observed.known;
      await within(deadlineMs, (load) => renewChain(observed, load, findNewest));
      return observed.known.root > root;
    },
    refusalByRoots: (release) => refusalOf(release, { root: remote.root, seen: observed.known }),
    async copy(which) {
      const own = await verifyCopy(observed, loadOwn);
      return own ?? (which === 'own' ? undefined : verifyCopy(observed, loadDeployed));
    },
    choose: ({ live }) => chooseRelease(live, bucketOf(), isFit),
    isFit,
  };
}

function openChain({ needs: { remote, storage } }: Observed): Promise<RootChain> {
  return openRootChain(remote.root, readCache(storage, remote.name).roots);
}

/**
 * A newer root holds from now on, whatever becomes of the live document (TUF 5.3.8). One that does not come leaves
 * everything as it is.
 */
async function renewChain(observed: Observed, load: Load, findNewest: FindNewestRoot): Promise<RootChain> {
  const previous = await openChain(observed);
  const { version } = previous.root;
  const newest = await findNewest(version, load);
  if (newest <= version) return previous;
  const chain = await loadNewerRoots(previous, newest, (path) => load(path).catch(() => undefined));
  keep(observed, { chain, seen: toSeen(chain.root) });
  return chain;
}

async function ask(observed: Observed, load: Load, findNewest?: FindNewestRoot): Promise<LoadedLive> {
  const { needs } = observed;
  const [bytes, blocklist, newest] = await Promise.all([
    load(liveDocumentName),
    needs.blocklist(),
    findNewest ? renewChain(observed, load, findNewest) : openChain(observed),
  ]);
  if (bytes === undefined) throw toUnreachable(needs.remote.name);
  const { verified, chain } = await verifyFresh(bytes, newest, {
    verifyWithSeen: (root) => verifyWithSeen(needs, { bytes, root, blocklist, known: observed.known }),
    load,
  });
  const fresh = { version: verified.live.version, text: toText(bytes) };
  keep(observed, { chain, seen: verified.policy.seen, fresh });
  return { ...verified, from: 'server' };
}

function keep(observed: Observed, found: Parameters<typeof keepSeen>[2]): void {
  const { storage, remote } = observed.needs;
  observed.known = mergeSeen(observed.known, found.seen);
  keepSeen(storage, remote.name, found);
}

async function verifyCopy(
  observed: Observed,
  load: (needs: ReleasesNeeds) => Promise<Bytes | undefined>,
): Promise<LoadedLive | undefined> {
  const { needs } = observed;
  try {
    const [bytes, { root }, blocklist] = await Promise.all([
      load(needs),
      openChain(observed),
      needs.blocklist(),
    ]);
    if (bytes === undefined) return undefined;
    const { known } = observed;
    return { ...(await verifyWithSeen(needs, { bytes, root, blocklist, known })), from: 'copy' };
  } catch {
    // What is not good any more is as if there were none; the fresh document says why.
    return undefined;
  }
}

async function loadOwn({ storage, remote }: ReleasesNeeds): Promise<Bytes | undefined> {
  const { live } = readCache(storage, remote.name);
  return live === undefined ? undefined : toBytes(live);
}

async function loadDeployed({ remote, fetch }: ReleasesNeeds): Promise<Bytes | undefined> {
  const { copy } = remote;
  if (copy === undefined) return undefined;
  const load = (signal: AbortSignal) => loadBytes(fetch, copy, { most: liveFormat.mostBytes, signal });
  return runWithin(copyMs, load, () => toUnreachable(remote.name));
}

/** Returns where this visitor is among all: drawn at the first call in this browser, stored, and never sent. */
function openBucket({ storage, remote, random }: ReleasesNeeds): () => Bucket {
  let bucket: Bucket | undefined;
  return () => {
    const stored = readCache(storage, remote.name);
    bucket ??= stored.bucket ?? toBucket(random());
    if (stored.bucket === undefined) writeCache(storage, remote.name, { ...stored, bucket });
    return bucket;
  };
}

/** A remote's live document, verified, with what judges its releases. */
export interface LoadedLive extends VerifiedLive {
  readonly from: 'server' | 'copy';
}

/** A live document that holds, wherever it came from. */
export interface VerifiedLive {
  readonly live: Live;
  readonly policy: Policy;
}

/** What a remote's releases are believed by. Nothing else of the platform is used, but for timers and WebCrypto. */
export interface ReleasesNeeds {
  readonly remote: {
    readonly name: string;
    /** Where its live document is; ends in `/`. */
    readonly url: string;
    /** The root that came with the page. */
    readonly root: Root;
    /** The version of the live document that was known when the page was deployed; 0 where none was. */
    readonly least: number;
    /** The address of that document, on the page's own origin. */
    readonly copy?: string;
  };
  /** One key of it, the remote's name, is used. */
  readonly storage: ScopedStorage;
  /** Versions of the libraries that the page shares, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  /** The host team's list, where it has one. Never rejects, and settles soon. */
  blocklist(): Promise<Blocklist>;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to but not including 1. */
  random(): number;
}

/** A live document with what it is judged by. */
export interface VerifyInput {
  readonly bytes: Bytes;
  readonly root: Root;
  readonly blocklist: Blocklist;
  /** What this page itself knows, whatever has become of the browser's storage since. */
  readonly known: Seen;
}

/**
 * Judges a live document by all that this browser and this page have seen. What it adds to that is part of
 * the policy that its releases are judged by from now on. Rejects as `verifyLive` does.
 */
export async function verifyWithSeen(
  { storage, remote, now }: ReleasesNeeds,
  { bytes, root, blocklist, known }: VerifyInput,
): Promise<VerifiedLive> {
  const seen = mergeSeen(readCache(storage, remote.name).seen, known);
  const policy = { root, seen, blocklist };
  const live = await verifyLive({ ...policy, envelope: bytes, now: now() });
  return { live, policy: { ...policy, seen: mergeSeen(seen, toSeen(root, live)) } };
}

/** What judges the document under a root, and what loads another that the remote's server has. */
export interface FreshMeans {
  verifyWithSeen(root: Root): Promise<VerifiedLive>;
  load(path: string): Promise<Bytes | undefined>;
}

/**
 * Verifies a live document that has just come. Where a newer root may be what is missing, or the document names one,
 * the roots up to it are asked for and verified first (TUF 5.3).
 * Rejects as `verifyLive` and `verifyRootChain` do, or with `release/root-gap` where a root that it names is not there.
 */
export async function verifyFresh(
  bytes: Bytes,
  chain: RootChain,
  means: FreshMeans,
): Promise<{ readonly verified: VerifiedLive; readonly chain: RootChain }> {
  const { remote, version } = chain.root;
  let refusal: unknown;
  try {
    const verified = await means.verifyWithSeen(chain.root);
    if (verified.live.root <= version) return { verified, chain };
  } catch (error) {
    if (!mayNewerRootMend(error)) throw error;
    refusal = error;
  }
  const named = nameRoot(bytes, remote);
  const newer = await loadNewerRoots(chain, named, means.load);
  if (newer.root.version > version) return verifyFresh(bytes, newer, means);
  if (named <= version) throw refusal;
  // What nobody has signed is not shown, not even a number.
  const context = { remote, has: `${version}`, offered: `${refusal ? version + 1 : named}` };
  throw new LinkspanError('release/root-gap', context, { cause: refusal });
}

function mayNewerRootMend(error: unknown): boolean {
  const isOfRoot = () => (error as LinkspanError<'release/expired'>).context.document === 'root';
  return (
    hasCode(error, 'release/unsigned') ||
    hasCode(error, 'release/wrong-signer') ||
    ((hasCode(error, 'release/expired') || hasCode(error, 'release/older')) && isOfRoot())
  );
}

/** The root that a document names, whoever signed it; 0 where it cannot be read. It tells what to ask for, no more. */
function nameRoot(bytes: Bytes, remote: string): number {
  try {
    return parsePayload(liveFormat, readEnvelope(liveFormat, bytes, remote).payload, remote).root;
  } catch {
    return 0;
  }
}
