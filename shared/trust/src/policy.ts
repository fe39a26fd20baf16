import type { LinkspanError } from '@linkspan/contract';
import type { Blocklist } from './blocklist.ts';
import type { VerifiedManifest } from './manifest.ts';
import { refusal } from './refusal.ts';
import type { Root } from './root.ts';
import type { Seen } from './seen.ts';

/** The rules that allow a properly signed release to run. */
export interface Policy {
  readonly root: Root;
  readonly seen: Seen;
  /** The host team's, if it has one. */
  readonly blocklist?: Blocklist;
}

/**
 * Why a properly signed release may not run, or not continue in an open page: `release/below-floor`,
 * `release/revoked` or `release/blocked`. Undefined if it may.
 */
export function refusalOf({ id, manifest }: VerifiedManifest, policy: Policy): LinkspanError | undefined {
  const { root, seen, blocklist } = policy;
  const { remote, version, sequence } = manifest;
  const floor = Math.max(root.floor, seen.floor);
  if (sequence < floor) return refusal('release/below-floor', { remote, version, sequence, floor });
  if ([...root.revoked, ...seen.revoked].includes(id)) return refusal('release/revoked', { remote, version });
  return blocklist && blockedBy(blocklist, { id, manifest });
}

/** `release/blocked` if the host team's list has a release. Undefined if not. */
export function blockedBy({ blocked }: Blocklist, { id, manifest }: Blockable): LinkspanError | undefined {
  const { remote, version } = manifest;
  const found = blocked.find(
    (one) => one.remote === remote && ('manifest' in one ? one.manifest === id : one.version === version),
  );
  return found && refusal('release/blocked', { remote, version, reason: found.reason });
}

/** What a block list knows a release by. */
export interface Blockable {
  readonly id: string;
  readonly manifest: { readonly remote: string; readonly version: string };
}
