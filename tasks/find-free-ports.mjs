import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * This many ports that nothing listens on.
 * @param {number} count
 */
export async function findFreePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map(
    (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port,
  );
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
