import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { assertFree } from './ports.mjs';
import { Plain } from './say.mjs';

/** @type {import('node:net').Server[]} */
let servers = [];

afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

/** @param {string} host */
async function listen(host) {
  const server = createServer();
  servers.push(server);
  await once(server.listen(0, host), 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

async function freePort() {
  const port = await listen('127.0.0.1');
  await new Promise((resolve) => servers.pop()?.close(resolve));
  return port;
}

describe('ports', () => {
  it('that are free pass', async () => {
    await assertFree({ 'the page': await freePort() });
  });

  it.each(['127.0.0.1', '0.0.0.0'])('in use at %s are named with their purpose', async (host) => {
    const port = await listen(host);
    const refused = assertFree({ 'remote-evm': await freePort(), 'the page': port });
    await expect(refused).rejects.toBeInstanceOf(Plain);
    await expect(refused).rejects.toThrow(`Port ${port} (the page) is in use.`);
  });

  it('are free again after they were asked about', async () => {
    const port = await freePort();
    await assertFree({ 'the page': port });
    await assertFree({ 'the page': port });
  });
});
