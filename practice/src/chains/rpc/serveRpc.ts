import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Berth, listen } from '../listen.ts';
import { answerRpc, type RpcDialect, toFailure } from './answerRpc.ts';
import { RpcError, rpcCodes } from './rpcError.ts';

/** The largest request that is read, in bytes. */
export const MAX_BODY_BYTES = 1_000_000;

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/** A server that listens, and its undoing. */
export interface Served {
  readonly port: number;
  stop(): Promise<void>;
}

/** Answers JSON-RPC over HTTP, for any page: one dialect a path. Throws `chain/port-in-use`. */
export async function serveRpc(berth: Berth, dialects: ReadonlyMap<string, RpcDialect>): Promise<Served> {
  const server = createServer((request, response) => {
    answer(dialects, request, response).catch(() => response.destroy());
  });
  const port = await listen(server, berth);
  return {
    port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  dialects: ReadonlyMap<string, RpcDialect>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const dialect = dialects.get(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (!dialect) return end(response, 404);
  if (request.method === 'OPTIONS') return end(response, 204);
  if (request.method !== 'POST') return end(response, 405);
  const text = await readText(request);
  if (text === undefined) return end(response, 413, toFailure(dialect, toOversize()));
  end(response, 200, await answerRpc(dialect, text));
}

function end(response: ServerResponse, status: number, body?: string): void {
  response.writeHead(status, body === undefined ? cors : { ...cors, 'content-type': 'application/json' });
  response.end(body);
}

// What is too long is read to its end and dropped, since a client that still writes would miss the answer.
async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}

function toOversize(): RpcError {
  const message = `The request is larger than ${MAX_BODY_BYTES} bytes`;
  return new RpcError({ code: rpcCodes.invalidRequest, message });
}
