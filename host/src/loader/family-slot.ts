import {
  type Discovery,
  type FamilyId,
  failure,
  LinkspanError,
  type ScopedStorage,
  toFailure,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { createDeferred, type Deferred } from '../async.ts';
import type { FamilyConfig } from '../config.ts';
import type { FailureMark } from '../releases/failure-mark.ts';
import type { Release } from '../releases/release.ts';
import type { Releases } from '../releases/releases.ts';
import type { Coming } from './fetch-files.ts';

/** One family's place in the page. */
export interface FamilySlot {
  readonly family: FamilyConfig;
  /** What the remote may keep. */
  readonly storage: ScopedStorage;
  /** What this browser believes of the remote's releases; undefined in development only. */
  readonly releases: Releases | undefined;
  /** The release that serves this page, once chosen. */
  release: Release | undefined;
  /** Why there is none, where its choice has failed. */
  refusal?: unknown;
  /** Undefined in development, and until the early script has come. */
  failureMark?: FailureMark;
  /** The discovery that lists wallets, or why there is none. Another one where that can be tried again. */
  discovery: Deferred<Discovery>;
  /** The files of its connector, once somebody seems to want it; not after a failure. See `fetchConnector`. */
  coming?: Coming<void>;
}

export type FamilySlots = ReadonlyMap<FamilyId, FamilySlot>;

export function createSlot(
  family: FamilyConfig,
  storage: ScopedStorage,
  releases: Releases | undefined,
): FamilySlot {
  return { family, storage, releases, release: undefined, discovery: createDeferred<Discovery>() };
}

/** The slot of a family. Throws `remote/unknown-family`. */
export function slotOf(slots: FamilySlots, family: FamilyId): FamilySlot {
  const slot = slots.get(family);
  if (slot === undefined) throw new LinkspanError('remote/unknown-family', { family });
  return slot;
}

/** Where it is published what has become of a remote. */
export type RemoteBoard = Pick<Store, 'publishRemote'>;

/**
 * Publishes that a slot's remote has failed. Where only a fresh page can help, since a document comes too late for
 * the import map or the browser remembers a module that failed, `step` is `reload`.
 */
export function publishFailed(
  store: RemoteBoard,
  slot: FamilySlot,
  error: unknown,
  step: 'again' | 'reload',
): void {
  const { family, release } = slot;
  const uncoded = failure('remote/failed', { family: family.title });
  const failed = toFailure(error, uncoded);
  // Files that are other ones than were released would come again, and the browser does not run them.
  if (failed !== uncoded && (step === 'reload' || failed.code === 'loader/altered'))
    slot.failureMark?.fail(failed.code);
  store.publishRemote(family.id, {
    stage: 'failed',
    failure: failed,
    step,
    ...(release && { release: release.ref }),
  });
}
