import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of this process, on a free port. Its disposal also ends what is still connected to it. */
export interface Listening extends AsyncDisposable {
  /** Its origin. */
  readonly url: string;
  readonly server: Server;
}

export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    server,
    async [Symbol.asyncDispose]() {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}
