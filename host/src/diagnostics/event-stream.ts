import { deepFreeze } from '@linkspan/store';
import type { Events, PageEvent, TimedEvent } from '../events.ts';
import { createLimit } from './limit.ts';
import { sanitize } from './sanitize.ts';

/** The write end of the page's stream of events. The host alone holds it. */
export interface EventStream {
  readonly events: Events;
  /**
   * Tells what has just happened, as far as it may be told (`sanitize`). What a family does more often than a hundred times
   * a second is left out, and so is a fault of one code and family. Never throws.
   */
  emit(event: PageEvent): void;
}

const mostStored = 500;
const mostASecond = 100;

/** An empty stream; `now` is in milliseconds since 1970. */
export function createEventStream({ now }: { now(): number }): EventStream {
  const listeners = new Set<(event: TimedEvent) => void>();
  const kept: TimedEvent[] = [];
  const isWithin = createLimit(mostASecond);

  return {
    events: deepFreeze({
      recent: () => Object.freeze([...kept]),
      listen(listener) {
        const own = (event: TimedEvent) => listener(event);
        listeners.add(own);
        return () => void listeners.delete(own);
      },
    } satisfies Events),
    emit(given) {
      const at = now();
      const plain = sanitize(given);
      if (!isWithin(nameOf(plain), at)) return;
      const event = deepFreeze({ ...plain, at });
      kept.push(event);
      if (kept.length > mostStored) kept.shift();
      for (const listener of [...listeners]) tell(listener, event);
    },
  };
}

/** By what is counted: each code of a fault by itself, of which there are few, so that none drowns another. */
function nameOf(event: PageEvent): string {
  const { kind, family = '' } = event;
  return kind === 'fault' ? `${family} ${event.code}` : family;
}

/** One listener that throws must not keep the others from hearing. */
function tell(listener: (event: TimedEvent) => void, event: TimedEvent): void {
  try {
    listener(event);
  } catch (error) {
    reportError(error);
  }
}
