import { withDeadline } from '../async.ts';
import { soleTurnMs } from '../limits.ts';

/**
 * Runs one after another what is given to it, and passes on what it comes to. `aloneMs` is for how long the next one
 * waits for it at most; half a second where it is not told.
 */
export type InTurn = <Value>(run: () => Promise<Value>, aloneMs?: number) => Promise<Value>;

/**
 * Turns for the code of remotes that is about to run. Where one blocks the page then, no mark but its own stands, and
 * the next page knows whose it was.
 */
export function createTurns(): InTurn {
  let before: Promise<unknown> = Promise.resolve();
  return (run, aloneMs = soleTurnMs) => {
    const running = before.then(run);
    before = before
      .then(() => withDeadline(running, aloneMs, () => new Error('late')))
      .catch(() => undefined);
    return running;
  };
}
