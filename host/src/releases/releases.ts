import type { LinkspanError } from '@linkspan/contract';
import {
  type Bytes,
  chooseRelease,
  type LiveRelease,
  liveDocumentName,
  liveFormat,
  mergeSeen,
  openKeys,
  refusalOf,
  toSeen,
  type VerifiedManifest,
} from '@linkspan/trust';
import { runWithin } from '../loader/deadline.ts';
import { copyMs } from '../loader/deadlines.ts';
import type { Believed } from './believed.ts';
import { openBucket } from './bucket.ts';
import { toBytes, toText } from './document-text.ts';
import { judge } from './judge.ts';
import { forgetOthers, keepJudged, keepRoots, readKept } from './kept.ts';
import { loadBytes } from './load-bytes.ts';
import { loadDocument, toUnreachable } from './load-document.ts';
import type { ReleasesNeeds } from './needs.ts';
import { openRootChain, type RootChain } from './root-chain.ts';
import { verifyFresh } from './verify-fresh.ts';

export type { Believed } from './believed.ts';

/** Loads a document of the remote by its path; undefined if the server has none. */
type Load = (path: string) => Promise<Bytes | undefined>;

/** Extends a chain to the newest root that the server has: `loadNewestRoot`, which comes after the list of wallets. */
export type Renew = (chain: RootChain, load: Load) => Promise<RootChain>;

/** What this browser believes of one remote's releases. */
export interface Releases {
  /**
   * Asks the remote's server now, and keeps what it saw. With `renew`, a newer root counts even if the live document does
   * not name it. Rejects with `release/…`.
   */
  fresh(deadlineMs: number, renew?: Renew): Promise<Believed>;
  /** Asks the server for newer roots alone, and keeps them. Resolves to whether there was one. Rejects with `release/…`. */
  renewRoot(deadlineMs: number, renew: Renew): Promise<boolean>;
  /** `release/below-floor` or `release/revoked`, if any root that was seen refuses a release, whatever is live now. */
  refusalByRoots(release: VerifiedManifest): LinkspanError | undefined;
  /**
   * The last verified document that is still good: this browser's own, else the one that came with the page, unless
   * only the browser's own is asked for; undefined where neither is. Never rejects.
   */
  copy(which?: 'own'): Promise<Believed | undefined>;
  /** The release that this visitor gets. Throws `release/withdrawn` or the release's own refusal. */
  choose(believed: Believed): LiveRelease;
}

/** What this browser believes of a remote's releases. Asks for nothing until it is used. */
export function openReleases(needs: ReleasesNeeds): Releases {
  const { remote, storage } = needs;
  openKeys(remote.root.keys);
  forgetOthers(storage, remote);
  const bucketOf = openBucket(needs);
  // Storage may be emptied beneath an open page, which must not go back to what it has seen replaced.
  let known = toSeen(remote.root, { version: remote.least });
  const late = () => toUnreachable(remote.name);
  const openChain = () => openRootChain(remote.root, readKept(storage, remote.name).roots);

  const toLoad =
    (signal: AbortSignal): Load =>
    (path) =>
      loadDocument(needs, path, signal);

  /** A newer root holds from now on, whatever becomes of the live document (TUF 5.3.8). */
  async function renewChain(renew: Renew, load: Load): Promise<RootChain> {
    const chain = await renew(await openChain(), load);
    known = mergeSeen(known, toSeen(chain.root));
    keepRoots(storage, remote.name, chain);
    return chain;
  }

  async function ask(load: Load, renew?: Renew): Promise<Believed> {
    const [bytes, blocklist, newest] = await Promise.all([
      load(liveDocumentName),
      needs.blocklist(),
      renew ? renewChain(renew, load) : openChain(),
    ]);
    if (bytes === undefined) throw toUnreachable(remote.name);
    const { judged, chain } = await verifyFresh(bytes, newest, {
      judge: (root) => judge(needs, { bytes, root, blocklist, known }),
      load,
    });
    known = mergeSeen(known, judged.law.seen);
    keepJudged(storage, remote.name, { judged, chain, text: toText(bytes) });
    return { ...judged, from: 'server' };
  }

  async function judgeCopy(load: () => Promise<Bytes | undefined>): Promise<Believed | undefined> {
    try {
      const [bytes, { root }, blocklist] = await Promise.all([load(), openChain(), needs.blocklist()]);
      return bytes && { ...(await judge(needs, { bytes, root, blocklist, known })), from: 'copy' };
    } catch {
      // What is not good any more is as if there were none; the fresh document says why.
      return undefined;
    }
  }

  async function loadOwn(): Promise<Bytes | undefined> {
    const { live } = readKept(storage, remote.name);
    return live === undefined ? undefined : toBytes(live);
  }

  async function loadDeployed(): Promise<Bytes | undefined> {
    const { copy } = remote;
    if (copy === undefined) return undefined;
    const load = (signal: AbortSignal) =>
      loadBytes(needs.fetch, copy, { most: liveFormat.mostBytes, signal });
    return runWithin(copyMs, load, () => toUnreachable(remote.name));
  }

  return {
    fresh: (deadlineMs, renew) => runWithin(deadlineMs, (signal) => ask(toLoad(signal), renew), late),
    async renewRoot(deadlineMs, renew) {
      const { version } = (await openChain()).root;
      const chain = await runWithin(deadlineMs, (signal) => renewChain(renew, toLoad(signal)), late);
      return chain.root.version > version;
    },
    refusalByRoots(release) {
      const seen = mergeSeen(readKept(storage, remote.name).seen, known);
      return refusalOf(release, { root: remote.root, seen });
    },
    async copy(which) {
      return (await judgeCopy(loadOwn)) ?? (which === 'own' ? undefined : judgeCopy(loadDeployed));
    },
    choose: ({ live }) => chooseRelease(live, bucketOf()),
  };
}
