import { hasCode, type LinkspanError } from '@linkspan/contract';
import { nothingSeen, type Root, refusalOf, verifyManifest } from '@linkspan/trust';
import { explainRefusal } from '../errors.ts';
import { type LiveReleases, manifestIdOf, manifestOf } from './live.ts';

/** A release that a live document names and a root refuses. */
export interface RefusedLive {
  readonly version: string;
  /** `release/below-floor`, `release/revoked`, or why its signatures do not count. */
  readonly code: string;
  readonly sentence: string;
  /** The sentence with the code. */
  readonly why: string;
  /** Set if it is not taken back, and only lacks signatures by keys that the root allows now. */
  readonly lacksSignatures?: true;
}

/** The first of these releases that a root takes back, whoever signed it: it is revoked, or below the floor. */
export function findTakenBack(root: Root, releases: LiveReleases): RefusedLive | undefined {
  for (const release of releases) {
    const refusal = refusalOfStated(root, release);
    if (refusal) return toRefused(root, release, refusal);
  }
  return undefined;
}

/** The first of these releases that a root refuses: it is taken back, or its signatures do not count any more. */
export async function findRefused(root: Root, releases: LiveReleases): Promise<RefusedLive | undefined> {
  const taken = findTakenBack(root, releases);
  if (taken) return taken;
  for (const release of releases)
    try {
      await verifyManifest(root, release.manifest);
    } catch (error) {
      if (!hasCode(error, 'release/unsigned') && !hasCode(error, 'release/wrong-signer')) throw error;
      return { ...toRefused(root, release, error), lacksSignatures: true };
    }
  return undefined;
}

function toRefused(
  { remote }: Root,
  release: LiveReleases[number],
  refusal: LinkspanError | unknown,
): RefusedLive {
  const { code, sentence } = explainRefusal(refusal);
  return { version: manifestOf(release, remote).version, code, sentence, why: `${sentence} (${code})` };
}

/** Why a root does not allow a release of a live document, or undefined. Signatures are not verified here. */
export function refusalOfStated(root: Root, release: LiveReleases[number]): LinkspanError | undefined {
  const stated = { id: manifestIdOf(release.manifest), manifest: manifestOf(release, root.remote) };
  return refusalOf(stated, { root, seen: nothingSeen });
}
