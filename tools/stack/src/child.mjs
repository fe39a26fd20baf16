import { spawn } from 'node:child_process';
import { once } from 'node:events';

const graceMs = 5_000;

/**
 * A process that runs beside this one.
 * @typedef {object} Child
 * @property {import('node:stream').Readable | null} output What it prints, where that is not passed on.
 * @property {Promise<void>} ended Resolved as soon as it has ended, by itself or not.
 * @property {() => Promise<void>} end Ends it, by force where it does not end in time; settles when it has ended.
 */

/**
 * Starts a Node program that runs until it is ended.
 * @param {string[]} args
 * @param {{cwd: string, env?: Record<string, string | undefined>, readsOutput?: boolean, ownGroup?: boolean}} options
 *   `ownGroup`: Ctrl-C at the terminal reaches it through `end` alone.
 * @returns {Child}
 */
export function startChild(args, { cwd, env = {}, readsOutput = false, ownGroup = false }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', readsOutput ? 'pipe' : 'inherit', 'inherit'],
    detached: ownGroup,
  });
  const ended = once(child, 'exit').then(
    () => undefined,
    () => undefined,
  );
  return {
    output: child.stdout,
    ended,
    end: async () => {
      const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(force);
    },
  };
}
