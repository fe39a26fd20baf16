import { hasCode, LinkspanError } from '@linkspan/contract';
import { type Bytes, liveFormat, parsePayload, type Root, readEnvelope } from '@linkspan/trust';
import type { VerifiedLive } from './live.ts';
import { loadNewerRoots, type RootChain } from './root-chain.ts';

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
