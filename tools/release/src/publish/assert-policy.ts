import type { Manifest } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import { type CheckReport, hasPassed } from '../documents/check-report.ts';
import type { Policy } from '../documents/policy.ts';

/** A signed release, and what its checks found, where it was checked. */
export interface Candidate {
  readonly manifest: Manifest;
  /** The id of the manifest. */
  readonly id: string;
  readonly folder: string;
  readonly report: CheckReport | undefined;
}

/** Refuses what a store's policy does not take. Throws `command/dirty-release`, `command/not-checked`. */
export function assertPolicy(
  { checks, allowsDirty }: Policy,
  { manifest, id, folder, report }: Candidate,
  store: string,
): void {
  const { remote, version, dirty } = manifest;
  if (dirty && !allowsDirty) throw new CommandError('command/dirty-release', { remote, version, store });
  const missing = checks.find((check) => !hasPassed(report, check, id));
  if (missing === undefined) return;
  throw new CommandError('command/not-checked', { remote, version, check: missing, store, folder });
}
