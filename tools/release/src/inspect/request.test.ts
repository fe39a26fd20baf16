import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../testing/serve.ts';
import type { Context } from '../verb.ts';
import { askOnce, isThere, openAsk, type Request } from './request.ts';

const address = 'https://remotes.example/live.json';

/** What becomes of a request, and how it was sent. */
async function ask(fetch: Context['fetch'], request: Partial<Request> = {}) {
  const asked: RequestInit[] = [];
  const send: Context['fetch'] = (to, init = {}) => {
    asked.push(init);
    return fetch(to, init);
  };
  const headers = { origin: 'https://page.example' };
  const all = { headers, deadlineMs: 60_000, mostBytes: 4, ...request };
  return { answer: await askOnce({ fetch: send }, address, all), asked };
}

describe('a request', () => {
  it('goes without cookies, follows nothing, and leaves caches alone unless it says so', async () => {
    const { asked } = await ask(async () => new Response('ok'));
    expect(asked).toMatchObject([{ redirect: 'manual', credentials: 'omit' }]);
    expect(asked[0]).not.toHaveProperty('cache');
  });

  it.each([
    ['a redirect', new Response(null, { status: 302 }), { status: 302 }, false],
    ['a page that says it is not there', new Response('not found', { status: 404 }), { status: 404 }, false],
    ['bytes', new Response('four'), { status: 200, bytes: new TextEncoder().encode('four') }, true],
    ['too many bytes', new Response('fives'), { isTooLong: true }, false],
  ])('is answered by %s', async (_, response, expected, isFile) => {
    const { answer } = await ask(async () => response);
    expect(answer).toMatchObject({ address, ...expected });
    expect(isThere(answer)).toBe(isFile);
  });

  it.each<[string, Partial<Request>, string]>([
    ['at its own deadline', { deadlineMs: 1 }, 'nothing came within 0.001 s'],
    ['with all the others', { signal: AbortSignal.abort() }, 'the time for all of it was up'],
  ])('ends %s', async (_, request, failure) => {
    expect((await ask(silent, request)).answer).toEqual({ address, failure });
  });

  const because = (code: string, message: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
  it.each([
    [new TypeError('bad port'), 'bad port'],
    [because('ENOTFOUND', 'no such name'), 'no such name'],
    [because('ECONNREFUSED', ''), 'ECONNREFUSED'],
    [because('ERR_SSL_ALERT', 'one\ntwo'), 'ERR_SSL_ALERT'],
  ])('says why there is no answer, in one line (%#)', async (error, failure) => {
    expect((await ask(() => Promise.reject(error))).answer).toEqual({ address, failure });
  });

  it('says in one line that a server does not speak https', async () => {
    const server = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const to = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const asking = openAsk({ fetch }, { origin: 'https://page.example', deadlineMs: 5_000 });
    expect(await asking(to)).toEqual({ address: to, failure: 'it does not speak https' });
  });
});
