import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type Carried, host, join } from './join.ts';
import { Lane } from './lane.ts';
import { Pump } from './pump.ts';

/** How slow a link is; null where a rate has no bound. */
export interface LinkOptions {
  readonly roundTripMs: number;
  /** To the browser. */
  readonly downKbps: number | null;
  /** To the servers. */
  readonly upKbps: number | null;
}

/** A slow line between a browser and servers of this machine. */
export interface Link extends AsyncDisposable {
  /** Opens a port of localhost, whose connections are passed through the link to the server at `port`; answers it. */
  carry(port: number): Promise<number>;
  /** What has gone through a port that `carry` has answered, up to now. */
  counted(port: number): Readonly<Carried>;
}

/**
 * Opens a link that all connections of all its ports share, with one queue for each direction, served packet by packet
 * and fair by turns. A connection costs one round trip before its first byte may leave, as TCP's handshake does; the
 * round trips of TLS come of themselves, since its bytes go over the link.
 *
 * It models streams, not packets: there is no slow start, no loss, and no header of TCP or IP that would take room.
 * What a server has handed to the system's buffers keeps its order: no later answer of that connection overtakes it.
 */
export function openLink({ roundTripMs, downKbps, upKbps }: LinkOptions): Link {
  const delayMs = roundTripMs / 2;
  const down = new Lane({ kbps: downKbps, delayMs });
  const up = new Lane({ kbps: upKbps, delayMs });
  const pump = new Pump([down, up]);
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const counts = new Map<number, Carried>();

  return {
    async carry(port) {
      const carried = { connections: 0, down: 0, up: 0 };
      const server = createServer({ allowHalfOpen: true }, (client) => {
        const other = join(client, port, { down, up, pump, roundTripMs }, carried);
        for (const socket of [client, other]) sockets.add(socket.on('close', () => sockets.delete(socket)));
      });
      servers.push(server.listen(0, host));
      await once(server, 'listening');
      const own = (server.address() as AddressInfo).port;
      counts.set(own, carried);
      return own;
    },
    counted: (port) => ({ connections: 0, down: 0, up: 0, ...counts.get(port) }),
    async [Symbol.asyncDispose]() {
      pump[Symbol.dispose]();
      const closed = servers.map((server) => once(server.close(), 'close'));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}
