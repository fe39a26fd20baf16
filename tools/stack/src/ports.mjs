import { createServer } from 'node:net';
import { Plain } from './say.mjs';

/** What listens on one of these is reached as `localhost`, whichever the machine looks up first. */
const loopbacks = ['127.0.0.1', '::1'];

/**
 * Throws a sentence that names the first of these ports that cannot be had, before anything slow is begun.
 * @param {Record<string, number>} ports By what they are for.
 */
export async function assertFree(ports) {
  for (const [purpose, port] of Object.entries(ports))
    for (const host of loopbacks) {
      const code = await probe(port, host);
      if (code === 'EADDRINUSE')
        throw new Plain(
          `Port ${port} (${purpose}) is in use. End the program that uses it, or choose another port: see "Addresses" in the README.`,
        );
      if (code === 'EACCES')
        throw new Plain(
          `Port ${port} (${purpose}) is not yours to open. Choose a port from 1024 on: see "Addresses" in the README.`,
        );
    }
}

/**
 * The code of what keeps a server from listening there; undefined where nothing does.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
function probe(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
