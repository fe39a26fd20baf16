import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openLink } from './open-link.ts';

/** A server of bytes, until it is disposed of. */
async function listen(serve: (socket: Socket) => void) {
  const server: Server = createServer({ allowHalfOpen: true }, serve);
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')),
  };
}

const unbound = { roundTripMs: 0, downKbps: null, upKbps: null };
const slow = { roundTripMs: 20, downKbps: 100_000, upKbps: 100_000 };

function open(port: number): Socket {
  return connect({ port, host: 'localhost', allowHalfOpen: true });
}

const toHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a link', () => {
  it.each([unbound, slow])(
    'carries both directions whole and in order, and counts them: %o',
    async (options) => {
      await using server = await listen((socket) => socket.pipe(socket));
      await using link = openLink(options);
      const port = await link.carry(server.port);
      const sent = randomBytes(600_000);
      const socket = open(port);
      socket.end(sent);
      expect(toHash(await buffer(socket))).toBe(toHash(sent));
      expect(link.counted(port)).toEqual({ connections: 1, down: 600_000, up: 600_000 });
    },
  );

  it('passes an end on while the other direction goes on', async () => {
    await using server = await listen((socket) => {
      let heard = '';
      socket.on('data', (bytes) => {
        heard += bytes;
      });
      socket.on('end', () => socket.end(`heard ${heard}`));
    });
    await using link = openLink(slow);
    const socket = open(await link.carry(server.port));
    socket.end('all');
    expect(await text(socket)).toBe('heard all');
  });

  it('passes on that a server breaks off', async () => {
    await using server = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await using link = openLink(slow);
    const socket = open(await link.carry(server.port));
    socket.write('?');
    await expect(text(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('passes on that a client breaks off', async () => {
    let failed: Promise<unknown> | undefined;
    await using server = await listen((socket) => {
      failed = new Promise((resolve) => socket.on('error', resolve));
      socket.resume().write('!');
    });
    await using link = openLink(slow);
    const socket = open(await link.carry(server.port));
    await once(socket, 'data');
    socket.resetAndDestroy();
    expect(await failed).toMatchObject({ code: 'ECONNRESET' });
  });

  it('breaks off a connection if there is no server', async () => {
    const server = await listen(() => {});
    await server[Symbol.asyncDispose]();
    await using link = openLink(slow);
    const socket = open(await link.carry(server.port));
    await expect(text(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('ends every connection and port with itself', async () => {
    let closed: Promise<unknown> | undefined;
    await using server = await listen((socket) => {
      closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
      socket.write('!');
      socket.resume().on('end', () => socket.end());
    });
    const link = openLink(slow);
    const port = await link.carry(server.port);
    const socket = open(port);
    await once(socket, 'data');
    await link[Symbol.asyncDispose]();
    await closed;
    socket.destroy();
    await expect(once(open(port), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
