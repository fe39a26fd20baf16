import { type LivePayload, type Manifest, nothingSeen, refusalOf } from '@linkspan/trust';
import { explainError, Refusal } from '../errors.ts';
import { historyBatch } from '../limits.ts';
import { command } from '../output.ts';
import { readAll, type Store } from '../store/store.ts';
import {
  type CurrentState,
  type LiveReleases,
  manifestIdOf,
  manifestOf,
  parseLive,
  toNotLive,
} from './live.ts';
import { historyFolder, numberOfPath } from './paths.ts';
import { listManifests, type Published, parseListed, readRelease } from './published.ts';

/** A previous live document and its path. It is parsed and not verified: its key may have been replaced. */
export interface PreviousLive {
  readonly path: string;
  readonly live: LivePayload;
  readonly bytes: Uint8Array;
}

/** The previous live documents of a remote that are in a store and can be read, oldest first. */
export async function readHistory(store: Store, remote: string): Promise<readonly PreviousLive[]> {
  const previous = await listPrevious(store, remote);
  const files = await readAll(
    store,
    previous.map(({ path }) => path),
  );
  return files
    .flatMap(({ path, bytes }) => {
      const live = parseListed(() => parseLive(bytes, remote));
      return live ? [{ path, bytes, live }] : [];
    })
    .sort((one, other) => one.live.version - other.live.version);
}

/** Where the previous live documents of a remote are, and their versions, oldest first. */
export async function listPrevious(
  store: Store,
  remote: string,
): Promise<readonly { readonly path: string; readonly version: number }[]> {
  const folder = historyFolder(remote);
  const entries = await store.list(folder);
  return entries
    .flatMap(({ path }) => {
      const version = numberOfPath(folder, path);
      return version === undefined ? [] : [{ path, version }];
    })
    .sort((one, other) => one.version - other.version);
}

/**
 * What was live of a remote before, newest first, read as far as somebody asks. Nothing is verified, and a document
 * that cannot be read is passed over: it must not stand in the way of a rollback.
 */
async function* readPreviousReleases(store: Store, remote: string): AsyncGenerator<LiveReleases> {
  const newestFirst = (await listPrevious(store, remote)).map(({ path }) => path).reverse();
  for (let from = 0; from < newestFirst.length; from += historyBatch) {
    const files = await readAll(store, newestFirst.slice(from, from + historyBatch));
    for (const { bytes } of files) yield parseListed(() => parseLive(bytes, remote))?.releases ?? [];
  }
}

/**
 * The releases that visitors had before those that are live now, of the newest previous document that names such:
 * the target of a rollback. None if nothing else was ever live. `history` is oldest first.
 */
export function findPreviouslyLive(history: readonly PreviousLive[], now: LiveReleases): LiveReleases {
  const ids = now.map(({ manifest }) => manifestIdOf(manifest));
  const isOther = ({ share, manifest }: LiveReleases[number]) =>
    share > 0 && !ids.includes(manifestIdOf(manifest));
  const before = history.findLast(({ live }) => live.releases.some(isOther));
  return before?.live.releases.filter(isOther) ?? [];
}

/**
 * The release to go back to: the first that is older than the newest live one, is still published and allowed. Asked
 * first are those that are live too, then those that were live before, newest document first, then all that are
 * published. Rejects with `command/not-live` and `command/nothing-before`.
 */
export async function findRollbackTarget(before: CurrentState): Promise<Published> {
  const { remote } = before.root;
  const tried = new Set<string>();
  for await (const { version } of listOlder(before)) {
    if (tried.has(version)) continue;
    tried.add(version);
    const found = await readAllowed(before, version);
    if (found !== undefined) return found;
  }
  throw new Refusal(
    'command/nothing-before',
    `There is no release of ${remote} to go back to. “${command} withdraw ${remote}” takes it off.`,
  );
}

async function* listOlder({ store, root: { remote }, now }: CurrentState): AsyncGenerator<Manifest> {
  const live = toManifests(remote, now?.live.releases ?? []);
  const oldest = live.at(-1);
  if (oldest === undefined) throw toNotLive(remote);
  yield* live.slice(1);
  const isOlder = ({ sequence }: Manifest) => sequence < oldest.sequence;
  for await (const previous of readPreviousReleases(store, remote)) {
    const served = previous.filter(({ share }) => share > 0).sort((one, other) => other.share - one.share);
    yield* served.map((one) => manifestOf(one, remote)).filter(isOlder);
  }
  yield* (await listManifests(store, remote)).filter(isOlder).reverse();
}

function toManifests(remote: string, live: LiveReleases): readonly Manifest[] {
  return live.map((one) => manifestOf(one, remote)).sort((one, other) => other.sequence - one.sequence);
}

/** The release as it is published, or undefined if it is gone, or refused by the root of today. */
async function readAllowed({ store, root }: CurrentState, version: string): Promise<Published | undefined> {
  try {
    const released = await readRelease(store, root, version);
    return refusalOf(released, { root, seen: nothingSeen }) === undefined ? released : undefined;
  } catch (error) {
    const end = explainError(error);
    if (end === undefined || end.code.startsWith('store/')) throw error;
    return undefined;
  }
}
