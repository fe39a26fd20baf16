import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChainAnswers, ChainFaults } from './chain-faults.ts';

/** After how many seconds a client that asked too often may ask again. */
const RETRY_AFTER_S = 2;

const anyPage = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
  'cache-control': 'no-store',
};

/** What is sent in place of the answer. */
type Sent = { readonly status: number; readonly type: string; readonly body: string };

const answers: Readonly<Record<Exclude<ChainAnswers, 'soundly' | 'down'>, Sent>> = {
  rateLimited: {
    status: 429,
    type: 'application/json',
    body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"Too many requests"}}',
  },
  html: {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>',
  },
  serverError: { status: 500, type: 'text/plain', body: 'Internal server error' },
  malformed: { status: 200, type: 'application/json', body: '{"jsonrpc":"2.0","id":1,"result":{"va' },
};

/**
 * Answers a request as the faults have it. Settles with false where the network itself is to answer, late perhaps.
 */
export async function answerFaulty(
  { answers: how, slowMs }: Pick<ChainFaults, 'answers' | 'slowMs'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (how === 'down') {
    request.socket.resetAndDestroy();
    return true;
  }
  // Whoever asks whether it may ask is told at once, as by the proxies that stand before nodes.
  if (request.method === 'OPTIONS') return false;
  if (slowMs > 0) await wait(slowMs, undefined, { ref: false });
  if (how === 'soundly' || response.destroyed) return response.destroyed;
  const { status, type, body } = answers[how];
  request.resume();
  response.writeHead(status, {
    ...anyPage,
    ...(status === 429 && { 'retry-after': String(RETRY_AFTER_S) }),
    'content-type': type,
  });
  response.end(body);
  return true;
}
