import { codeOf, type FamilyId } from '@linkspan/contract';
import { createPacedView, type NextFrame, type PacedView, type Store } from '@linkspan/store';
import type { liveDocumentName } from '@linkspan/trust';
import { reportFacts } from '../../diagnostics/reporters.ts';
import { createEventStream, createLimit, type EventStream, type PageEvent } from '../../events.ts';
import { isThrownIn } from '../../loader/module.ts';
import { type FamilySlot, toStage } from '../../loader/slot.ts';

/** Dependencies of the page's events. */
export interface ReportDependencies {
  /** Milliseconds since 1970. */
  now(): number;
  readonly nextFrame: NextFrame;
}

/** Reports what happens in the store, and which errors nobody has caught. */
export function openReports(
  store: Store,
  slots: readonly FamilySlot[],
  { now, nextFrame }: ReportDependencies,
): { readonly stream: EventStream; readonly paced: PacedView } {
  const stream = createEventStream({ now });
  const paced = createPacedView(store.view, nextFrame);
  const { emit } = stream;
  reportFacts(store.view, { emit, now });
  listenForStray(window, { slots, emit, now });
  return { stream, paced };
}

/** Who hears of errors that nobody has caught, and whose they may be. */
export interface StrayDependencies {
  readonly slots: readonly FamilySlot[];
  emit(event: PageEvent): void;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Reports errors and rejections that nobody has caught as faults of the remote whose files they come from, at most one
 * a second of each. WebKit does not let a page see what a script of another origin has
 * thrown (HTML, "muted errors"): it is reported as a fault of some remote. The console shows them as usual. Returns what ends it.
 */
export function listenForStray(
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  { slots, emit, now }: StrayDependencies,
): () => void {
  const isWithin = createLimit(1);

  function tell(family?: FamilyId): void {
    if (isWithin(`${family}`, now()))
      emit({ kind: 'fault', ...(family !== undefined && { family }), code: 'remote/failed' });
  }

  function hear(error: unknown, file: string): void {
    const slot = slots.find(({ release }) => release && isThrownIn(release, error, file));
    if (slot) tell(slot.family.id);
  }

  const onError = (event: ErrorEvent) => {
    if (isMuted(event)) tell();
    else hear(event.error, event.filename);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => hear(reason, '');
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

/** All that HTML leaves of it. The page's own scripts are of its own origin, and have more to say. */
function isMuted({ error, filename, message }: ErrorEvent): boolean {
  return error === null && filename === '' && message === 'Script error.';
}

/** Its type alone is imported: the early script would carry all that reads a live document. */
const liveDocument: typeof liveDocumentName = 'live.json';

/** The browser's timings (Performance Timeline, "Performance"). */
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
    const { href } = new URL(slot.family.remote.url + liveDocument, base);
    const entry = clock.getEntriesByName(href, 'resource').at(-1) as PerformanceResourceTiming | undefined;
    const { refusal } = slot;
    const code = refusal === undefined ? {} : { code: codeOf(refusal) ?? 'remote/failed' };
    emit(toStage({ slot, stage: 'document' }, { durationMs: entry?.responseEnd || clock.now(), ...code }));
  }
}
