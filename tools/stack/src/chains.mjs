import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { runNode } from './run.mjs';
import { Plain } from './say.mjs';

/** The last line that the program prints, once all of the chains are ready. */
const readyLine = 'The practice chains are ready.';
const readyWithinMs = 60_000;

/**
 * Starts the practice chains in a process of their own, and waits until they answer. `ended` resolves as soon as they
 * have ended, by themselves or not; `end` ends them, by force if they take too long. Throws `Plain` if they do not start.
 * @param {Record<string, string>} [env] Where each chain listens: see `@linkspan/practice/addresses`.
 * @returns {Promise<{ended: Promise<void>, end(): Promise<void>}>}
 */
export async function startChains(env = {}) {
  const chains = runNode('tools/practice/src/chains.ts', [], { env, stderr: 'inherit', reject: false });
  const ended = chains.then(() => undefined);
  const end = async () => {
    chains.kill();
    await ended;
  };
  const ready = new Promise((resolve) => {
    createInterface({ input: chains.stdout }).on('line', (line) => line === readyLine && resolve('ready'));
  });
  const outcome = await Promise.race([ready, ended, wait(readyWithinMs, 'late', { ref: false })]);
  if (outcome === 'ready') return { ended, end };
  await end();
  throw new Plain(
    outcome === 'late'
      ? `The practice chains were not ready within ${readyWithinMs / 1000} seconds.`
      : 'The practice chains did not start. The reason is above.',
  );
}
