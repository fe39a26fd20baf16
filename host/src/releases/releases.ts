import { hasCode, LinkspanError, type ScopedStorage } from '@linkspan/contract';
import {
  type Blocklist,
  type Bucket,
  type Bytes,
  chooseRelease,
  type Live,
  liveDocumentName,
  liveFormat,
  mergeSeen,
  openKeys,
  parsePayload,
  type Root,
  readEnvelope,
  refusalOf,
  type Seen,
  toBucket,
  toSeen,
  verifyLive,
} from '@linkspan/trust';
import { runWithin } from '../async.ts';
import { copyMs } from '../limits.ts';
import { forgetOthers, keepSeen, readCache, writeCache } from './cache.ts';
import { isCompatible } from './compatible.ts';
import { type Fetch, loadBytes, loadDocument, toBytes, toText, toUnreachable } from './fetch-document.ts';
import type { ReleaseChecks } from './release-source.ts';
import { type Choice, type LoadedLive, toChecked } from './release-status.ts';
import { type Load, loadNewerRoots, loadNewestRoots, openRootChain, type RootChain } from './root-chain.ts';

/** The roots that a request looks for: those that the live document names, or every newer one that the server has. */
export type RootSearch = 'named' | 'newest';

/** The verified releases of one remote, as this browser knows them. */
export interface Releases extends ReleaseChecks, Choice {
  /** Asks the remote's server now, and stores the verified documents. Rejects with `release/…`. */
  fresh(deadlineMs: number, roots?: RootSearch): Promise<LoadedLive>;
  /**
   * The last verified document that is still good: this browser's own, else the one that came with the page, unless
   * only the browser's own is asked for. Undefined if there is none. Never rejects.
   */
  copy(which?: 'own'): Promise<LoadedLive | undefined>;
  /**
   * The releases of the document that came with the page, judged by everything else that a newer one is judged by: for a page
   * that can run none of the newer ones. Undefined if that document is not good any more. Never rejects.
   */
  deployed(newer: LoadedLive): Promise<Live | undefined>;
}

/** Dependencies of a remote's releases. Nothing else of the platform is used, except for timers and WebCrypto. */
export interface ReleasesDependencies {
  readonly remote: {
    readonly name: string;
    /** Where its live document is; ends in `/`. */
    readonly url: string;
    /** The root that came with the page. */
    readonly root: Root;
    /** The version of the live document that was known when the page was deployed; 0 if none was. */
    readonly least: number;
    /** The address of that document, on the page's own origin. */
    readonly copy?: string;
  };
  /** One key of it, the remote's name, is used. */
  readonly storage: ScopedStorage;
  /** Versions of the libraries that the page shares, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  /** The host team's block list. Never rejects, and settles soon. */
  blocklist(): Promise<Blocklist>;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to but not including 1. */
  random(): number;
}

/** The highest versions of a remote's documents that this page has seen. */
interface Observed {
  readonly dependencies: ReleasesDependencies;
  /** Storage may be cleared while the page is open; the page must not go back to replaced documents. */
  known: Seen;
}

/** Opens the releases of one remote. Nothing is requested until they are used. */
export function openReleases(dependencies: ReleasesDependencies): Releases {
  const { remote, storage, offered } = dependencies;
  openKeys(remote.root.keys);
  forgetOthers(storage, remote);
  const observed: Observed = { dependencies, known: toSeen(remote.root, { version: remote.least }) };
  const bucketOf = openBucket(dependencies);
  const mayRun: Releases['isCompatible'] = ({ manifest }) => isCompatible(manifest, offered);
  const within = <Value>(deadlineMs: number, work: (load: Load) => Promise<Value>) =>
    runWithin(
      deadlineMs,
      (signal) => work((path) => loadDocument(dependencies, path, signal)),
      () => toUnreachable(remote.name),
    );
  const fresh: Releases['fresh'] = (deadlineMs, roots = 'named') =>
    within(deadlineMs, (load) => ask(observed, load, roots));
  const choose: Releases['choose'] = ({ live }) => chooseRelease(live, bucketOf(), mayRun);
  return {
    fresh,
    async check(release, deadlineMs) {
      return toChecked(release, await fresh(deadlineMs, 'newest'), { choose, isCompatible: mayRun });
    },
    async renewRoot(deadlineMs) {
      const { root } = observed.known;
      await within(deadlineMs, (load) => renewChain(observed, load));
      return observed.known.root > root;
    },
    refusalByRoots: (release) => refusalOf(release, { root: remote.root, seen: observed.known }),
    async copy(which) {
      const own = await verifyCopy(observed, loadOwn);
      return own ?? (which === 'own' ? undefined : verifyCopy(observed, loadDeployed));
    },
    async deployed({ policy }) {
      try {
        const bytes = await loadDeployed(dependencies);
        const seen = { ...policy.seen, live: 0 };
        return bytes && (await verifyLive({ ...policy, seen, envelope: bytes, now: dependencies.now() }));
      } catch {
        return undefined;
      }
    },
    choose,
    isCompatible: mayRun,
  };
}

function openChain({ dependencies: { remote, storage } }: Observed): Promise<RootChain> {
  return openRootChain(remote.root, readCache(storage, remote.name).roots);
}

async function renewChain(observed: Observed, load: Load): Promise<RootChain> {
  const previous = await openChain(observed);
  const chain = await loadNewestRoots(previous, load);
  if (chain !== previous) keepRoots(observed, chain);
  return chain;
}

/** A newer root is in force from now on, whatever becomes of the live document (TUF 5.3.8). */
function keepRoots(observed: Observed, chain: RootChain): void {
  keep(observed, { chain, seen: toSeen(chain.root) });
}

async function ask(observed: Observed, load: Load, roots: RootSearch): Promise<LoadedLive> {
  const { blocklist: loadBlocklist, remote } = observed.dependencies;
  const [bytes, blocklist, chain] = await Promise.all([
    load(liveDocumentName),
    loadBlocklist(),
    roots === 'newest' ? renewChain(observed, load) : openChain(observed),
  ]);
  if (bytes === undefined) throw toUnreachable(remote.name);
  const found = await verifyFresh(observed, { bytes, blocklist, chain, load });
  const { live, policy } = found.verified;
  const fresh = { version: live.version, text: toText(bytes) };
  keep(observed, { chain: found.chain, seen: policy.seen, fresh });
  return { live, policy, from: 'server' };
}

function keep(observed: Observed, found: Parameters<typeof keepSeen>[2]): void {
  const { storage, remote } = observed.dependencies;
  observed.known = mergeSeen(observed.known, found.seen);
  keepSeen(storage, remote.name, found);
}

type Verified = Pick<LoadedLive, 'live' | 'policy'>;

/**
 * Judges a live document by everything that this browser and this page have seen, and adds it to that.
 * Rejects as `verifyLive` does.
 */
async function verify(
  { dependencies: { storage, remote, now }, known }: Observed,
  { bytes, root, blocklist }: { readonly bytes: Bytes; readonly root: Root; readonly blocklist: Blocklist },
): Promise<Verified> {
  const seen = mergeSeen(readCache(storage, remote.name).seen, known);
  const policy = { root, seen, blocklist };
  const live = await verifyLive({ ...policy, envelope: bytes, now: now() });
  return { live, policy: { ...policy, seen: mergeSeen(seen, toSeen(root, live)) } };
}

/** A live document that has just come, and the inputs of its verification. */
interface Fresh {
  readonly bytes: Bytes;
  readonly blocklist: Blocklist;
  readonly chain: RootChain;
  readonly load: Load;
}

/**
 * Verifies a live document that has just come. If the document names a newer root, or a newer root may be what is
 * missing, the roots up to it are requested and verified first (TUF 5.3).
 * Rejects as `verifyLive` and `verifyRootChain` do, or with `release/root-gap` if a root that it names is missing.
 */
async function verifyFresh(
  observed: Observed,
  fresh: Fresh,
): Promise<{ readonly verified: Verified; readonly chain: RootChain }> {
  const { bytes, blocklist, chain, load } = fresh;
  const { root } = chain;
  const { remote, version } = root;
  let refusal: unknown;
  try {
    const verified = await verify(observed, { bytes, root, blocklist });
    if (verified.live.root <= version) return { verified, chain };
  } catch (error) {
    if (!mayNewerRootHelp(error)) throw error;
    refusal = error;
  }
  const named = readNamedRoot(bytes, remote);
  const newer = await loadNewerRoots(chain, named, load);
  if (newer.root.version > version) {
    keepRoots(observed, newer);
    return verifyFresh(observed, { ...fresh, chain: newer });
  }
  if (named <= version) throw refusal;
  // An unsigned value is not shown, not even a number.
  const context = { remote, has: `${version}`, offered: `${refusal ? version + 1 : named}` };
  throw new LinkspanError('release/root-gap', context, { cause: refusal });
}

function mayNewerRootHelp(error: unknown): boolean {
  const isOfRoot = () => (error as LinkspanError<'release/expired'>).context.document === 'root';
  return (
    hasCode(error, 'release/unsigned') ||
    hasCode(error, 'release/wrong-signer') ||
    ((hasCode(error, 'release/expired') || hasCode(error, 'release/older')) && isOfRoot())
  );
}

/** The root that a document names, unverified; 0 if it cannot be read. It only decides which roots to request. */
function readNamedRoot(bytes: Bytes, remote: string): number {
  try {
    return parsePayload(liveFormat, readEnvelope(liveFormat, bytes, remote).payload, remote).root;
  } catch {
    return 0;
  }
}

async function verifyCopy(
  observed: Observed,
  load: (dependencies: ReleasesDependencies) => Promise<Bytes | undefined>,
): Promise<LoadedLive | undefined> {
  const { dependencies } = observed;
  try {
    const [bytes, { root }, blocklist] = await Promise.all([
      load(dependencies),
      openChain(observed),
      dependencies.blocklist(),
    ]);
    if (bytes === undefined) return undefined;
    return { ...(await verify(observed, { bytes, root, blocklist })), from: 'copy' };
  } catch {
    // A copy that is refused now is as if there were none; the fresh document says why.
    return undefined;
  }
}

async function loadOwn({ storage, remote }: ReleasesDependencies): Promise<Bytes | undefined> {
  const { live } = readCache(storage, remote.name);
  return live === undefined ? undefined : toBytes(live);
}

async function loadDeployed({ remote, fetch }: ReleasesDependencies): Promise<Bytes | undefined> {
  const { copy } = remote;
  if (copy === undefined) return undefined;
  const load = (signal: AbortSignal) => loadBytes(fetch, copy, { most: liveFormat.mostBytes, signal });
  return runWithin(copyMs, load, () => toUnreachable(remote.name));
}

/** Returns this visitor's place among all: drawn at the first call in this browser, stored, and never sent. */
function openBucket({ storage, remote, random }: ReleasesDependencies): () => Bucket {
  let bucket: Bucket | undefined;
  return () => {
    const stored = readCache(storage, remote.name);
    bucket ??= stored.bucket ?? toBucket(random());
    if (stored.bucket === undefined) writeCache(storage, remote.name, { ...stored, bucket });
    return bucket;
  };
}
