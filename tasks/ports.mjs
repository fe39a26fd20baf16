import { createServer } from 'node:net';
import { Plain } from './say.mjs';

/**
 * Throws a sentence that names the first of these ports that is in use, before anything slow is begun.
 * @param {Record<string, number>} ports By what they are for.
 */
export async function assertFree(ports) {
  for (const [purpose, port] of Object.entries(ports))
    if (!(await isFree(port)))
      throw new Plain(
        `Port ${port} (${purpose}) is in use. End the program that uses it, or choose another port: see "Addresses" in the README.`,
      );
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
}
