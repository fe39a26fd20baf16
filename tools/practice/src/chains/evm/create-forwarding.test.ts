import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { createForwarding } from './create-forwarding.ts';
import { startAnvil } from './start-anvil.ts';

const listenOptions = { port: 0, title: 'a test', variable: 'NONE' };

let anvil: Awaited<ReturnType<typeof startAnvil>>;
const server = createServer((request, response) => {
  createForwarding(anvil.port)
    .answer(request, response)
    .catch(() => response.destroy());
});
let port: number;

beforeAll(async () => {
  anvil = await startAnvil({ ...listenOptions, chainId: 31337 });
  port = await listen(server, listenOptions);
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await anvil.stop();
});

const json = { 'content-type': 'application/json' };
const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] });
const page = { origin: 'http://localhost:4300', 'access-control-request-method': 'POST' };

/** Status, headers and text of an answer, whoever gave it. */
async function ask(at: number, request: RequestInit, path = '/') {
  const response = await fetch(`http://127.0.0.1:${at}${path}`, request);
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
  );
  return { status: response.status, headers, text: await response.text() };
}

it.each<[what: string, request: RequestInit, path?: string]>([
  ['a call', { method: 'POST', headers: json, body: JSON.stringify(call(1, 'eth_chainId')) }],
  [
    'a batch',
    { method: 'POST', headers: json, body: JSON.stringify([call(1, 'eth_gasPrice'), call(2, 'no_such')]) },
  ],
  ['what is no JSON', { method: 'POST', headers: json, body: 'no JSON' }],
  ['a long call', { method: 'POST', headers: json, body: JSON.stringify(call(1, 'x'.repeat(300_000))) }],
  ['another type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'text' }],
  ['the question whether a page may ask', { method: 'OPTIONS', headers: page }],
  ['another method', { method: 'GET' }],
  ['another path', { method: 'POST', headers: json, body: '{}' }, '/other?path'],
])('passes on %s and its answer, as they are', async (_, request, path) => {
  const direct = await ask(anvil.port, request, path);
  expect(await ask(port, request, path)).toEqual(direct);
});

it('ends the answer where the server behind it is gone', async () => {
  const gone = createServer((request, response) => {
    createForwarding(1)
      .answer(request, response)
      .catch(() => response.destroy());
  });
  const at = await listen(gone, listenOptions);
  await expect(ask(at, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed');
  gone.close();
});
