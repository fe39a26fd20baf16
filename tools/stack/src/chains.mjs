import { createInterface } from 'node:readline';
import { startChild } from './child.mjs';
import { root } from './root.mjs';
import { typescript } from './run.mjs';
import { Plain } from './say.mjs';

/** The command tells each of these when it is ready: two of Ethereum, one of Solana, one of NEAR. */
const readyLines = 4;
const readyWithinMs = 60_000;

/**
 * Starts the practice chains in a process of their own, and waits until they answer.
 * @param {Record<string, string>} [env]
 * @param {string[]} [args] What Node runs.
 * @returns {Promise<Pick<import('./child.mjs').Child, 'ended' | 'end'>>}
 */
export async function startChains(env = {}, args = typescript('tools/practice/src/chains.ts')) {
  const { output, ended, end } = startChild(args, { cwd: root, env, readsOutput: true, ownGroup: true });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, readyWithinMs, 'late');
  });
  const outcome = await Promise.race([whenReady(output), ended.then(() => 'ended'), late]);
  clearTimeout(timer);
  if (outcome === 'ready') return { ended, end };
  await end();
  throw new Plain(
    outcome === 'late'
      ? `The practice chains were not ready within ${readyWithinMs / 1000} seconds.`
      : 'The practice chains did not start. The reason stands above.',
  );
}

/** @param {import('node:stream').Readable | null} output @returns {Promise<'ready'>} */
function whenReady(output) {
  return new Promise((resolve) => {
    let lines = 0;
    if (output)
      createInterface({ input: output }).on('line', () => {
        lines += 1;
        if (lines === readyLines) resolve('ready');
      });
  });
}
