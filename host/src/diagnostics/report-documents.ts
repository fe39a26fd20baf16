import { codeOf } from '@linkspan/contract';
import { liveDocumentName } from '@linkspan/trust';
import type { PageEvent } from '../events.ts';
import { type FamilySlot, toStage } from '../loader/slot.ts';

/** What tells how long something took: Performance Timeline, "Performance". */
type Clock = Pick<Performance, 'now' | 'getEntriesByName'>;

/**
 * Tells when each remote's document was there, from the page's start. Where the browser knows nothing of the request,
 * as of one that failed, it is until now.
 */
export function reportDocuments(
  slots: readonly FamilySlot[],
  { clock, base, emit }: { clock: Clock; base: string; emit(event: PageEvent): void },
): void {
  for (const slot of slots) {
    const { href } = new URL(slot.family.remote.url + liveDocumentName, base);
    const entry = clock.getEntriesByName(href, 'resource').at(-1) as PerformanceResourceTiming | undefined;
    const { refusal } = slot;
    const code = refusal === undefined ? {} : { code: codeOf(refusal) ?? 'remote/failed' };
    emit(toStage({ slot, stage: 'document' }, { durationMs: entry?.responseEnd || clock.now(), ...code }));
  }
}
