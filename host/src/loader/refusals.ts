import { assertAccepts, codeOf, hasCode, LinkspanError, type RemoteState, toError } from '@linkspan/contract';
import { isClockInDoubt, isOutOfTime } from '@linkspan/trust';
import { createDeferred } from '../async.ts';
import { explainOutOfTime } from '../releases/clock.ts';
import { incompatibilityOf } from '../releases/compatible.ts';
import type { Release } from '../releases/release.ts';
import type { ReleaseSource } from '../releases/release-source.ts';
import { type FamilySlot, publishFailed, type RemoteBoard } from './slot.ts';

/** Dependencies of refusals. */
export interface RefusalDependencies {
  readonly store: RemoteBoard;
  /** Versions of the libraries that the page shares, by package name. */
  readonly offered: Readonly<Record<string, string>>;
}

/** Dependencies of the first refusals, which may be due to this device's clock. */
export interface ClockDependencies extends RefusalDependencies {
  /** Milliseconds since 1970. */
  now(): number;
  /** See `measureClock`. */
  measureClock(): Promise<number | undefined>;
}

/**
 * Publishes why slots have no release, and takes releases from their slots that do not fit this page, or are not to run
 * in it, before any of their code is loaded. If no document confirms this device's clock, the page's own server is asked
 * for the time, and nothing runs meanwhile: see `explainOutOfTime`.
 */
export async function publishRefusals(slots: readonly FamilySlot[], needs: ClockDependencies): Promise<void> {
  for (const slot of slots) refuseIncompatible(slot, needs);
  const isInDoubt = isClockInDoubt(slots.map(({ refusal }) => refusal));
  const ahead = isInDoubt ? await needs.measureClock() : undefined;
  for (const slot of slots) {
    const { refusal, family } = slot;
    const isOfTime = isInDoubt && isOutOfTime(refusal);
    const explained = isOfTime ? explainOutOfTime(family.remote.name, needs.now(), ahead) : undefined;
    if (refusal !== undefined) fail(slot, explained ? toError(explained) : refusal, needs);
  }
}

/** Takes a release that came after the import map was closed, if it is the one in the map. Throws `release/late`. */
export function takeCopied(slot: FamilySlot, release: Release): void {
  if (slot.copied?.id !== release.id) throw new LinkspanError('release/late', { remote: release.ref.remote });
  slot.release = release;
  delete slot.refusal;
}

/**
 * Asks again for a document that did not come. If the release that it offers is not in the import map, it is good for the next
 * page: `release/late`.
 */
export async function retryDocument(
  slot: FamilySlot,
  { source, store, offered }: RefusalDependencies & { readonly source: ReleaseSource },
): Promise<void> {
  try {
    const release = await source.load(slot);
    const error = incompatibilityOf(release.manifest, offered);
    if (error) throw error;
    takeCopied(slot, release);
  } catch (error) {
    publishFailed(store, slot, error, hasCode(error, 'release/late') ? 'reload' : 'again');
  }
}

/** Failures that end by themselves once the network is back. */
const passing = [
  'release/unreachable',
  'release/portal',
  'loader/unreachable',
  'loader/portal',
  'loader/timeout',
];

/** Whether a remote has failed at the network, so that it is worth another try. */
export function isPassing(state: RemoteState): boolean {
  return state.stage === 'failed' && state.step === 'again' && passing.includes(state.failure.code);
}

function refuseIncompatible(slot: FamilySlot, { offered }: RefusalDependencies): void {
  const error = slot.release && incompatibilityOf(slot.release.manifest, offered);
  if (error) refuse(slot, error);
}

/** Codes that only a fresh page can clear: a corrected clock, a newer browser. */
const forReload: readonly (string | undefined)[] = [
  'release/clock',
  'release/out-of-time',
  'release/uncheckable',
  'loader/unenforced',
];

function fail(slot: FamilySlot, error: unknown, { store }: RefusalDependencies): void {
  publishFailed(store, slot, error, forReload.includes(codeOf(error)) ? 'reload' : 'again');
  slot.discovery.reject(error);
}

/** Removes a slot's release, if it has one: nothing of it is loaded unchecked. */
export function refuseUnenforced(slot: FamilySlot): void {
  if (slot.release) refuse(slot, new LinkspanError('loader/unenforced', { remote: slot.release.ref.remote }));
}

function refuse(slot: FamilySlot, error: LinkspanError): void {
  slot.release = undefined;
  slot.refusal = error;
}

/**
 * Takes a release from its slot that does not accept the configuration of its family, and publishes why:
 * `config/malformed`. A deploy refuses it earlier, where it has the remote's live document.
 */
export function refuseMisconfigured(slot: FamilySlot, store: RemoteBoard): void {
  const { family, release } = slot;
  try {
    assertAccepts(release?.manifest.accepts, family, family.id);
  } catch (error) {
    const { failureMark, ...untried } = slot;
    publishFailed(store, untried, error, 'reload');
    slot.release = undefined;
    slot.refusal = error;
    slot.discovery = createDeferred();
    slot.discovery.reject(error);
  }
}
