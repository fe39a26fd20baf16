import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Why a practice chain cannot start. */
export type ChainErrorCode = 'chain/port-in-use' | 'chain/no-binary' | 'chain/not-ready';

/** A practice chain that cannot start. The message is a sentence for the person who started it. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A port of this machine, and the words for an error about it. */
export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** What listens there, such as `the NEAR fixture`. */
  readonly title: string;
  /** The environment variable that moves the port. */
  readonly variable: string;
}

/** A listening server. */
export interface Served {
  readonly port: number;
  stop(): Promise<void>;
}

/** Makes a server listen on the loopback interface. Throws `chain/port-in-use`. */
export async function listen(
  server: Server | HttpServer,
  { port, title, variable }: ListenOptions,
): Promise<Served> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause;
    const message = `Port ${port}, where ${title} should listen, is in use. End the program that uses it, or choose another port with ${variable}.`;
    throw new ChainError('chain/port-in-use', message, { cause });
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
