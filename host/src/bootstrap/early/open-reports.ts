import { createPacedView, type NextFrame, type PacedView, type Store } from '@linkspan/store';
import { createEventStream, type EventStream } from '../../diagnostics/event-stream.ts';
import { reportFacts } from '../../diagnostics/report-facts.ts';
import type { FamilySlot } from '../../loader/family-slot.ts';
import { listenForStray } from './listen-for-stray.ts';

/** What reports need of the page. */
export interface ReportNeeds {
  /** Milliseconds since 1970. */
  now(): number;
  readonly nextFrame: NextFrame;
}

/** Reports what happens in the store, and which errors nobody has caught. */
export function openReports(
  store: Store,
  slots: readonly FamilySlot[],
  { now, nextFrame }: ReportNeeds,
): { readonly stream: EventStream; readonly paced: PacedView } {
  const stream = createEventStream({ now });
  const paced = createPacedView(store.view, nextFrame);
  const { emit } = stream;
  reportFacts(store.view, { emit, now });
  listenForStray(window, { slots, emit, now });
  return { stream, paced };
}
