import {
  type Bytes,
  chooseRelease,
  type LiveRelease,
  liveDocumentName,
  liveFormat,
  mergeSeen,
  openKeys,
  toSeen,
} from '@linkspan/trust';
import { runWithin } from '../loader/deadline.ts';
import { copyMs } from '../loader/deadlines.ts';
import type { Believed } from './believed.ts';
import { openBucket } from './bucket.ts';
import { toBytes, toText } from './document-text.ts';
import { judge } from './judge.ts';
import { forgetOthers, keepJudged, readKept } from './kept.ts';
import { loadBytes } from './load-bytes.ts';
import { loadDocument, toUnreachable } from './load-document.ts';
import type { ReleasesNeeds } from './needs.ts';
import { openRootChain } from './root-chain.ts';
import { verifyFresh } from './verify-fresh.ts';

export type { Believed } from './believed.ts';

/** What this browser believes of one remote's releases. */
export interface Releases {
  /** Asks the remote's server now, and keeps what it saw. Rejects with `release/…`. */
  fresh(deadlineMs: number): Promise<Believed>;
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
  const openChain = () => openRootChain(remote.root, readKept(storage, remote.name).roots);

  async function ask(signal: AbortSignal): Promise<Believed> {
    const load = (path: string) => loadDocument(needs, path, signal);
    const [bytes, blocklist] = await Promise.all([load(liveDocumentName), needs.blocklist()]);
    if (bytes === undefined) throw toUnreachable(remote.name);
    const { judged, chain } = await verifyFresh(bytes, await openChain(), {
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
    fresh: (deadlineMs) => runWithin(deadlineMs, ask, () => toUnreachable(remote.name)),
    async copy(which) {
      return (await judgeCopy(loadOwn)) ?? (which === 'own' ? undefined : judgeCopy(loadDeployed));
    },
    choose: ({ live }) => chooseRelease(live, bucketOf()),
  };
}
