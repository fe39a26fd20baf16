import { once } from 'node:events';

/**
 * Waits until the person ends the command (Ctrl-C, or a signal to end), or until one of these has ended by itself;
 * answers the name of that one, undefined where the person asked.
 * @param {Record<string, Promise<unknown>>} running By name.
 * @returns {Promise<string | undefined>}
 */
export async function untilAsked(running) {
  const stop = new AbortController();
  const asked = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) =>
    once(process, signal, { signal: stop.signal }).then(() => undefined),
  );
  for (const one of asked) one.catch(() => undefined);
  try {
    const ended = Object.entries(running).map(([name, end]) => end.then(() => name));
    return await Promise.race([...asked, ...ended]);
  } finally {
    stop.abort();
  }
}
