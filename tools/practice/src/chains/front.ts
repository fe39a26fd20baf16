import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_PATH } from '../families.ts';
import { answerControl, wrongAnswers } from '../fault-control/answer-control.ts';
import { answerRpc, type RpcDialect } from './json-rpc.ts';
import { type ListenOptions, listen, type Served } from './listen.ts';
import { type NetworkFaults, toControl } from './network-faults.ts';

/** A network that a server answers for. */
export interface ServedNetwork extends RpcDialect {
  /** CAIP-2, such as `eip155:31337`. */
  readonly id: string;
  readonly faults: NetworkFaults;
}

/** A listening server with the faults of its networks by network id. */
export interface ServedNetworks extends Served {
  readonly faults: ReadonlyMap<string, NetworkFaults>;
}

/**
 * Serves the first network at `/` and the second at `/second`: JSON-RPC over HTTP for every origin, with the faults of
 * each. Requests to `/practice/faults` change them. Throws `chain/port-in-use`.
 */
export async function serveNetworks(
  listenOptions: ListenOptions,
  networks: readonly ServedNetwork[],
): Promise<ServedNetworks> {
  const faults = new Map(networks.map((network) => [network.id, network.faults]));
  const control = toControl(faults);
  const server = createServer((request, response) => {
    if (answerControl(control, request, response)) return;
    answer(findServed(networks, request), request, response).catch(() => response.destroy());
  });
  return { ...(await listen(server, listenOptions)), faults };
}

/** Finds what a server has at the path of a request: the first at `/`, the second at `/second`. */
export function findServed<Served>(all: readonly Served[], { url = '/' }: IncomingMessage) {
  return all[['/', SECOND_PATH].indexOf(new URL(url, 'http://localhost').pathname)];
}

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'retry-after',
  'access-control-max-age': '86400',
  'cache-control': 'no-store',
};

const faultyAnswers = {
  ...wrongAnswers,
  rateLimited: {
    status: 429,
    type: 'application/json',
    body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"Too many requests"}}',
  },
  malformed: { status: 200, type: 'application/json', body: '{"jsonrpc":"2.0","id":1,"result":{"va' },
};

async function answer(
  network: ServedNetwork | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (network === undefined) return void response.writeHead(404, headers).end();
  const { answers, slowMs } = network.faults.read();
  if (answers === 'down') return void request.socket.resetAndDestroy();
  // Preflights are answered at once, as by the proxies in front of real nodes.
  if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
  if (request.method !== 'POST') return void response.writeHead(405, headers).end();
  if (slowMs > 0) await wait(slowMs, undefined, { ref: false });
  const asked = await text(request);
  const { status, type, body } =
    answers === 'soundly'
      ? { status: 200, type: 'application/json', body: await answerRpc(network, asked) }
      : faultyAnswers[answers];
  response.writeHead(status, {
    ...headers,
    ...(status === 429 && { 'retry-after': '2' }),
    'content-type': type,
  });
  response.end(body);
}
