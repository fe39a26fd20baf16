import { Socket } from 'node:net';
import type { Lane } from './lane.ts';
import { pass } from './pass.ts';
import type { Pump } from './pump.ts';

/** What has arrived by one port of a link since it was opened: bytes of the streams, TLS included. */
export interface Carried {
  connections: number;
  /** To the browser. */
  down: number;
  /** To the server. */
  up: number;
}

/** The figures of a connection. */
export interface Way {
  readonly down: Lane;
  readonly up: Lane;
  readonly pump: Pump;
  readonly roundTripMs: number;
}

/** Where the servers of this machine are. */
export const host = 'localhost';

/** Joins a connection of a client with a new one to a port of this machine; returns the latter's end here. */
export function join(
  client: Socket,
  port: number,
  { down, up, pump, roundTripMs }: Way,
  carried: Carried,
): Socket {
  const server = new Socket({ allowHalfOpen: true });
  // The system is not to wait for more of what the link has already made wait.
  for (const socket of [client, server]) socket.setNoDelay();
  carried.connections += 1;
  // The opening goes first, a round trip late; what follows waits behind it, and then in the socket until that stands.
  const opening = { bytes: 0, arrived: () => void server.connect(port, host) };
  up.put(client, opening, pump.now() + roundTripMs);
  const count = (way: 'down' | 'up') => (bytes: number) => {
    carried[way] += bytes;
  };
  pass({ from: client, to: server, lane: up, pump, count: count('up') });
  pass({ from: server, to: client, lane: down, pump, count: count('down') });
  pump.run();
  return server;
}
