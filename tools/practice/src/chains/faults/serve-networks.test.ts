import { request as send } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeFaults, readFaults } from '../../bench/change-faults.ts';
import { startNearFixture } from '../near/start-near-fixture.ts';
import { noChainFaults } from './chain-faults.ts';
import type { ServedNetworks } from './serve-networks.ts';

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

function ask(method = 'status', path = '') {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
  return fetch(`${url}${path}`, { method: 'POST', body });
}

describe('a network that answers faultily', () => {
  it('says 429 and when to ask again, where it is asked too often', async () => {
    await changeFaults(url, { [first]: { answers: 'rateLimited' } });
    const { status, headers } = await ask();
    expect([status, headers.get('retry-after'), headers.get('access-control-allow-origin')]).toEqual([
      429,
      '2',
      '*',
    ]);
  });

  it('is a page in place of JSON, a 500, or JSON that is cut off', async () => {
    await changeFaults(url, { [first]: { answers: 'html' } });
    const page = await ask();
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringContaining('<!doctype html>'),
    ]);
    await changeFaults(url, { [first]: { answers: 'serverError' } });
    expect((await ask()).status).toBe(500);
    await changeFaults(url, { [first]: { answers: 'malformed' } });
    await expect((await ask()).json()).rejects.toThrow('JSON');
  });

  it('resets connections where it is down, and can be switched on again', async () => {
    await changeFaults(url, { [first]: { answers: 'down' } });
    await expect(ask()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    await changeFaults(url, { [first]: {} });
    expect((await ask()).status).toBe(200);
  });

  it('answers soundly where it is slow', async () => {
    await changeFaults(url, { [first]: { slowMs: 150 } });
    expect(await (await ask()).json()).toMatchObject({ result: { chain_id: 'practice' } });
  });

  it('leaves the other network of its server as it is', async () => {
    await changeFaults(url, { [first]: { answers: 'down' } });
    expect(await (await ask('status', '/second')).json()).toMatchObject({
      result: { chain_id: 'practice-two' },
    });
  });
});

describe('the faults of a server', () => {
  it('are read and changed by requests, and in process', async () => {
    await running.faults.get(first)?.change({ lies: true });
    expect(await readFaults(url)).toEqual({
      [first]: { ...noChainFaults, lies: true },
      [second]: noChainFaults,
    });
    await changeFaults(url, { [first]: { slowMs: 5 } });
    expect(running.faults.get(first)?.read()).toEqual({ ...noChainFaults, slowMs: 5 });
  });

  it.each([
    [{ [first]: { slow: 3 } }, 'faults/malformed', /slow/],
    [{ [first]: { slowMs: -1 } }, 'faults/malformed', /near:practice\.slowMs/],
    [{ [first]: { answers: 'kindly' } }, 'faults/malformed', /near:practice\.answers/],
    [{ 'near:mainnet': {} }, 'faults/unknown', /near:mainnet/],
  ])('are not changed by %j', async (wanted, code, message) => {
    await expect(changeFaults(url, wanted)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(await readFaults(url)).toEqual({ [first]: noChainFaults, [second]: noChainFaults });
  });

  it('are not changed by what is no JSON, or by another method', async () => {
    const control = `${url}/practice/faults`;
    const refused = await fetch(control, { method: 'POST', body: '<p>' });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { code: 'faults/malformed', message: 'That is no JSON.' },
    ]);
    expect((await fetch(control, { method: 'DELETE' })).status).toBe(405);
  });

  it('are changed by pages of this machine, and not by those of elsewhere', async () => {
    const own = await askAs({ origin: 'http://localhost:4300' });
    expect([own.status, own.allowed]).toEqual([200, 'http://localhost:4300']);
    for (const named of [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { host: 'rebound.example' },
    ])
      expect(await askAs(named)).toEqual({ status: 403, allowed: undefined });
  });
});

/** By Node's own means, since `fetch` sets both headers itself. */
function askAs(
  headers: Record<string, string>,
): Promise<{ status?: number | undefined; allowed?: string | undefined }> {
  return new Promise((resolve, reject) => {
    const options = { port: running.port, path: '/practice/faults', method: 'POST', headers };
    const asked = send(options, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, allowed: answer.headers['access-control-allow-origin'] });
    });
    asked.on('error', reject).end('{}');
  });
}
