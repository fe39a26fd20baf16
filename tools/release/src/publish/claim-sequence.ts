import type { Manifest } from '@linkspan/trust';
import { assertNewer } from '@linkspan/trust/sign';
import { CommandError } from '../command-error.ts';
import { type Claim, listUnfinished, parseClaim, toClaimBytes } from '../documents/claim.ts';
import { sequencePath } from '../documents/paths.ts';
import { listManifests } from '../documents/published.ts';
import { StoreConflict } from '../store/error.ts';
import { immutableHeaders } from '../store/headers.ts';
import type { Store } from '../store/store.ts';

/** A release that is to be published. */
export interface Numbered {
  readonly manifest: Manifest;
  /** The id of the manifest. */
  readonly id: string;
}

/**
 * Refuses a release that does not rise above every published one, and above every one that is just being published.
 * Throws `release/older`, `command/sequence-taken`, `command/unfinished`.
 */
export async function assertRises(store: Store, { manifest, id }: Numbered): Promise<void> {
  const { remote, version, sequence } = manifest;
  const published = await listManifests(store, remote);
  assertNewer(
    manifest,
    published.filter((one) => one.version !== version),
  );
  for (const claim of await listUnfinished(store, remote, published)) {
    if (claim.manifest === id) continue;
    if (claim.sequence === sequence) throw taken(manifest, claim);
    if (claim.version !== version) assertAbove(manifest, claim);
  }
}

/**
 * Takes the sequence of a release for it alone; where it has it already, that is no failure. Of several at once one
 * gets through at most: whoever claims a lower one sees the higher. Rejects with what `assertRises` rejects with.
 */
export async function claimSequence(store: Store, { manifest, id }: Numbered): Promise<void> {
  const { remote, version, sequence } = manifest;
  const path = sequencePath(remote, sequence);
  const bytes = toClaimBytes({ sequence, version, manifest: id });
  try {
    await store.createIfAbsent(path, bytes, immutableHeaders(path));
  } catch (cause) {
    if (!(cause instanceof StoreConflict) || cause.now === undefined) throw cause;
    const there = parseClaim(cause.now.bytes, remote, sequence);
    if (there.manifest !== id) throw taken(manifest, there);
  }
  await assertRises(store, { manifest, id });
}

function assertAbove(manifest: Manifest, claim: Claim): void {
  try {
    assertNewer(manifest, [{ ...manifest, ...claim }]);
  } catch (cause) {
    const { remote, version } = manifest;
    const seen = `${claim.version} (sequence ${claim.sequence})`;
    throw new CommandError('command/unfinished', { remote, version, seen }, { cause });
  }
}

function taken({ remote }: Manifest, { sequence, version }: Claim): CommandError {
  return new CommandError('command/sequence-taken', { remote, sequence: `${sequence}`, version });
}
