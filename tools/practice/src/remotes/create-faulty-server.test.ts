import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { changeFaults, readFaults } from '../fault-control/change-faults.ts';
import { createFaultyServer, noRemoteFaults, type RemoteServerFaults } from './create-faulty-server.ts';

const remote = 'remote-near';
const document = '{"payload":"AAAA"}';
const answer = createFaultyServer(remote);
const server = createServer(async (request, response) => {
  const found = { bytes: Buffer.from(document), type: 'text/plain' };
  if (!(await answer({ request, response, read: async () => found }))) response.end(document);
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => change({}));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const change = (faults: Partial<RemoteServerFaults>) => changeFaults(url, { [remote]: faults });
const ask = (path = '/live.json', init?: RequestInit) => fetch(`${url}${path}`, init);

it.each([
  ['/live.json', 'document'],
  ['/root/1.json', 'document'],
  ['/releases/0.1.0/discovery-x1.js', 'discovery'],
  ['/releases/0.1.1/faulty-discovery.js', 'discovery'],
  ['/releases/0.1.0/remoteEntry-x1.js', 'connector'],
])('answers %s as the faults of the stage %s say', async (path, stage) => {
  for (const failing of ['document', 'discovery', 'connector'] as const) {
    await change({ [failing]: 'missing' });
    expect((await ask(path)).status).toBe(failing === stage ? 404 : 200);
  }
});

it('answers with an HTML page', async () => {
  await change({ document: 'html' });
  const { status, headers } = await ask();
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

it('alters one byte and leaves JSON valid', async () => {
  await change({ document: 'altered' });
  const altered = await (await ask()).text();
  expect([...altered].filter((letter, index) => letter !== document[index])).toHaveLength(1);
  expect(altered).toHaveLength(document.length);
  expect(JSON.parse(altered)).toEqual(expect.any(Object));
});

it('cuts an answer short, resets a connection, and never answers', async () => {
  await change({ document: 'cutShort' });
  await expect((await ask()).text()).rejects.toThrow('terminated');
  await change({ document: 'reset' });
  await expect(ask()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  await change({ document: 'hangs' });
  const signal = AbortSignal.timeout(200);
  await expect(ask('/live.json', { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('starts without faults, and turns off each fault that a change does not name', async () => {
  expect(await readFaults(url)).toEqual({ [remote]: noRemoteFaults });
  await change({ document: 'html' });
  await change({ connector: 'html' });
  expect(await readFaults(url)).toEqual({ [remote]: { ...noRemoteFaults, connector: 'html' } });
});

it.each([
  [{ [remote]: { document: 'kindly' } }, /^remote-near\.document: .*"cutShort"/],
  [{ [remote]: { files: 'html' } }, /^remote-near: .*"files"/],
  [{ 'remote-far': {} }, /^remote-near: /],
])('refuses the change %j', async (wanted, message) => {
  await change({ document: 'html' });
  const refused = { code: 'faults/malformed', message: expect.stringMatching(message) };
  await expect(changeFaults(url, wanted)).rejects.toMatchObject(refused);
  expect(await readFaults(url)).toEqual({ [remote]: { ...noRemoteFaults, document: 'html' } });
});
