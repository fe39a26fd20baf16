import type { NextFrame } from '@linkspan/store';
import { hiddenFrameMs, shownFrameMs } from '../../limits.ts';

/** Calls with the page's next frame, or a little later where none comes. */
export const nextFrame: NextFrame = (run) => {
  const once = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, document.hidden ? hiddenFrameMs : shownFrameMs);
};
