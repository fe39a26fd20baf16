import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerControl, controlPath } from '../../bench/answer-control.mjs';
import { type ListenOptions, listen } from '../listen.ts';
import { answerFaulty } from './answer-faulty.ts';
import { type NetworkFaults, toControl } from './network-faults.ts';

/** The path of a network that is alone on its server. */
export const ANY_PATH = '*';

/** A network that a server answers for. */
export interface ServedNetwork {
  /** CAIP-2, such as `eip155:31337`. */
  readonly id: string;
  readonly faults: NetworkFaults;
  /** Answers as the network does where nothing is wrong with its server. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** A server that listens, and its undoing. */
export interface Served {
  readonly port: number;
  stop(): Promise<void>;
}

/** A server whose networks can be made faulty, by network id. */
export interface ServedNetworks extends Served {
  readonly faults: ReadonlyMap<string, NetworkFaults>;
}

/**
 * Answers for networks over HTTP, one a path or one alone, with what is wrong with each; and on `/practice/faults` requests to change
 * that. `open` may add to the server before it listens. Throws `chain/port-in-use`.
 */
export async function serveNetworks(
  listenOptions: ListenOptions,
  networks: ReadonlyMap<string, ServedNetwork>,
  open: (server: Server) => void = () => undefined,
): Promise<ServedNetworks> {
  const faults = new Map([...networks.values()].map((network) => [network.id, network.faults]));
  const control = toControl(faults);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === controlPath) return void answerControl(control, request, response);
    answer(networks.get(pathname) ?? networks.get(ANY_PATH), request, response).catch(() =>
      response.destroy(),
    );
  });
  open(server);
  const port = await listen(server, listenOptions);
  return { port, faults, stop: () => stop(server) };
}

async function answer(
  network: ServedNetwork | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (network === undefined)
    return void response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
  if (await answerFaulty(network.faults.read(), request, response)) return;
  await network.answer(request, response);
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
