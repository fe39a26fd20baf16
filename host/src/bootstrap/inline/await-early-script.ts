import type { EnterPage } from '../hand-over.ts';

/** The page, as far as the early script finds the inline script in it. */
export interface EarlyScope extends Pick<EventTarget, 'addEventListener'> {
  linkspanEnter?: (early: Promise<EnterPage>) => void;
}

/**
 * Returns the early script that its script promises, which the page has after the inline script's own. Rejects where all that the page has of
 * its own has come, and no early script is promised.
 */
export function awaitEarlyScript(scope: EarlyScope): Promise<EnterPage> {
  return new Promise((resolve, reject) => {
    scope.linkspanEnter = resolve;
    scope.addEventListener('load', reject);
  });
}
