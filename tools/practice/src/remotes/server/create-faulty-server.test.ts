import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeFaults, readFaults } from '../../bench/change-faults.ts';
import { createFaultyServer } from './create-faulty-server.mjs';
import { noRemoteFaults, remoteStages, stageOf } from './remote-faults.mjs';

const remote = 'remote-near';
const files = new Map([
  ['/live.json', '{"payload":"AAAA"}'],
  ['/releases/0.1.0/discovery-x1.js', 'export const discover = 1;'],
  ['/releases/0.1.0/remoteEntry-x1.js', 'export const get = 1;'],
]);
const paths = { document: '/live.json', discovery: [...files.keys()][1], connector: [...files.keys()][2] };

const made: string[] = [];
let isRefused = false;
/** What is written at this moment. */
let writing = 0;
let slowly: () => Promise<void> = async () => undefined;
let server: Server;
let url: string;

beforeAll(async () => {
  const { answer } = createFaultyServer(remote, async (release) => {
    if (isRefused) throw new Error('The store is away.');
    made.push(release);
    writing += 1;
    if (writing > 1) throw new Error('Two write at once.');
    await slowly();
    writing -= 1;
  });
  server = createServer(async (request, response) => {
    const text = files.get(request.url ?? '');
    const found = text === undefined ? undefined : { bytes: Buffer.from(text), type: 'text/plain' };
    if (await answer({ request, response, read: async () => found })) return;
    response.setHeader('access-control-allow-origin', '*');
    response.writeHead(found ? 200 : 404).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
afterEach(() => changeFaults(url, { [remote]: {} }));

const change = (faults: object) => changeFaults(url, { [remote]: faults });
const ask = (path: string, signal?: AbortSignal) => fetch(`${url}${path}`, signal ? { signal } : {});

describe("a remote's faulty server", () => {
  it('knows the stage of each path', () => {
    expect(Object.values(paths).map((path) => stageOf(path ?? ''))).toEqual(remoteStages);
    expect(['/root/1.json', '/releases/0.0.0-faulty.1/faulty-discovery.js'].map(stageOf)).toEqual([
      'document',
      'discovery',
    ]);
  });

  it.each(remoteStages)('fails at the stage %s alone', async (stage) => {
    await change({ [stage]: 'missing' });
    for (const [other, path] of Object.entries(paths))
      expect([other, (await ask(path ?? '')).status]).toEqual([other, other === stage ? 404 : 200]);
  });

  it('answers with a 500, or with a page in place of a document', async () => {
    await change({ document: 'serverError', discovery: 'html' });
    expect((await ask('/live.json')).status).toBe(500);
    const page = await ask(paths.discovery ?? '');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('alters one byte, so that a document is still one in form', async () => {
    await change({ document: 'altered' });
    const [before, after] = [files.get('/live.json') ?? '', await (await ask('/live.json')).text()];
    expect([...after].filter((letter, index) => letter !== before[index])).toHaveLength(1);
    expect(JSON.parse(after)).toHaveProperty('payload');
  });

  it('cuts an answer short, resets a connection, and never answers', async () => {
    await change({ document: 'cutShort', discovery: 'reset', connector: 'hangs' });
    await expect((await ask('/live.json')).text()).rejects.toThrow('terminated');
    await expect(ask(paths.discovery ?? '')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    const given = AbortSignal.timeout(200);
    await expect(ask(paths.connector ?? '', given)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('the faults of a remote', () => {
  it('are all off at first, and those that are not named are off', async () => {
    expect(await readFaults(url)).toEqual({ [remote]: noRemoteFaults });
    await change({ document: 'html' });
    await change({ connector: 'html' });
    expect(await readFaults(url)).toEqual({ [remote]: { ...noRemoteFaults, connector: 'html' } });
  });

  it('make the faulty release live, and the sound one again', async () => {
    await change({ release: 'faulty', document: 'html' });
    await change({ release: 'faulty' });
    await change({});
    expect(made).toEqual(['faulty', 'sound']);
  });

  it('make one release live after another, however quickly they are asked for', async () => {
    made.length = 0;
    let goOn = () => {};
    slowly = () =>
      new Promise((resolve) => {
        goOn = resolve;
      });
    const first = change({ release: 'faulty', document: 'html' });
    await expect.poll(() => made).toEqual(['faulty']);
    const second = change({ connector: 'html' });
    await expect.poll(() => readFaults(url)).toEqual({ [remote]: { ...noRemoteFaults, connector: 'html' } });
    slowly = async () => undefined;
    goOn();
    await Promise.all([first, second]);
    expect(made).toEqual(['faulty', 'sound']);
    expect(await readFaults(url)).toEqual({ [remote]: { ...noRemoteFaults, connector: 'html' } });
  });

  it('say so where a release cannot be made live', async () => {
    isRefused = true;
    await expect(change({ release: 'faulty' })).rejects.toMatchObject({
      code: 'faults/failed',
      message: 'The store is away.',
    });
    isRefused = false;
    expect(await readFaults(url)).toEqual({ [remote]: noRemoteFaults });
  });

  it.each([
    [{ 'remote-near': { document: 'kindly' } }, 'faults/malformed', /remote-near\.document/],
    [{ 'remote-near': { files: 'html' } }, 'faults/malformed', /remote-near\.files/],
    [{ 'remote-near': { release: 'altered' } }, 'faults/malformed', /sound, faulty/],
    [{ 'remote-near': 'html' }, 'faults/malformed', /an object/],
    [{ 'remote-far': {} }, 'faults/unknown', /remote-far/],
  ])('are not changed by %j', async (wanted, code, message) => {
    const asked = changeFaults(url, wanted as Readonly<Record<string, object>>);
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await readFaults(url)).toEqual({ [remote]: noRemoteFaults });
  });
});
