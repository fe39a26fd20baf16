import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installPage } from '../testing/page.ts';
import { askByRelay } from './hot-relay.ts';
import { type FakeRelay, installRelay, pass, reply, seen } from './testing/hot-relay.ts';

const wallet = 'HOT Wallet';
const site = 'https://relay.example';

let relay: FakeRelay;
let ended: AbortController;

beforeEach(() => {
  installPage('https://app.example/secret?token=1#here');
  relay = installRelay();
  ended = new AbortController();
});
afterEach(async () => {
  ended.abort();
  await pass(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function ask() {
  const { showPairing } = relay;
  const asked = { wallet, relay: site, method: 'near:signIn', request: { a: 1 }, showPairing };
  const answer = askByRelay({ ...asked, signal: ended.signal });
  answer.catch(() => undefined);
  return answer;
}

/** Asks, and waits until the code is shown. */
async function show() {
  const before = relay.shown.length;
  const answer = ask();
  await seen(() => relay.shown.length > before);
  return { answer };
}

const address = () => relay.calls[0]?.url.replace(/\/request$/, '') ?? '';
const isShown = () => relay.shown.at(-1) !== undefined;

describe('a request by the relay', () => {
  it('is published under the hash of its text, and names the page by its origin alone', async () => {
    await show();
    const [{ method, url, init }] = relay.calls as [FakeRelay['calls'][number]];
    const { data } = JSON.parse(String(init.body));
    const id = createHash('sha1').update(data).digest('hex');
    expect([method, url]).toEqual(['POST', `${site}/${id}/request`]);
    expect(relay.published).toEqual([
      {
        ...{ method: 'near:signIn', request: { a: 1 }, $hot: true, origin: 'https://app.example' },
        ...{ id: expect.stringMatching(/^[\da-f-]{36}$/), deadline: expect.any(Number) },
      },
    ]);
    const left = Number(relay.published[0]?.deadline) - Date.now();
    expect(left).toBeGreaterThan(30_000);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  it('has another address each time', async () => {
    await show();
    await show();
    const [first, second] = relay.calls.map(({ url }) => url);
    expect(first).not.toBe(second);
  });

  it('is shown as a code for a second device, and as a link for this one, for five minutes', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2030-01-01T00:00:00.000Z'));
    await show();
    const id = address().slice(site.length + 1);
    expect(relay.shown).toEqual([
      {
        wallet,
        uri: `https://app.hot-labs.org/link?hotcall-${id}`,
        links: [{ name: wallet, url: `hotwallet://hotcall-${id}` }],
        expiresAt: '2030-01-01T00:05:00.000Z',
      },
    ]);
  });

  it('is answered three seconds later at the earliest, and then is shown no more', async () => {
    const { answer } = await show();
    relay.said.push(reply({ accountId: 'pier.near' }));
    await pass(2_999);
    expect(relay.looks()).toBe(0);
    await pass(1);
    expect(await answer).toEqual({ accountId: 'pier.near' });
    expect(isShown()).toBe(false);
    expect(relay.deletes()).toBe(0);
  });

  it('tells the relay nothing of the page or of who looks at it', async () => {
    const { answer } = await show();
    await pass(3_000);
    ended.abort();
    await expect(answer).rejects.toBeDefined();
    expect(relay.calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'DELETE']);
    for (const { init } of relay.calls)
      expect(init).toMatchObject({
        ...{ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error', cache: 'no-store' },
      });
  });

  it('is looked for at once when the page is seen again, and not when it is hidden', async () => {
    const { answer } = await show();
    relay.said.push(reply('done'));
    for (const visibilityState of ['hidden', 'visible']) {
      expect(relay.looks()).toBe(0);
      Object.assign(relay.document, { visibilityState });
      relay.document.dispatchEvent(new Event('visibilitychange'));
      await pass(0);
    }
    expect(await answer).toBe('done');
  });

  it.each([[{ message: 'User rejected the request' }], ['no'], [null]])(
    'that HOT refuses by %j rejects with that',
    async (payload) => {
      const { answer } = await show();
      relay.said.push(reply(payload, false));
      await pass(3_000);
      await expect(answer).rejects.toEqual(payload);
      expect(isShown()).toBe(false);
    },
  );
});

describe('a request that is given up', () => {
  it('is shown and looked for no more, and is deleted once', async () => {
    const { answer } = await show();
    await pass(3_000);
    ended.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(isShown()).toBe(false);
    await pass(60_000);
    expect(relay.looks()).toBe(1);
    expect(relay.deletes()).toBe(1);
    expect(relay.calls.at(-1)?.url).toBe(address());
  });

  it('ends the look that is under way', async () => {
    const { answer } = await show();
    relay.said.push('silent');
    await pass(3_000);
    ended.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(relay.deletes()).toBe(1);
  });

  it('is shown never if it is given up before it was published', async () => {
    relay.takes = 'silent';
    const answer = ask();
    await seen(() => relay.calls.length);
    ended.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(relay.shown.filter(Boolean)).toEqual([]);
  });

  it('reaches nobody if it is given up at once', async () => {
    const answer = ask();
    ended.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(relay.calls).toEqual([]);
  });

  it('ends after five minutes', async () => {
    const { answer } = await show();
    await pass(299_000);
    expect(isShown()).toBe(true);
    await pass(4_000);
    await expect(answer).rejects.toMatchObject({ code: 'wallet/timeout', context: { wallet } });
    expect(isShown()).toBe(false);
    expect(relay.deletes()).toBe(1);
  });
});

describe('a relay that fails', () => {
  const failed = { code: 'wallet/relay-unreachable', context: { wallet } };

  it.each([500, 'gone'] as const)('to take a request (%s) ends it, and nothing is shown', async (takes) => {
    relay.takes = takes;
    await expect(ask()).rejects.toMatchObject(failed);
    expect(relay.shown.filter(Boolean)).toEqual([]);
    expect(relay.looks()).toBe(0);
  });

  it('five times in a row ends the request', async () => {
    const { answer } = await show();
    relay.said.push(500, 'gone', 429, 403, 'gone', reply('late'));
    await pass(12_000);
    expect(isShown()).toBe(true);
    await pass(3_000);
    await expect(answer).rejects.toMatchObject(failed);
    expect(relay.looks()).toBe(5);
    expect(relay.deletes()).toBe(1);
  });

  it('four times in a row, again and again, is waited for', async () => {
    const { answer } = await show();
    relay.said.push(500, 500, 500, 500, 404, 'gone', 'gone', 'gone', 'gone', reply('done'));
    await pass(30_000);
    expect(await answer).toBe('done');
  });
});

describe('what is no reply', () => {
  it.each<[string, string, string]>([
    ['no JSON', '<html>', 'data'],
    ['JSON of another form', '{}', 'data'],
    ['data that is no text', '{"data":{"success":true}}', 'data'],
    ['data that is no JSON', JSON.stringify({ data: 'x' }), 'success'],
    ['data without a result', JSON.stringify({ data: '{"payload":1}' }), 'success'],
    ['a result that is neither', reply(1, 'true'), 'success'],
    ['more than 256 kB', `${reply(1)}${' '.repeat(256_000)}`, 'data'],
  ])('%s is malformed', async (_, said, place) => {
    const { answer } = await show();
    relay.said.push(said);
    await pass(3_000);
    await expect(answer).rejects.toMatchObject({ code: 'wallet/malformed', context: { wallet, place } });
    expect(isShown()).toBe(false);
    expect(relay.looks()).toBe(1);
  });

  it('is not read to its end if it has none', async () => {
    const { answer } = await show();
    let chunks = 0;
    const endless = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(100_000));
      },
    });
    relay.said.push(new Response(endless));
    await pass(3_000);
    await expect(answer).rejects.toMatchObject({ code: 'wallet/malformed' });
    expect(chunks).toBeLessThan(10);
  });
});
