import { once } from 'node:events';
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Berth, listen } from '../listen.ts';
import { answerRpc } from '../rpc/answerRpc.ts';
import { MAX_BODY_BYTES, type Served } from '../rpc/serveRpc.ts';
import type { Cluster } from './cluster.ts';
import { createSubscriptions } from './subscriptions.ts';

/** Answers subscriptions over websockets: one cluster a path. Throws `chain/port-in-use`. */
export async function serveSubscriptions(
  berth: Berth,
  clusters: ReadonlyMap<string, Cluster>,
): Promise<Served> {
  const server = createServer((_, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BODY_BYTES });
  server.on('upgrade', (request, stream, head) => {
    const cluster = clusters.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!cluster) return stream.end('HTTP/1.1 404 Not Found\r\n\r\n');
    sockets.handleUpgrade(request, stream, head, (socket) => attend(cluster, socket));
  });
  const port = await listen(server, berth);
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

function attend(cluster: Cluster, socket: WebSocket): void {
  const subscriptions = createSubscriptions(cluster, (text) => socket.send(text));
  socket.on('close', () => subscriptions.close());
  // What is too long, or no text of a websocket, ends the socket; `close` follows.
  socket.on('error', () => socket.terminate());
  socket.on('message', (message) => {
    answerRpc(subscriptions, String(message)).then(
      (text) => socket.send(text),
      () => socket.terminate(),
    );
  });
}
