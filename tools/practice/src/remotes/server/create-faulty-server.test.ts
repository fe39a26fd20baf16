import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { changeFaults, readFaults } from '../../bench/change-faults.ts';
import { createFaultyServer } from './create-faulty-server.ts';
import { noRemoteFaults, type RemoteServerFaults, remoteStages } from './remote-faults.mjs';

const remote = 'remote-near';
const document = '{"payload":"AAAA"}';
const paths = {
  document: '/live.json',
  discovery: '/releases/0.1.0/discovery-x1.js',
  connector: '/releases/0.1.0/remoteEntry-x1.js',
};

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
const ask = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init);

it.each(remoteStages)('fails at the stage %s alone', async (failing) => {
  await change({ [failing]: 'missing' });
  for (const stage of remoteStages)
    expect((await ask(paths[stage])).status).toBe(stage === failing ? 404 : 200);
});

it('counts the discovery of a faulty release as discovery, and roots as documents', async () => {
  await change({ document: 'missing', discovery: 'serverError' });
  expect((await ask('/releases/0.1.1/faulty-discovery.js')).status).toBe(500);
  expect((await ask('/root/1.json')).status).toBe(404);
});

it('answers with an HTML page', async () => {
  await change({ discovery: 'html' });
  const { status, headers } = await ask(paths.discovery);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

it('alters one byte and leaves JSON valid', async () => {
  await change({ document: 'altered' });
  const altered = await (await ask(paths.document)).text();
  expect([...altered].filter((letter, index) => letter !== document[index])).toHaveLength(1);
  expect(altered).toHaveLength(document.length);
  expect(JSON.parse(altered)).toEqual(expect.any(Object));
});

it('cuts an answer short, resets a connection, and never answers', async () => {
  await change({ document: 'cutShort', discovery: 'reset', connector: 'hangs' });
  await expect((await ask(paths.document)).text()).rejects.toThrow('terminated');
  await expect(ask(paths.discovery)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  const signal = AbortSignal.timeout(200);
  await expect(ask(paths.connector, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
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
