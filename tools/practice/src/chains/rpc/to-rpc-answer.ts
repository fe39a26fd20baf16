import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerRpc, type RpcDialect, toFailure } from './answer-rpc.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

/** The largest request that is read, in bytes. */
export const MAX_BODY_BYTES = 1_000_000;

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/** Answers JSON-RPC over HTTP, for any page. */
export function toRpcAnswer(dialect: RpcDialect) {
  return (request: IncomingMessage, response: ServerResponse) => answer(dialect, request, response);
}

async function answer(
  dialect: RpcDialect,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
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
