import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { findServed } from '../front.ts';
import { answerRpc, RpcError, rpcCodes } from '../json-rpc.ts';
import { type ListenOptions, listen, type Served } from '../listen.ts';
import { type Cluster, type LandedTransaction, SLOT_MS } from './cluster.ts';
import { inContext, options, signature, toSolanaErrorBody, whole } from './methods.ts';

type Notify = (method: string, result: unknown) => void;
type Stop = () => void;

const ofSignature = z.tuple([signature, options.nullish()]);
const ofSubscription = z.tuple([whole]);

/**
 * Serves subscriptions over websockets: the first cluster at `/`, the second at `/second`. The sockets of a cluster are delayed if it is slow; they
 * are closed, and no other is opened, if its server does not answer. Throws `chain/port-in-use`.
 */
export async function serveSubscriptions(
  listenOptions: ListenOptions,
  clusters: readonly Cluster[],
): Promise<Served> {
  const server = createServer((_, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, stream, head) => {
    const cluster = findServed(clusters, request);
    if (!cluster) return stream.end('HTTP/1.1 404 Not Found\r\n\r\n');
    if (!answers(cluster)) return stream.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    sockets.handleUpgrade(request, stream, head, (socket) => serveSocket(cluster, socket));
  });
  const { port, stop } = await listen(server, listenOptions);
  return {
    port,
    stop() {
      for (const socket of sockets.clients) socket.terminate();
      return stop();
    },
  };
}

function answers({ faults }: Cluster): boolean {
  return faults.read().answers === 'soundly';
}

function serveSocket(cluster: Cluster, socket: WebSocket): void {
  const send = (text: string) => {
    const { slowMs } = cluster.faults.read();
    // Without a delay, messages keep their order.
    if (slowMs === 0) socket.send(text);
    else setTimeout(() => socket.send(text), slowMs).unref();
  };
  const { call, close } = createSubscriptions(cluster, send);
  const stopListening = cluster.faults.listen(() => {
    if (!answers(cluster)) socket.terminate();
  });
  socket.on('close', () => {
    stopListening();
    close();
  });
  // `close` follows.
  socket.on('error', () => socket.terminate());
  socket.on('message', (message) => {
    const dialect = { call, toErrorBody: toSolanaErrorBody };
    answerRpc(dialect, String(message)).then(send, () => socket.terminate());
  });
}

/** The subscriptions of one websocket, with the methods that open and close them. */
function createSubscriptions(cluster: Cluster, send: (text: string) => void) {
  const open = new Map<number, Stop>();
  let latest = 0;
  const end = (id: number) => {
    open.get(id)?.();
    return open.delete(id);
  };
  const subscribe = (start: (notify: Notify, done: Stop) => Stop) => {
    const id = ++latest;
    const notify: Notify = (method, result) =>
      send(JSON.stringify({ jsonrpc: '2.0', method, params: { result, subscription: id } }));
    const stop = start(notify, () => end(id));
    open.set(id, stop);
    return id;
  };
  return {
    call(method: string, params: unknown) {
      if (method === 'signatureSubscribe') {
        const [wanted] = ofSignature.parse(params);
        return subscribe((notify, done) =>
          watchLanded(cluster, (landed) => {
            if (landed.signature !== wanted) return;
            notify('signatureNotification', inContext(cluster, { err: landed.err }));
            done();
          }),
        );
      }
      if (method === 'slotSubscribe') return subscribe((notify) => watchSlots(cluster, notify));
      if (method !== 'signatureUnsubscribe' && method !== 'slotUnsubscribe')
        throw new RpcError({ code: rpcCodes.methodNotFound, message: 'Method not found' });
      const [id] = ofSubscription.parse(params);
      if (end(id)) return true;
      throw new RpcError({ code: rpcCodes.invalidParams, message: 'Invalid subscription id.' });
    },
    close() {
      for (const id of [...open.keys()]) end(id);
    },
  };
}

/** Tells of the transactions that landed before, once the id of the subscription is answered, and of all later ones. */
function watchLanded({ landed, listeners }: Cluster, listener: (landed: LandedTransaction) => void): Stop {
  const earlier = setImmediate(() => [...landed.values()].forEach(listener));
  listeners.add(listener);
  return () => {
    clearImmediate(earlier);
    listeners.delete(listener);
  };
}

function watchSlots({ blocks }: Cluster, notify: Notify): Stop {
  const timer = setInterval(() => {
    const slot = blocks.height();
    notify('slotNotification', { slot, parent: slot - 1, root: slot });
  }, SLOT_MS);
  return () => clearInterval(timer);
}
