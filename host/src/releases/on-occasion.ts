import { revalidationMs } from '../limits.ts';

/** What tells that a page is looked at again. */
export interface Sight {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** Calls again and again; returns what ends it. */
  every(ms: number, run: () => void): () => void;
}

/**
 * Calls when a page comes back to the foreground, also from the back-forward cache, and every five minutes while it
 * is seen. Returns what ends it. It listens to nothing that keeps a page out of that cache.
 */
export function onOccasion({ document, window, every }: Sight, run: () => void): () => void {
  const runIfSeen = () => {
    if (document.visibilityState === 'visible') run();
  };
  const runIfRestored = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) run();
  };
  document.addEventListener('visibilitychange', runIfSeen);
  window.addEventListener('pageshow', runIfRestored);
  const end = every(revalidationMs, runIfSeen);
  return () => {
    end();
    document.removeEventListener('visibilitychange', runIfSeen);
    window.removeEventListener('pageshow', runIfRestored);
  };
}
