import { type LivePayload, nothingSeen, refusalOf } from '@linkspan/trust';
import { explainError, Refusal } from '../errors.ts';
import { command } from '../output.ts';
import { readAll, type Store } from '../store/store.ts';
import { type CurrentState, type LiveReleases, manifestOf, parseLive, toNotLive } from './live.ts';
import { historyFolder, numberOfPath } from './paths.ts';
import { type Published, parseListed, readRelease } from './published.ts';

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
 * The release to go back to: the first that is older than the newest live one, is still published and allowed. Asked
 * first are those that are live too, then those that visitors had before, newest document first. Rejects with
 * `command/not-live` and `command/nothing-before`.
 */
export async function findRollbackTarget(before: CurrentState): Promise<Published> {
  const { store, root, now } = before;
  const { remote } = root;
  const toManifests = (releases: LiveReleases) => releases.map((one) => manifestOf(one, remote));
  const live = toManifests(now?.live.releases ?? []).sort((one, other) => other.sequence - one.sequence);
  const oldest = live.at(-1);
  if (oldest === undefined) throw toNotLive(remote);
  const history = [...(await readHistory(store, remote))].reverse();
  const previous = history.flatMap(({ live: { releases } }) => {
    const served = releases.filter(({ share }) => share > 0).sort((one, other) => other.share - one.share);
    return toManifests(served).filter(({ sequence }) => sequence < oldest.sequence);
  });
  for (const version of new Set([...live.slice(1), ...previous].map((one) => one.version))) {
    const found = await readAllowed(before, version);
    if (found !== undefined) return found;
  }
  throw new Refusal(
    'command/nothing-before',
    `No earlier release of ${remote} that was live can run. Name another with “${command} rollback ${remote} --to VERSION”, or take it off with “${command} withdraw ${remote}”.`,
  );
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
