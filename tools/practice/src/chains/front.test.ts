import { request as send } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeFaults, readFaults } from '../fault-control/change-faults.ts';
import type { ServedNetworks } from './front.ts';
import { startNearFixture } from './near/start-near-fixture.ts';
import { type ChainFaults, noChainFaults } from './network-faults.ts';

const first = 'near:practice';
const second = 'near:practice-two';

let running: ServedNetworks;
let url: string;

beforeAll(async () => {
  running = await startNearFixture({ port: 0, now: Date.now });
  url = `http://127.0.0.1:${running.port}`;
});
afterAll(() => running.stop());
afterEach(() => changeFaults(url, { [first]: {}, [second]: {} }));

const change = (faults: Partial<ChainFaults>) => changeFaults(url, { [first]: faults });
const call = { jsonrpc: '2.0', id: 1, method: 'status', params: [] };
const ask = (path = '', body = JSON.stringify(call)) => fetch(`${url}${path}`, { method: 'POST', body });

describe('a network of a server', () => {
  it('answers a batch, and malformed requests with an error', async () => {
    const answers = await (await ask('', JSON.stringify([call, 7, null]))).json();
    expect(answers).toMatchObject([{ id: 1, result: {} }, { error: { code: -32700 } }, { id: null }]);
    expect(await (await ask('', '{')).json()).toMatchObject({ id: null, error: { code: -32700 } });
    expect((await ask('/third')).status).toBe(404);
  });

  it('lets pages of every origin in', async () => {
    const { status, headers } = await fetch(url, { method: 'OPTIONS' });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  it.each([
    ['rateLimited', 429, 'application/json', '"error"'],
    ['html', 200, 'text/html; charset=utf-8', '<!doctype html>'],
    ['serverError', 500, 'text/plain', 'error'],
    ['malformed', 200, 'application/json', '"result":{"va'],
  ] as const)('answers with the fault %s', async (answers, status, type, text) => {
    await change({ answers });
    const answer = await ask();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
    expect(await answer.text()).toContain(text);
    expect(answer.headers.get('retry-after')).toBe(answers === 'rateLimited' ? '2' : null);
  });

  it('resets connections while it is down, and leaves the other network as it is', async () => {
    await change({ answers: 'down' });
    await expect(ask()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect((await ask('/second')).status).toBe(200);
  });

  it('answers late while it is slow', async () => {
    await change({ slowMs: 150 });
    const askedAt = performance.now();
    expect(await (await ask()).json()).toMatchObject({ result: { chain_id: 'practice' } });
    expect(performance.now() - askedAt).toBeGreaterThan(140);
  });
});

describe('the faults of a server', () => {
  it('are read and changed by requests, and in process', async () => {
    await running.faults.get(first)?.change({ lies: true });
    expect(await readFaults(url)).toEqual({
      [first]: { ...noChainFaults, lies: true },
      [second]: noChainFaults,
    });
    await change({ slowMs: 5 });
    expect(running.faults.get(first)?.read()).toEqual({ ...noChainFaults, slowMs: 5 });
  });

  it.each([
    [{ [first]: { slow: 3 } }, 'faults/malformed', /slow/],
    [{ [first]: { slowMs: -1 } }, 'faults/malformed', /near:practice\.slowMs/],
    [{ 'near:mainnet': {} }, 'faults/unknown', /near:mainnet/],
  ])('are not changed by %j', async (wanted, code, message) => {
    const refusal = { code, message: expect.stringMatching(message) };
    await expect(changeFaults(url, wanted)).rejects.toMatchObject(refusal);
    expect(await readFaults(url)).toEqual({ [first]: noChainFaults, [second]: noChainFaults });
  });

  it('are not changed by malformed JSON, or by another method', async () => {
    const control = `${url}/practice/faults`;
    expect((await fetch(control, { method: 'POST', body: '<p>' })).status).toBe(400);
    expect((await fetch(control, { method: 'DELETE' })).status).toBe(405);
  });

  it('are changed by pages of this machine only', async () => {
    expect(await askAs({ origin: 'http://localhost:4300' })).toBe(200);
    expect(await askAs({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(await askAs({ origin: 'null' })).toBe(403);
    expect(await askAs({ host: 'rebound.example' })).toBe(403);
  });
});

/** Uses `node:http`, because `fetch` sets both headers itself. */
function askAs(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { port: running.port, path: '/practice/faults', method: 'POST', headers };
    const request = send(options, (answer) => resolve(answer.resume().statusCode));
    request.on('error', reject).end('{}');
  });
}
