import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that listens. */
export interface Listening {
  /** Such as `http://localhost:4300`. */
  readonly origin: string;
  /** From then on it answers nothing. */
  close(): void;
}

/** Has a server listen on a free port until the test ends. */
export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}
