import { LinkspanError, Malformed, record, type Shape, text } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';
import { assertNewer } from '@linkspan/trust/sign';
import { CommandError } from '../errors.ts';
import { StoreConflict } from '../store/errors.ts';
import { immutableHeaders, readAll, type Store } from '../store/store.ts';
import { numberOfPath, parseListed } from './listing.ts';
import { sequenceFolder, sequencePath } from './paths.ts';
import { listManifests } from './published.ts';

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
 * Takes the sequence of a release for it only; if it has it already, that is no failure. Of several at once one
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

/** Which release a sequence belongs to. Written before the release's files, so that no two are published as one. */
export interface Claim {
  readonly sequence: number;
  readonly version: string;
  /** The id of the manifest. */
  readonly manifest: string;
}

const fields = record({
  version: text('a version', undefined, 64),
  manifest: text('the id of a manifest', (value) => /^[0-9a-f]{64}$/.test(value)),
}) satisfies Shape<Omit<Claim, 'sequence'>>;

/** The bytes of a claim's file: the same claim gives the same. */
function toClaimBytes({ version, manifest }: Claim): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ version, manifest })}\n`);
}

/** The claim in a file of the store. Throws `release/malformed` with the place. */
function parseClaim(bytes: Uint8Array, remote: string, sequence: number): Claim {
  const place = `sequence/${sequence}`;
  try {
    return { sequence, ...fields(JSON.parse(new TextDecoder().decode(bytes)), place) };
  } catch (cause) {
    const at = cause instanceof Malformed ? cause.place : place;
    throw new LinkspanError('release/malformed', { remote, place: at }, { cause });
  }
}

/** The claims of releases that are not published: being published just now, or begun and not finished. */
async function listUnfinished(
  store: Store,
  remote: string,
  published: readonly Manifest[],
): Promise<readonly Claim[]> {
  const taken = new Set(published.map(({ sequence }) => sequencePath(remote, sequence)));
  const folder = sequenceFolder(remote);
  const entries = await store.list(folder);
  const open = entries.map(({ path }) => path).filter((path) => !taken.has(path));
  const files = await readAll(
    store,
    open.filter((path) => numberOfPath(folder, path) !== undefined),
  );
  return files.flatMap(({ path, bytes }) => {
    const sequence = numberOfPath(folder, path) as number;
    return parseListed(() => parseClaim(bytes, remote, sequence)) ?? [];
  });
}
