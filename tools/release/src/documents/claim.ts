import { LinkspanError, Misshapen, record, type Shape, text } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';
import { readAll } from '../store/read-all.ts';
import type { Store } from '../store/store.ts';
import { sequenceFolder, sequencePath } from './paths.ts';

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
export function toClaimBytes({ version, manifest }: Claim): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ version, manifest })}\n`);
}

/** The claim in a file of the store. Throws `release/malformed` with the place. */
export function parseClaim(bytes: Uint8Array, remote: string, sequence: number): Claim {
  const place = `sequence/${sequence}`;
  try {
    return { sequence, ...fields(JSON.parse(new TextDecoder().decode(bytes)), place) };
  } catch (cause) {
    const at = cause instanceof Misshapen ? cause.place : place;
    throw new LinkspanError('release/malformed', { remote, place: at }, { cause });
  }
}

/** The claims of releases that are not published: being published just now, or begun and not finished. */
export async function listUnfinished(
  store: Store,
  remote: string,
  published: readonly Manifest[],
): Promise<readonly Claim[]> {
  const taken = new Set(published.map(({ sequence }) => sequencePath(remote, sequence)));
  const entries = await store.list(sequenceFolder(remote));
  const open = entries
    .map(({ path }) => path)
    .filter((path) => /\/\d+\.json$/.test(path) && !taken.has(path));
  const files = await readAll(store, open);
  return files.map(({ path, bytes }) => parseClaim(bytes, remote, Number(/(\d+)\.json$/.exec(path)?.[1])));
}
