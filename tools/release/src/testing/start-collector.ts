import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Counts } from '../watch/judge.ts';

/** What the collector does instead of an answer. */
export type CollectorFault = 'silent' | 'gone' | 'broken' | 'refused' | 'redirected' | 'text' | 'matrix';

/** A running collector, and its switches. */
export interface FakeCollector {
  readonly address: string;
  /** By version, of remote-evm. */
  readonly counts: Map<string, Counts>;
  /** What was asked, with the header of who asked. */
  readonly asked: { readonly query: string; readonly authorization: string | undefined }[];
  /** Taken one by one, by the next requests. */
  readonly faults: CollectorFault[];
}

/** A server that answers instant queries as Prometheus does, from counts that a test sets; it ends with the test. */
export async function startCollector(): Promise<FakeCollector> {
  const fake: Omit<FakeCollector, 'address'> = { counts: new Map(), asked: [], faults: [] };
  const server = createServer((request, response) => answer(fake, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { ...fake, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prometheus` };
}

function answer(
  { counts, asked, faults }: Omit<FakeCollector, 'address'>,
  { url = '/', headers: { authorization } }: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(url, 'http://collector');
  const query = searchParams.get('query') ?? '';
  asked.push({ query, authorization });
  const fault = faults.shift();
  if (fault === 'silent') return;
  if (fault === 'gone') return void response.destroy();
  if (fault === 'broken') return void response.writeHead(503).end();
  if (fault === 'redirected') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (fault === 'text') return void response.end('up');
  if (fault === 'refused' || pathname !== '/prometheus/api/v1/query')
    return void response
      .writeHead(400)
      .end('{"status":"error","errorType":"bad_data","error":"parse error"}');
  const kind = query.includes('failures') ? 'failures' : 'visits';
  const result = [...counts].map(([version, counted]) => ({
    metric: { remote: 'remote-evm', version },
    value: [1_700_000_000.123, `${counted[kind]}`],
  }));
  const resultType = fault === 'matrix' ? 'matrix' : 'vector';
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ status: 'success', data: { resultType, result } }));
}
