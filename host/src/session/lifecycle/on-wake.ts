import { asleepMs, wakeBeatMs } from '../../limits.ts';

/** What tells that a page has slept. */
export interface Sleep {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly window: Pick<Window, 'addEventListener'>;
  /** Calls again and again. */
  every(ms: number, run: () => void): unknown;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Calls when the page comes out of the back-forward cache, or when it is seen again after the device, or the page, has
 * slept for more than a minute and a half.
 */
export function onWake({ document, window, every, now }: Sleep, run: () => void): void {
  let lastBeat = now();
  let hasSlept = false;
  const beat = () => {
    hasSlept ||= now() - lastBeat > asleepMs;
    lastBeat = now();
    if (!hasSlept || document.visibilityState !== 'visible') return;
    hasSlept = false;
    run();
  };
  every(wakeBeatMs, beat);
  document.addEventListener('visibilitychange', beat);
  window.addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) hasSlept = true;
    beat();
  });
}
