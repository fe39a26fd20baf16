import type { Network } from '@linkspan/contract';
import { field } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Dialect, forgetChains, openNodes } from './nodes.ts';

const [first, second] = ['https://first.example/', 'https://second.example/'];
const network: Network = {
  id: 'chain:7',
  title: 'Harbour chain',
  rpc: [first, second],
  symbol: 'HRB',
  decimals: 18,
};
const isFault = (error: unknown) => error != null && field(error, 'message') !== 'no such account';
const refuse = (message: string, status?: number) => () => json({ error: { code: -32000, message } }, status);
const dialect: Dialect = {
  identity: { method: 'chainId' },
  isOf: (answer, { id }) => id === `chain:${String(answer)}`,
  isAnswer: (answer) => !isFault(field(answer, 'error')),
  isAbsence: (answer, { method }) => method === 'find' && field(answer, 'result') === null,
};

type Answer = (signal: AbortSignal) => Response | Promise<Response>;

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const html = (status = 200) =>
  new Response('<!doctype html><p>Log in', { status, headers: { 'content-type': 'text/html' } });
const hang: Answer = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const lose: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const result = (value: unknown) => () => json({ result: value });

/** What comes of a node that gives no answer. */
const silences: readonly (readonly [code: string, what: string, Answer])[] = [
  ['network/unreachable', 'does not answer', lose],
  ['network/unreachable', 'is broken', () => html(500)],
  ['network/portal', 'answers in HTML', () => html()],
  ['network/malformed', 'answers in broken JSON', () => new Response('{"result":')],
  ['network/busy', 'asks for a pause', () => json({}, 429)],
];

/** What the nodes were asked, and separately which were asked for their chain. */
let asked: string[];
let checked: string[];
let answers: Record<string, Record<string, Answer>>;
let end: AbortController;

/** Two nodes of the chain; each method of each can be given another answer. */
beforeEach(() => {
  vi.useFakeTimers();
  [asked, checked] = [[], []];
  vi.setSystemTime(1_000_000);
  end = new AbortController();
  const sound = () => ({ chainId: result(7), balance: result('5'), look: result(null), find: result(null) });
  answers = { [first]: sound(), [second]: sound() };
});

afterEach(() => vi.useRealTimers());

function openAll() {
  const standIn = (async (url: string, init: RequestInit) => {
    const { method } = JSON.parse(String(init.body));
    (method === 'chainId' ? checked : asked).push(`${url === first ? 'first' : 'second'} ${method}`);
    return answers[url]?.[method]?.(init.signal as AbortSignal);
  }) as typeof fetch;
  vi.stubGlobal('fetch', standIn);
  return openNodes(network, dialect, end.signal);
}

function open() {
  const nodes = openAll();
  return (method: string) => nodes.ask({ method }).then((answer) => field(answer, 'result'));
}

function answer(url: string, given: Answer, methods: readonly string[] = ['balance', 'look', 'find']): void {
  for (const method of methods) answers[url] = { ...answers[url], [method]: given };
}

const both = (given: Answer) => {
  for (const url of [first, second]) answer(url, given);
};

it('a node may have an address for each method', async () => {
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    return json({ result: 7 });
  });
  const toUrl = (node: string, method: string) => node + method;
  await openNodes(network, { ...dialect, toUrl }, end.signal).ask({ method: 'look' });
  expect(urls).toEqual([`${first}chainId`, `${first}look`]);
});

describe('the nodes of a network', () => {
  it('are asked in their order: the first answer counts, also null', async () => {
    const ask = open();
    expect(await ask('look')).toBeNull();
    expect(asked).toEqual(['first look']);
  });

  it('are asked for their chain once, beside the first request, by all commands of a connector', async () => {
    await Promise.all([open()('balance'), open()('look')]);
    await open()('balance');
    expect(asked).toEqual(['first balance', 'first look', 'first balance']);
    expect(checked).toEqual(['first chainId']);
  });

  it.each<[when: string, change: (ask: (method: string) => Promise<unknown>) => unknown]>([
    ['a signature or a send', () => forgetChains(end.signal)],
    [
      'a request that failed',
      (ask) => {
        answer(first, lose, ['look']);
        return ask('look');
      },
    ],
    [
      'an answer that is a fault of the node',
      (ask) => {
        answer(first, refuse('header not found'), ['look']);
        return ask('look');
      },
    ],
    ['a transaction that the node lacks', (ask) => ask('find')],
  ])('are asked for their chain again after %s', async (_, change) => {
    const ask = open();
    await ask('balance');
    await change(ask);
    answer(first, result(8), ['chainId']);
    answer(first, result('stolen'), ['balance']);
    expect(await ask('balance')).toBe('5');
  });

  it.each<[what: string, Answer]>([
    ...silences.map(([, what, given]): [string, Answer] => [what, given]),
    ['answers in JSON that is no JSON-RPC', () => json({ hello: 1 })],
    ['says that it is broken', refuse('internal error')],
    ['says that it is behind', refuse('header not found')],
    ['refuses the method', refuse('method not found', 400)],
    ['refuses the key', refuse('invalid API key', 401)],
    ['refuses in a text', () => json({ error: 'Unauthorized' }, 401)],
    ['says that it is asked too often', () => json({ error: { code: -32005, message: 'limit' } })],
  ])('are asked at the next address if the first %s', async (_, given) => {
    answer(first, given);
    expect(await open()('balance')).toBe('5');
  });

  it('are asked at the next address if the first serves another chain, and are not believed there again', async () => {
    answer(first, result(8), ['chainId']);
    answer(first, result('stolen'), ['look']);
    const ask = open();
    expect(await ask('balance')).toBe('5');
    expect(await ask('look')).toBeNull();
    answer(first, result(7), ['chainId']);
    answer(first, result('repaired'), ['look']);
    expect(await ask('look')).toBe('repaired');
  });

  it.each(silences)('fail as %s if every one %s', async (code, _, given) => {
    both(given);
    await expect(open()('balance')).rejects.toMatchObject({ code, context: { network: 'Harbour chain' } });
  });

  it('fail by the worst if each has another fault', async () => {
    answer(first, () => html());
    answer(second, result(8), ['chainId']);
    await expect(open()('balance')).rejects.toMatchObject({ code: 'network/other-chain' });
  });

  it('are asked at the next address if the first does not name its chain', async () => {
    answer(first, refuse('invalid API key'), ['chainId']);
    const ask = open();
    expect(await ask('balance')).toBe('5');
    expect(await ask('chainId')).toBe(7);
    // It is not taken for another chain.
    expect(await ask('look')).toBeNull();
    expect(asked.at(-1)).toBe('second look');
  });

  it('pass on an error about what was asked, whatever its status of HTTP, and ask no other', async () => {
    answer(first, refuse('no such account', 400), ['look']);
    const nodes = openAll();
    expect(await nodes.ask({ method: 'look' })).toMatchObject({ error: { message: 'no such account' } });
    expect(asked).toEqual(['first look']);
  });

  it.each<[what: string, one: Answer, other: Answer, said: string]>([
    ['all say it', refuse('internal error'), refuse('internal error'), 'internal error'],
    ['each says another', refuse('header not found'), refuse('internal error'), 'header not found'],
    ['the others do not answer', lose, refuse('internal error'), 'internal error'],
    ['the others are no nodes', refuse('internal error'), () => html(), 'internal error'],
  ])('pass on what is wrong with a node if %s', async (_, one, other, said) => {
    answer(first, one);
    answer(second, other);
    const nodes = openAll();
    for (const method of ['look', 'balance'])
      expect(await nodes.ask({ method })).toMatchObject({ error: { message: said } });
  });

  it('are sent once more what was lost, and not a third time', async () => {
    let lost = 0;
    answer(first, (signal) => (lost++ === 0 ? lose(signal) : json({ result: 'back' })), ['look']);
    expect(await open()('look')).toBe('back');
    answer(first, lose, ['look']);
    await open()('look');
    expect(asked).toEqual(['first look', 'first look', 'first look', 'first look', 'second look']);
  });

  it('are given eight seconds each, one of them by one', async () => {
    both(hang);
    const outcome = open()('look').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(asked).toEqual(['first look', 'second look']);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await outcome).toMatchObject({ code: 'network/unreachable' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are asked nothing once the connector has ended, and what was asked is given up', async () => {
    both(hang);
    const ask = open();
    const outcome = ask('look').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    end.abort();
    expect(await outcome).toBe(end.signal.reason);
    await expect(ask('look')).rejects.toBe(end.signal.reason);
    expect(asked).toEqual(['first look']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('what a node of the network does not have', () => {
  it('is asked of the next one, which has it', async () => {
    answer(second, result('here'), ['find']);
    expect(await open()('find')).toBe('here');
    expect(asked).toEqual(['first find', 'second find']);
  });

  it('is absent if all nodes say so', async () => {
    expect(await open()('find')).toBeNull();
    expect(asked).toEqual(['first find', 'second find']);
  });

  it.each(silences)('is not absent, but %s, if another node %s', async (code, _, given) => {
    for (const url of [first, second]) {
      end = new AbortController();
      answer(first, result(null), ['find']);
      answer(second, result(null), ['find']);
      answer(url, given, ['find']);
      await expect(open()('find')).rejects.toMatchObject({ code });
    }
  });

  const others = [...silences.map(([, , given]) => given), refuse('history is not available')];
  it.each(others)('is absent to a caller who takes the word of one node: %#', async (given) => {
    for (const url of [first, second]) {
      end = new AbortController();
      answer(first, result(null), ['find']);
      answer(second, result(null), ['find']);
      answer(url, given, ['find']);
      expect(await openAll().ask({ method: 'find' }, { absence: 'any' })).toMatchObject({ result: null });
    }
  });

  it('is not absent if another node has a fault of its own, which is passed on', async () => {
    answer(second, refuse('history is not available'), ['find']);
    expect(await openAll().ask({ method: 'find' })).toMatchObject({
      error: { message: 'history is not available' },
    });
  });

  it('is not absent if the nodes have changed their chain meanwhile', async () => {
    const ask = open();
    await ask('balance');
    both(result(null));
    for (const url of [first, second]) answer(url, result(8), ['chainId']);
    await expect(ask('find')).rejects.toMatchObject({ code: 'network/other-chain' });
  });

  it('is absent if the only other address is that of another chain', async () => {
    answer(first, result(8), ['chainId']);
    const ask = open();
    await ask('balance');
    expect(await ask('find')).toBeNull();
  });
});

describe('a node that asks for a pause', () => {
  const pause = (after?: string) => () =>
    new Response('', { status: 429, headers: after === undefined ? {} : { 'retry-after': after } });

  it.each([
    ['as long as it says', '7', 7_000],
    ['until the time that it names', new Date(1_010_000).toUTCString(), 10_000],
    ['for five seconds if it names none', undefined, 5_000],
    ['for a minute at most', '86400', 60_000],
    ['for a second at least', '0', 1_000],
  ])('is left alone %s', async (_, after, pauseMs) => {
    both(pause(after));
    const ask = open();
    await expect(ask('look')).rejects.toMatchObject({ code: 'network/busy' });
    both(result('well'));
    asked = [];
    vi.setSystemTime(1_000_000 + pauseMs - 1);
    await expect(ask('look')).rejects.toMatchObject({ code: 'network/busy' });
    expect(asked).toEqual([]);
    vi.setSystemTime(1_000_000 + pauseMs);
    expect(await ask('look')).toBe('well');
  });

  it('is left alone by the next command of its connector too', async () => {
    both(pause('7'));
    await expect(open()('look')).rejects.toMatchObject({ code: 'network/busy' });
    both(result('well'));
    await expect(open()('look')).rejects.toMatchObject({ code: 'network/busy' });
    end = new AbortController();
    expect(await open()('look')).toBe('well');
  });
});
