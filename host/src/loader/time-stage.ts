import { codeOf, type Happening, type LoadStage } from '@linkspan/contract';
import type { FamilySlot } from './family-slot.ts';

/** Which stage is timed, and who hears of its end. */
export interface Timing {
  readonly slot: FamilySlot;
  readonly stage: LoadStage;
  emit(happening: Happening): void;
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
): Happening {
  const { family, release } = slot;
  const version = release && { version: release.ref.version };
  return { kind: 'stage', family: family.id, remote: family.remote.name, ...version, stage, ...end };
}
