import { LinkspanError } from '@linkspan/contract';
import { type Bytes, type Root, toSeen, verifyFirstRoot, verifyLive } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { readNamedFile } from '../files.ts';
import type { Source } from '../store/store.ts';
import { parseLive } from './live.ts';
import { livePath, rootPath } from './paths.ts';
import { followStoredRoots, readAnnouncedRoot } from './root.ts';

/** A remote whose documents a page carries, and where the newest are read. */
interface Place {
  readonly remote: string;
  readonly source: Source;
  /** The files of the page that have them. */
  readonly files: { readonly root: string; readonly live: string };
}

/** The newest documents of a remote, verified. */
export interface Newest extends Place {
  /** The root that the page has carried until now. */
  readonly before: Root | undefined;
  readonly root: Root;
  /** Undefined if the remote is not live yet. */
  readonly live: Awaited<ReturnType<typeof verifyLive>> | undefined;
  readonly writes: readonly (readonly [file: string, bytes: Uint8Array])[];
}

/**
 * Reads the newest root and the live document of a remote, and verifies them as a page does that carries those of the files.
 * Rejects with `command/no-root`, `command/root-missing`, `command/no-document`, and with what `followRoots` and `verifyLive`
 * refuse.
 */
export async function readNewest(place: Place, now: number): Promise<Newest> {
  const { remote, source, files } = place;
  const carried = await readIfThere(files.root);
  const before = carried && (await verifyFirstRoot(carried, remote));
  const found = await followStoredRoots(source, remote, before);
  if (found === undefined)
    throw new Refusal('command/no-root', `${source.address} has no root of ${remote}. Check the address.`);
  const { root, refusal } = found;
  if (refusal) throw refusal;
  const carriedFile = await readIfThere(files.live);
  const carriedLive = carriedFile && parseLive(carriedFile, remote);
  const seen = toSeen(before ?? root, carriedLive);
  const liveFile = await source.read(livePath(remote));
  const named = Math.max(
    await readAnnouncedRoot(source, remote),
    liveFile === undefined ? 0 : parseLive(liveFile.bytes, remote).root,
  );
  if (named > root.version)
    throw new Refusal(
      'command/root-missing',
      `${source.address} names root ${named} of ${remote}, and has no root ${root.version + 1}. Nothing was written; ask the team to publish it.`,
    );
  // A remote is withdrawn by a live document, never by its absence.
  if (liveFile === undefined && carriedLive)
    throw new Refusal(
      'command/no-document',
      `${source.address} has no live document of ${remote}, and ${files.live} has version ${carriedLive.version}. Nothing was written.`,
    );
  if (liveFile === undefined && Date.parse(root.expiresAt) <= now)
    throw new LinkspanError('release/expired', { remote, document: 'root', expiresAt: root.expiresAt });
  const live = liveFile && (await verifyLive({ root, seen, envelope: new Uint8Array(liveFile.bytes), now }));
  const rootFile = await source.read(rootPath(remote, root.version));
  return {
    ...{ ...place, before, root, live },
    writes: [
      ...(rootFile && root.version !== before?.version ? [[files.root, rootFile.bytes] as const] : []),
      ...(liveFile ? [[files.live, liveFile.bytes] as const] : []),
    ],
  };
}

async function readIfThere(file: string): Promise<Bytes | undefined> {
  try {
    return await readNamedFile(file);
  } catch (error) {
    if (((error as Error).cause as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
