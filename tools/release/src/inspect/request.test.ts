import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../verb.ts';
import { askOnce, isThere, openAsk, type Request } from './request.ts';

const address = 'https://remotes.example/live.json';

/** What becomes of a question, and how it was put. */
async function ask(fetch: Context['fetch'], request: Partial<Request> = {}) {
  const asked: (readonly [unknown, RequestInit])[] = [];
  const answer = await askOnce(
    {
      fetch: (to, init = {}) => {
        asked.push([to, init]);
        return fetch(to, init);
      },
    },
    address,
    { headers: { origin: 'https://page.example' }, deadlineMs: 60_000, mostBytes: 4, ...request },
  );
  return { answer, asked };
}

const failing = (error: unknown) => ask(() => Promise.reject(error));
const silent: Context['fetch'] = (_, init) =>
  new Promise((_resolve, reject) => {
    const { signal } = init as { readonly signal: AbortSignal };
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });

describe('a question to a server', () => {
  it('goes without cookies, follows nothing, and leaves caches alone unless it says so', async () => {
    const { asked } = await ask(async () => new Response('ok'));
    expect(asked).toEqual([
      [
        address,
        {
          redirect: 'manual',
          credentials: 'omit',
          headers: { origin: 'https://page.example' },
          signal: expect.any(AbortSignal),
        },
      ],
    ]);
    expect((await ask(async () => new Response('ok'), { cache: 'no-store' })).asked[0]?.[1].cache).toBe(
      'no-store',
    );
  });

  it('is answered by a redirect where the server redirects, which is not the file', async () => {
    const headers = { location: '/elsewhere' };
    const { answer, asked } = await ask(async () => new Response(null, { status: 302, headers }));
    expect(answer).toEqual({ address, status: 302, headers: new Headers(headers), bytes: new Uint8Array() });
    expect(isThere(answer)).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('is answered by bytes, as many as may be and no more', async () => {
    const { answer } = await ask(async () => new Response('four'));
    expect(answer).toMatchObject({ status: 200, bytes: new TextEncoder().encode('four') });
    expect(isThere(answer)).toBe(true);
    const { answer: longer } = await ask(async () => new Response('fives'));
    expect(longer).toEqual({ address, failure: 'the answer should be at most 4 bytes', isTooLong: true });
    expect(isThere(longer)).toBe(false);
  });

  it('is not answered by a page that says it is not there, however long that is', async () => {
    const { answer } = await ask(async () => new Response('not found', { status: 404 }));
    expect(answer).toMatchObject({ status: 404, bytes: new Uint8Array() });
    expect(isThere(answer)).toBe(false);
  });

  it('ends at its own deadline, and with all the others', async () => {
    expect((await ask(silent, { deadlineMs: 1 })).answer).toEqual({
      address,
      failure: 'nothing came within 0.001 s',
    });
    const all = { signal: AbortSignal.abort() };
    expect((await ask(silent, all)).answer).toEqual({ address, failure: 'the time for all of it was up' });
    const open = { signal: new AbortController().signal, deadlineMs: 1 };
    expect((await ask(silent, open)).answer).toMatchObject({ failure: 'nothing came within 0.001 s' });
  });

  it('says why there is no answer, in one line', async () => {
    const because = (code: string, message: string) =>
      failing(new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) }));
    const told = async (asked: ReturnType<typeof failing>) => (await asked).answer;
    expect(await told(failing(new TypeError('bad port')))).toEqual({ address, failure: 'bad port' });
    expect(await told(because('ENOTFOUND', 'no such name'))).toEqual({ address, failure: 'no such name' });
    expect(await told(because('ECONNREFUSED', ''))).toEqual({ address, failure: 'ECONNREFUSED' });
    expect(await told(because('ERR_SSL_ALERT', 'one\ntwo'))).toEqual({ address, failure: 'ERR_SSL_ALERT' });
    expect(await told(because('ERR_SSL_WRONG_VERSION_NUMBER', 'wrong'))).toEqual({
      address,
      failure: 'it does not speak https',
    });
    expect(
      await told(failing(new TypeError('fetch failed', { cause: new Error('other side closed') }))),
    ).toEqual({
      address,
      failure: 'other side closed',
    });
  });
});

const askAsPage = openAsk({ fetch }, { origin: 'https://page.example', deadlineMs: 5_000 });

async function openServer(): Promise<number> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('says in one line that a server does not speak https', async () => {
  const address = `https://127.0.0.1:${await openServer()}/`;
  expect(await askAsPage(address)).toEqual({ address, failure: 'it does not speak https' });
});

it('asks as a page of its origin does, past every cache', async () => {
  const asked: (RequestInit | undefined)[] = [];
  const asking = openAsk(
    {
      fetch: async (_, init) => {
        asked.push(init);
        return new Response();
      },
    },
    { origin: 'https://page.example', deadlineMs: 5_000 },
  );
  await asking('https://remotes.example/');
  const headers = { origin: 'https://page.example', 'accept-encoding': 'br, gzip' };
  expect(asked).toMatchObject([{ cache: 'no-store', headers }]);
});
