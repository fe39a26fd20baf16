import { LinkspanError } from '@linkspan/contract';
import type { Release } from './release.ts';

/**
 * A chosen release as this page may run it: it says what it serves in place of. One that has failed here, and is all
 * there is, is tried once more; one that did not let the page go on is not. Throws `release/quarantined`.
 */
export function admit(release: Release): Release {
  const { recordedFailure, ref, id } = release;
  if (recordedFailure === undefined) return release;
  const { version, stage, code } = recordedFailure;
  if (recordedFailure.id !== id) return { ...release, ref: { ...ref, insteadOf: { version, code } } };
  if (code === 'release/quarantined') throw new LinkspanError(code, { remote: ref.remote, version, stage });
  return { ...release, recordedFailure: undefined };
}
