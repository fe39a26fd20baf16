import { serve } from '@linkspan/release/serve';

/** A remote's origin that can be stopped and started again under the same address. */
export interface RemoteServer extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Serves what a store has of a remote, on a free port. */
export async function openRemoteServer(folder: string): Promise<RemoteServer> {
  let server = await serve(folder, { port: 0, cors: true });
  const { port } = server;
  return {
    url: `http://localhost:${port}`,
    stop: () => server.close(),
    async start() {
      server = await serve(folder, { port, cors: true });
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
