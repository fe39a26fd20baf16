import {
  codeOf,
  type Discovery,
  type Failure,
  type FamilyId,
  failure,
  LinkspanError,
  type ScopedStorage,
  toFailure,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { createDeferred, type Deferred } from '../async.ts';
import type { FamilyConfig } from '../config.ts';
import type { LoadStage, PageEvent } from '../events.ts';
import { connectorMs } from '../limits.ts';
import type { FailureMark } from '../releases/failure-mark.ts';
import type { Release } from '../releases/release.ts';
import type { Releases } from '../releases/releases.ts';
import type { ReleaseSource } from '../releases/source.ts';
import { beginFiles, type PendingFiles } from './files.ts';

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
  pending?: PendingFiles<void>;
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

/**
 * Fetches the files of a slot's connector, once for all who want them: what is on its way, or has come, is joined, and
 * after a failure they are asked for again. Whoever joins has the whole deadline before it.
 */
export function fetchConnector(slot: FamilySlot, release: Release): PendingFiles<void> {
  const { pending } = slot;
  pending?.renew();
  return pending ?? beginConnector(slot, release);
}

/** Fetches them before anybody waits for them, unless they are on their way. */
export function preloadConnector(slot: FamilySlot | undefined): void {
  if (slot?.release && !slot.pending) beginConnector(slot, slot.release);
}

function beginConnector(slot: FamilySlot, release: Release): PendingFiles<void> {
  const { preload: paths } = release.manifest;
  const { all, renew } = beginFiles(release, { stage: 'connector', paths, deadlineMs: connectorMs });
  // Without their bytes, which the browser keeps.
  const pending = { all: all.then(() => undefined), renew };
  slot.pending = pending;
  pending.all.catch(() => {
    delete slot.pending;
  });
  return pending;
}

/** Says which share of the visitors the release of a slot has by now, in whole percent. */
export function publishShare(store: Store, slot: FamilySlot, share: number): void {
  const { release, family } = slot;
  if (release === undefined) return;
  const ref = { ...release.ref, share };
  slot.release = { ...release, share, ref };
  const state = store.view.family(family.id).remote.get();
  if ('release' in state) store.publishRemote(family.id, { ...state, release: ref });
}

/** Publishes `disconnected` in the page's own name, with the reason: what the connector publishes later is refused. */
export function endConnection(store: Store, family: FamilyId, failure?: Failure): void {
  const { lease, end } = store.openLease(family);
  lease.publishConnection({ status: 'disconnected', ...(failure && { failure }) });
  end();
}

/** Which stage is timed, and who hears of its end. */
export interface Timing {
  readonly slot: FamilySlot;
  readonly stage: LoadStage;
  emit(event: PageEvent): void;
}

/** Runs a stage of a slot's remote, and tells how long it took, and with which code it failed. Passes on what comes. */
export async function timeStage<Value>(timing: Timing, run: () => Promise<Value> | Value): Promise<Value> {
  const begun = performance.now();
  const tell = (end: { readonly code?: string }) =>
    timing.emit(toStage(timing, { durationMs: performance.now() - begun, ...end }));
  try {
    const value = await run();
    tell({});
    return value;
  } catch (error) {
    tell({ code: codeOf(error) ?? 'remote/failed' });
    throw error;
  }
}

/** The news that a stage has ended. */
export function toStage(
  { slot, stage }: Pick<Timing, 'slot' | 'stage'>,
  end: { readonly durationMs: number; readonly code?: string },
): PageEvent {
  const { family, release } = slot;
  const version = release && { version: release.ref.version };
  return { kind: 'stage', family: family.id, remote: family.remote.name, ...version, stage, ...end };
}

/**
 * Chooses the releases of all slots, side by side. Never rejects: if there is none, the slot holds why. The early script
 * publishes it.
 */
export async function chooseReleases(
  slots: readonly FamilySlot[],
  source: Pick<ReleaseSource, 'load'>,
): Promise<void> {
  await Promise.all(
    slots.map(async (slot) => {
      try {
        slot.release = await source.load(slot);
      } catch (error) {
        slot.refusal = error;
      }
    }),
  );
}
