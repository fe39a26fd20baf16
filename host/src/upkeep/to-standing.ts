import { codeOf, type Failure, failure, type Standing, toFailure } from '@linkspan/contract';
import { type LiveRelease, refusalOf, type VerifiedManifest } from '@linkspan/trust';
import type { Release } from '../loader/release.ts';
import type { Believed, Releases } from '../releases/releases.ts';

/**
 * What has become of the release that an open page runs, by a live document that is believed. A release that is
 * merely no longer listed goes on: it stops only where its team or the host team has taken it back.
 */
export function toStanding(own: Own, believed: Believed, choose: Releases['choose']): Standing {
  const reason = reasonToStop(own, believed);
  if (reason !== undefined) return { state: 'stopped', failure: reason };
  const chosen = tryToChoose(believed, choose);
  // A reload would not bring what has failed in this browser.
  if (chosen === undefined || [own.id, own.charge?.id].includes(chosen.id)) return { state: 'current' };
  return { state: 'superseded', version: chosen.manifest.version };
}

/** The release that an open page runs, and what is held against the one that it serves in place of. */
type Own = VerifiedManifest & Pick<Release, 'charge'>;

function reasonToStop(own: Own, { live, law }: Believed): Failure | undefined {
  const { remote } = own.manifest;
  const withdrawn = failure('release/withdrawn', { remote });
  const refusal = refusalOf(own, law);
  if (refusal !== undefined) return toFailure(refusal, withdrawn);
  return live.releases.length + live.refused.length === 0 ? withdrawn : undefined;
}

/** Undefined where all that is listed is refused: nothing better is to be had. */
function tryToChoose(believed: Believed, choose: Releases['choose']): LiveRelease | undefined {
  try {
    return choose(believed);
  } catch (error) {
    if (codeOf(error)?.startsWith('release/')) return undefined;
    throw error;
  }
}
