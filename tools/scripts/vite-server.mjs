import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startChild } from '@linkspan/stack/child';
import { root } from '@linkspan/stack/root';
import { Plain, say } from '@linkspan/stack/say';

const vite = join(root, 'node_modules/vite/bin/vite.js');

/**
 * Starts the development server of a package, and waits until it listens. What it says after that is passed on under
 * the package's name.
 * @param {string} name Its folder.
 * @param {Record<string, string>} env
 * @returns {Promise<Pick<import('@linkspan/stack/child').Child, 'ended' | 'end'>>}
 */
export async function startViteServer(name, env) {
  const args = [vite, '--configLoader', 'runner', '--clearScreen', 'false'];
  const { output, ended, end } = startChild(args, { cwd: join(root, name), env, readsOutput: true });
  let isReady = false;
  const ready = new Promise((resolve) => {
    if (output)
      createInterface({ input: output }).on('line', (line) => {
        if (isReady && line.trim() !== '' && !isBanner(line)) say(`${name}: ${line.trim()}`);
        if (!/ready in/.test(line)) return;
        isReady = true;
        resolve(true);
      });
  });
  if (await Promise.race([ready, ended])) return { ended, end };
  throw new Plain(`The development server of ${name} did not start. The reason stands above.`);
}

/** @param {string} line */
function isBanner(line) {
  return /(Local:|Network:|press h)/.test(line);
}
