import { codeOf, failure, type ReleaseStatus, toFailure } from '@linkspan/contract';
import { type Live, type LiveRelease, type Policy, refusalOf, type VerifiedManifest } from '@linkspan/trust';
import type { Checked, OwnRelease } from './release-source.ts';

/** A remote's live document, verified, with the policy that its releases are judged by. */
export interface LoadedLive {
  readonly live: Live;
  readonly policy: Policy;
  readonly from: 'server' | 'copy';
}

/** How a page chooses among the releases of a live document. */
export interface Choice {
  /**
   * The release that this visitor gets among those that are compatible with this page; if none is, the one that they
   * would get. Throws `release/withdrawn` or the release's own refusal.
   */
  choose(loaded: LoadedLive): LiveRelease;
  /** True if this page can run a release, so that it is worth a reload. */
  isCompatible(release: Pick<VerifiedManifest, 'manifest'>): boolean;
}

/** What a verified live document says of a release that an open page runs. */
export function toChecked(release: OwnRelease, loaded: LoadedLive, choice: Choice): Checked {
  const { live } = loaded;
  const found = [...live.releases, ...live.refused].find(({ id }) => id === release.id);
  // A release that an older document names, in place of one that failed, runs until that document expires.
  const isInForce = release.recordedFailure === undefined || found !== undefined;
  return {
    status: toReleaseStatus(release, loaded, choice),
    share: found?.share ?? 0,
    ...(isInForce && { expiresAt: live.expiresAt }),
  };
}

/**
 * The status of the running release by a verified live document. A release that is merely no longer listed keeps
 * running: it stops only if its team or the host team has withdrawn it.
 */
export function toReleaseStatus(own: OwnRelease, loaded: LoadedLive, choice: Choice): ReleaseStatus {
  const { live, policy } = loaded;
  const refusal = refusalOf(own, policy);
  if (refusal || live.releases.length + live.refused.length === 0) return toStopped(own, refusal);
  const chosen = tryToChoose(loaded, choice);
  // A reload would not bring a release that has failed in this browser.
  if (chosen === undefined || [own.id, own.recordedFailure?.id].includes(chosen.id))
    return { state: 'current' };
  return { state: 'superseded', version: chosen.manifest.version };
}

/** The status of a release that was refused, or withdrawn by its team. */
export function toStopped({ manifest }: Pick<OwnRelease, 'manifest'>, refusal: unknown): ReleaseStatus {
  const withdrawn = failure('release/withdrawn', { remote: manifest.remote });
  return { state: 'stopped', failure: refusal === undefined ? withdrawn : toFailure(refusal, withdrawn) };
}

/** Undefined if every listed release is refused or incompatible with this page. */
function tryToChoose(loaded: LoadedLive, { choose, isCompatible }: Choice): LiveRelease | undefined {
  try {
    const chosen = choose(loaded);
    return isCompatible(chosen) ? chosen : undefined;
  } catch (error) {
    if (codeOf(error)?.startsWith('release/')) return undefined;
    throw error;
  }
}
