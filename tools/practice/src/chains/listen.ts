import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { ChainError } from './chain-error.ts';

/** A port to take on this machine, and how to speak of it when it is taken. */
export interface ListenOptions {
  /** 0 takes any free one. */
  readonly port: number;
  /** What is to listen there, such as `the NEAR fixture`. */
  readonly title: string;
  /** The environment variable that moves the port. */
  readonly variable: string;
}

/** Makes a server listen on this machine alone and returns its port. Throws `chain/port-in-use`. */
export async function listen(server: Server, listenOptions: ListenOptions): Promise<number> {
  server.listen(listenOptions.port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw isInUse(cause) ? toPortInUse(listenOptions, cause) : cause;
  }
  return (server.address() as AddressInfo).port;
}

/** Finds out whether a port is free, and which one it is if any would do. Throws `chain/port-in-use`. */
export async function probePort(listenOptions: ListenOptions): Promise<number> {
  const server = createServer();
  const port = await listen(server, listenOptions);
  server.close();
  await once(server, 'close');
  return port;
}

function isInUse(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
}

function toPortInUse({ port, title, variable }: ListenOptions, cause: unknown): ChainError {
  const message = `Port ${port}, where ${title} should listen, is in use. End the program that uses it, or choose another port with ${variable}.`;
  return new ChainError('chain/port-in-use', message, { cause });
}
