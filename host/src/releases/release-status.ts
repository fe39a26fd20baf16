import { codeOf, type Failure, failure, type Standing, toFailure } from '@linkspan/contract';
import { type LiveRelease, refusalOf, type VerifiedManifest } from '@linkspan/trust';
import type { Release } from './release.ts';
import type { LoadedLive, Releases } from './releases.ts';

/** What chooses among the live releases. */
type Choosing = Pick<Releases, 'choose' | 'isFit'>;

/**
 * What has become of the release that an open page runs, by a live document that is believed. A release that is
 * merely no longer listed goes on: it stops only where its team or the host team has taken it back.
 */
export function toReleaseStatus(own: Own, loaded: LoadedLive, releases: Choosing): Standing {
  const reason = reasonToStop(own, loaded);
  if (reason !== undefined) return { state: 'stopped', failure: reason };
  const chosen = tryToChoose(loaded, releases);
  // A reload would not bring what has failed in this browser.
  if (chosen === undefined || [own.id, own.recordedFailure?.id].includes(chosen.id))
    return { state: 'current' };
  return { state: 'superseded', version: chosen.manifest.version };
}

/** The release that an open page runs, and what is held against the one that it serves in place of. */
type Own = VerifiedManifest & Pick<Release, 'recordedFailure'>;

function reasonToStop(own: Own, { live, policy }: LoadedLive): Failure | undefined {
  const { remote } = own.manifest;
  const withdrawn = failure('release/withdrawn', { remote });
  const refusal = refusalOf(own, policy);
  if (refusal !== undefined) return toFailure(refusal, withdrawn);
  return live.releases.length + live.refused.length === 0 ? withdrawn : undefined;
}

/** Undefined if all that is listed is refused, or does not fit this page: nothing better is to be had. */
function tryToChoose(loaded: LoadedLive, { choose, isFit }: Choosing): LiveRelease | undefined {
  try {
    const chosen = choose(loaded);
    return isFit(chosen) ? chosen : undefined;
  } catch (error) {
    if (codeOf(error)?.startsWith('release/')) return undefined;
    throw error;
  }
}
