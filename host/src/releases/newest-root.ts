import { type Bytes, newestRootName, parsePayload, readEnvelope, rootFormat } from '@linkspan/trust';
import type { Renew } from './releases.ts';
import { loadNewerRoots } from './root-chain.ts';

/**
 * The chain with the newest root that a server has, which no online key needs to name (TUF 5.3). The copy beside the live
 * document tells which roots to ask for; without a copy, the next one is asked for. A root that does not come leaves the
 * chain as it is. Rejects as `verifyRootChain` does for one that comes.
 */
export const loadNewestRoot: Renew = async (chain, load) => {
  const { remote, version } = chain.root;
  const tryToLoad = (path: string) => load(path).catch(() => undefined);
  const copy = await tryToLoad(newestRootName);
  const newest = copy ? readVersion(copy, remote) : version + 1;
  return newest > version ? loadNewerRoots(chain, newest, tryToLoad) : chain;
};

/** The version that a root claims, whoever signed it; 0 if it cannot be read. It tells what to ask for, no more. */
function readVersion(bytes: Bytes, remote: string): number {
  try {
    return parsePayload(rootFormat, readEnvelope(rootFormat, bytes, remote).payload, remote).version;
  } catch {
    return 0;
  }
}
