import { once } from 'node:events';
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Served, ServedNetwork } from '../faults/serve-networks.ts';
import { type ListenOptions, listen } from '../listen.ts';
import { answerRpc } from '../rpc/answer-rpc.ts';
import { MAX_BODY_BYTES } from '../rpc/to-rpc-answer.ts';
import type { Cluster } from './cluster.ts';
import { createSubscriptions } from './subscriptions.ts';

/** A simulated cluster, with what is wrong with it. */
export interface FaultyCluster extends ServedNetwork {
  readonly cluster: Cluster;
}

/**
 * Returns subscriptions over websockets: one cluster a path. Where a cluster does not answer soundly, its sockets are
 * ended and no other is opened; where it is slow, they are. Throws `chain/port-in-use`.
 */
export async function serveSubscriptions(
  listenOptions: ListenOptions,
  clusters: ReadonlyMap<string, FaultyCluster>,
): Promise<Served> {
  const server = createServer((_, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BODY_BYTES });
  server.on('upgrade', (request, stream, head) => {
    const network = clusters.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!network) return stream.end('HTTP/1.1 404 Not Found\r\n\r\n');
    if (!isSound(network)) return stream.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    sockets.handleUpgrade(request, stream, head, (socket) => attend(network, socket));
  });
  const port = await listen(server, listenOptions);
  return {
    port,
    async stop() {
      const closed = once(server, 'close');
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function isSound({ faults }: FaultyCluster): boolean {
  return faults.read().answers === 'soundly';
}

function attend(network: FaultyCluster, socket: WebSocket): void {
  const { cluster, faults } = network;
  const send = (text: string) => {
    const { slowMs } = faults.read();
    // Without a delay it is sent in the same turn, in the order in which it was said.
    if (slowMs === 0) socket.send(text);
    else setTimeout(() => socket.send(text), slowMs).unref();
  };
  const subscriptions = createSubscriptions(cluster, send);
  const unheard = faults.listen(() => {
    if (!isSound(network)) socket.terminate();
  });
  socket.on('close', () => {
    unheard();
    subscriptions.close();
  });
  // What is too long, or no text of a websocket, ends the socket; `close` follows.
  socket.on('error', () => socket.terminate());
  socket.on('message', (message) => {
    answerRpc(subscriptions, String(message)).then(send, () => socket.terminate());
  });
}
