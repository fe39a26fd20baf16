import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from './root.mjs';
import { typescript } from './run.mjs';
import { Plain } from './say.mjs';

/** The command tells each of these when it is ready: two of Ethereum, one of Solana, one of NEAR. */
const readyLines = 4;

/**
 * Starts the practice chains in a process of their own, and waits until they answer.
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ended: Promise<unknown>, end(): Promise<void>}>}
 */
export async function startChains(env = {}) {
  const child = spawn(process.execPath, typescript('practice/src/chains.ts'), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own group: Ctrl-C reaches it through `end` alone.
    detached: true,
  });
  const ended = once(child, 'exit');
  const ready = new Promise((resolve) => {
    let lines = 0;
    createInterface({ input: child.stdout }).on('line', () => {
      lines += 1;
      if (lines === readyLines) resolve(true);
    });
  });
  if (!(await Promise.race([ready, ended.then(() => false)])))
    throw new Plain('The practice chains did not start. The reason stands above.');
  return {
    ended,
    end: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
