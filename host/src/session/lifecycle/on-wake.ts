/** What tells that a page has slept. */
export interface Sleep {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly window: Pick<Window, 'addEventListener'>;
  /** Calls again and again. */
  every(ms: number, run: () => void): unknown;
  /** Milliseconds since 1970. */
  now(): number;
}

const beatMs = 10_000;
/** Browsers let a hidden page's timers run once a minute; a page that was still for longer was frozen or asleep. */
const asleepMs = 90_000;

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
  every(beatMs, beat);
  document.addEventListener('visibilitychange', beat);
  window.addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) hasSlept = true;
    beat();
  });
}
