import type { NextFrame } from '@linkspan/store';
import { hiddenFrameMs, shownFrameMs } from './limits.ts';

/** Whether a person can see the page: HTML, "Page visibility". */
export function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Calls when the page is shown again, `isRestored` from the back-forward cache. Returns a function that ends it. */
export function onVisible(run: (isRestored: boolean) => void): () => void {
  const onChange = () => void (isVisible() && run(false));
  const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && run(true));
  document.addEventListener('visibilitychange', onChange);
  window.addEventListener('pageshow', onShow);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    window.removeEventListener('pageshow', onShow);
  };
}

/** Calls when the page is hidden or left. A phone may end a hidden page without a further event. */
export function onHidden(run: () => void): void {
  document.addEventListener('visibilitychange', () => isVisible() || run());
  window.addEventListener('pagehide', run);
}

/** Calls with the page's next frame, or a little later if there is none. */
export const nextFrame: NextFrame = (run) => {
  const once = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, document.hidden ? hiddenFrameMs : shownFrameMs);
};
