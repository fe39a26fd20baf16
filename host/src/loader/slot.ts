import {
  codeOf,
  type Discovery,
  type Failure,
  type FamilyId,
  failure,
  LinkspanError,
  type RemotePort,
  type ScopedStorage,
  toFailure,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { createDeferred, type Deferred, withDeadline } from '../async.ts';
import type { FamilyConfig } from '../config.ts';
import type { LoadStage, PageEvent } from '../events.ts';
import { codeMs, connectorMs } from '../limits.ts';
import type { FailureMark } from '../releases/failure-mark.ts';
import { type CopiedRelease, type ListedRelease, type Release, toListed } from '../releases/release.ts';
import type { ReleaseChecks, ReleaseSource } from '../releases/release-source.ts';
import { createFetchCode, fetchFiles, pathsOf, type StageFiles } from './files.ts';
import type { RanFiles } from './ran-files.ts';

/** Files that are being fetched, or that have been. */
interface PendingFiles {
  readonly all: Promise<void>;
  abort(reason: Error): void;
}

/** One family's place in the page. */
export interface FamilySlot {
  readonly family: FamilyConfig;
  /** The remote's own storage. */
  readonly storage: ScopedStorage;
  /** Undefined in development only. */
  readonly releases: ReleaseChecks | undefined;
  /** The release that this page runs, once chosen. */
  release: Release | undefined;
  /** Why there is no release. */
  refusal?: unknown;
  /** The release in the import map of a page whose document was late: only this one can run here. */
  copied?: ListedRelease;
  /** That document, once it has come: it may still offer the copied release. */
  coming?: Promise<Release>;
  /** Undefined in development, and until the early script has started. */
  failureMark?: FailureMark;
  /** Undefined until the early script has started. */
  ran?: RanFiles;
  /** The discovery that lists wallets, or why there is none; replaced when it is retried. */
  discovery: Deferred<Discovery>;
  /** The file of the discovery on its way, before it may run. */
  discoveryFile?: Promise<void>;
  /** The files of its connector, once they were asked for; undefined again after a failure. */
  pending?: PendingFiles;
}

export type FamilySlots = ReadonlyMap<FamilyId, FamilySlot>;

export function createSlot(
  family: FamilyConfig,
  storage: ScopedStorage,
  releases: ReleaseChecks | undefined,
): FamilySlot {
  return { family, storage, releases, release: undefined, discovery: createDeferred<Discovery>() };
}

/** The slot of a family. Throws `remote/unknown-family`. */
export function slotOf(slots: FamilySlots, family: FamilyId): FamilySlot {
  const slot = slots.get(family);
  if (slot === undefined) throw new LinkspanError('remote/unknown-family', { family });
  return slot;
}

/** Publishes the state of a remote. */
export type RemoteBoard = Pick<Store, 'publishRemote'>;

/**
 * Publishes that a slot's remote has failed. `step` is `reload` if only a new page can help, since a document is too
 * late for the import map or the browser remembers a module that failed.
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
  // Altered files would come again, and the browser does not run them.
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
 * Fetches the files of a slot's connector, once for all who want them; after a failure they are fetched again.
 * Rejects as `fetchFiles` does, or with `loader/timeout`.
 */
export async function fetchConnector(slot: FamilySlot, release: Release): Promise<void> {
  const pending = slot.pending ?? beginConnector(slot, release);
  await withDeadline(pending.all, connectorMs, () => {
    // Something in the page may have replaced `fetch` by one that ignores its signal.
    if (slot.pending === pending) delete slot.pending;
    const timeout = new LinkspanError('loader/timeout', { remote: release.ref.remote, stage: 'connector' });
    pending.abort(timeout);
    return timeout;
  });
}

/** Fetches them before anybody waits for them, without a deadline, unless they are being fetched. */
export function preloadConnector(slot: FamilySlot | undefined): void {
  if (slot?.release && !slot.pending) beginConnector(slot, slot.release);
}

function beginConnector(slot: FamilySlot, release: Release): PendingFiles {
  const control = new AbortController();
  const paths = release.manifest.preload.filter((path) => !slot.ran?.has(path));
  const all = fetchFiles(release, { stage: 'connector', paths }, control.signal);
  const pending = { all, abort: (reason: Error) => control.abort(reason) };
  slot.pending = pending;
  all.catch(() => {
    if (slot.pending === pending) delete slot.pending;
  });
  return pending;
}

/** What a release gets from the page in each of its ports. */
export function createRemotePort(
  slot: FamilySlot,
  release: Release,
  { stage, store, emit }: Pick<StageFiles, 'stage'> & { readonly store: Store; emit(event: PageEvent): void },
): Omit<RemotePort, 'signal'> {
  const { family, storage } = slot;
  return {
    ...{ family: family.id, networks: family.networks, options: family.remote.options, storage },
    importCode: createImportCode(slot, release, stage),
    showPairing: emitRefusals(family.id, emit, (pairing) => store.publishPairing(family.id, pairing)),
  };
}

function createImportCode(
  slot: FamilySlot,
  release: Release,
  stage: StageFiles['stage'],
): RemotePort['importCode'] {
  const fetchCode = createFetchCode(slot, release, stage);
  const context = { remote: release.ref.remote, stage };
  return async (names, load) => {
    await fetchCode(names);
    const importing = importMarked(slot, `${names}`, load).catch((cause: unknown) => {
      slot.ran?.forget();
      throw new LinkspanError('loader/unreachable', context, { cause });
    });
    importing.then(
      () => slot.ran?.add(pathsOf(release, names)),
      () => undefined,
    );
    return withDeadline(importing, codeMs, () => new LinkspanError('loader/timeout', context));
  };
}

/** Wraps a `publish` for a remote: a refusal of the store is emitted as a fault, and thrown to the remote. */
export function emitRefusals<Fact>(
  family: FamilyId,
  emit: (event: PageEvent) => void,
  publish: (fact: Fact) => void,
): (fact: Fact) => void {
  return (fact) => {
    try {
      publish(fact);
    } catch (error) {
      emit({ kind: 'fault', family, code: codeOf(error) ?? 'remote/failed' });
      throw error;
    }
  };
}

/** Imports code of a slot's release under its failure mark: see `FailureMark.during`. */
export function importMarked<Module>(
  { failureMark }: Pick<FamilySlot, 'failureMark'>,
  module: string,
  load: () => Promise<Module>,
): Promise<Module> {
  return failureMark ? failureMark.during(module, load) : load();
}

/** Publishes the current share of a slot's release, in whole percent of the visitors. */
export function publishShare(store: Store, slot: FamilySlot, share: number): void {
  const { release, family } = slot;
  if (release === undefined) return;
  const ref = { ...release.ref, share };
  slot.release = { ...release, share, ref };
  const state = store.view.family(family.id).remote.get();
  if ('release' in state) store.publishRemote(family.id, { ...state, release: ref });
}

/** Publishes `disconnected` on behalf of the page, with the reason: later publications of the connector are refused. */
export function endConnection(store: Store, family: FamilyId, failure?: Failure): void {
  const { lease, end } = store.openLease(family);
  lease.publishConnection({ status: 'disconnected', ...(failure && { failure }) });
  end();
}

/** The stage that is timed; `emit` receives its end. */
export interface Timing {
  readonly slot: FamilySlot;
  readonly stage: LoadStage;
  emit(event: PageEvent): void;
}

/** Runs a stage of a slot's remote, and emits its duration and the code that it failed with. */
export async function timeStage<Value>(timing: Timing, run: () => Promise<Value> | Value): Promise<Value> {
  const startedAt = performance.now();
  const emitEnd = (end: { readonly code?: string }) =>
    timing.emit(toStage(timing, { durationMs: performance.now() - startedAt, ...end }));
  try {
    const value = await run();
    emitEnd({});
    return value;
  } catch (error) {
    emitEnd({ code: codeOf(error) ?? 'remote/failed' });
    throw error;
  }
}

/** The event of a stage that has ended. */
export function toStage(
  { slot, stage }: Pick<Timing, 'slot' | 'stage'>,
  end: { readonly durationMs: number; readonly code?: string },
): PageEvent {
  const { family, release } = slot;
  const version = release && { version: release.ref.version };
  return { kind: 'stage', family: family.id, remote: family.remote.name, ...version, stage, ...end };
}

/** When a page does not wait for documents any longer, and what it puts into its import map then. */
export interface Lateness {
  readonly late: Promise<unknown>;
  readonly copies: readonly CopiedRelease[];
  /** The page's address, which a remote's path is relative to. */
  readonly base: string;
}

/**
 * Chooses the releases of all slots, side by side. Never rejects: if there is none, the slot holds why: `release/late` once
 * `late` has settled. If the page has a copy of its remote's release, that one takes its place in the import map, and `coming`
 * goes on. The early script publishes it.
 */
export async function chooseReleases(
  slots: readonly FamilySlot[],
  source: Pick<ReleaseSource, 'load'>,
  lateness?: Lateness,
): Promise<void> {
  await Promise.all(
    slots.map(async (slot) => {
      const { name, url } = slot.family.remote;
      try {
        const loading = source.load(slot);
        const refuse = (): never => {
          const copy = lateness?.copies.find(({ remote }) => remote === name);
          if (copy && lateness) {
            slot.copied = toListed(copy, new URL(url, lateness.base).href);
            slot.coming = loading;
          }
          throw new LinkspanError('release/late', { remote: name });
        };
        slot.release = await (lateness ? Promise.race([loading, lateness.late.then(refuse)]) : loading);
      } catch (error) {
        slot.refusal = error;
      }
    }),
  );
}
