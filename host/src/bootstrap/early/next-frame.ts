import type { NextFrame } from '@linkspan/store';

/** A page that is not looked at has no frames, and one that is has them far sooner than that. */
const hiddenMs = 100;
const shownMs = 1_000;

/** Calls with the page's next frame, or a little later where none comes. */
export const nextFrame: NextFrame = (run) => {
  const once = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, document.hidden ? hiddenMs : shownMs);
};
