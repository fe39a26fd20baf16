import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

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

/** Makes a server listen on the loopback interface and returns its port. Throws `chain/port-in-use`. */
export async function listen(server: Server, { port, title, variable }: ListenOptions): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause;
    const message = `Port ${port}, where ${title} should listen, is in use. End the program that uses it, or choose another port with ${variable}.`;
    throw new ChainError('chain/port-in-use', message, { cause });
  }
  return (server.address() as AddressInfo).port;
}

/** Returns the port if it is free, or any free port for 0. Throws `chain/port-in-use`. */
export async function probePort(options: ListenOptions): Promise<number> {
  const server = createServer();
  const port = await listen(server, options);
  server.close();
  await once(server, 'close');
  return port;
}
