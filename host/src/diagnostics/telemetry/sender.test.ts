import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSender, type Sender } from './sender.ts';

const url = 'https://collector.example/v1/logs';
/** What a collector gets, and what it answers next; `gone` is no answer at all. */
let asked: { readonly items: readonly number[]; readonly init: RequestInit }[];
let answers: (number | 'gone' | 'silent')[];
let sender: Sender<number>;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, answers] = [[], []];
  sender = createSender<number>({
    url,
    toBody: (items) => JSON.stringify(items),
    async fetch(address, init) {
      expect(address).toBe(url);
      asked.push({ items: JSON.parse(String(init.body)), init });
      const answer = answers.shift() ?? 200;
      if (answer === 'gone') throw new TypeError('Failed to fetch');
      if (answer !== 'silent') return { status: answer };
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    },
  });
});
afterEach(() => void vi.useRealTimers());

const add = (count: number, from = 0) => {
  for (let item = 0; item < count; item += 1) sender.add(from + item);
};
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const sent = () => asked.map(({ items }) => items.length);

describe('a sender', () => {
  it('sends what has come together, after a moment, and then nothing', async () => {
    add(3);
    await seconds(4);
    expect(sent()).toEqual([]);
    await seconds(1);
    expect(asked[0]?.items).toEqual([0, 1, 2]);
    await seconds(600);
    expect(sent()).toEqual([3]);
  });

  it('tells the collector nothing of the page or of who looks at it', async () => {
    add(1);
    await seconds(5);
    expect(asked[0]?.init).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      keepalive: false,
    });
  });

  it('sends at once where a batch is full', async () => {
    add(250);
    await seconds(0);
    expect(sent()).toEqual([100]);
    await seconds(6);
    expect(sent()).toEqual([100, 100, 50]);
  });

  it('sends what waits as the page is left, in a request that outlives it', async () => {
    add(2);
    sender.flush(true);
    await seconds(0);
    expect(asked[0]?.items).toEqual([0, 1]);
    expect(asked[0]?.init.keepalive).toBe(true);
  });

  it('sends no more on leaving than a browser takes', async () => {
    add(90);
    sender.flush(true);
    await seconds(0);
    expect(sent()).toEqual([30]);
  });
});

describe('a collector that is away', () => {
  it.each<number | 'gone' | 'silent'>(['gone', 'silent', 429, 503])(
    'is asked again later, and gets all of it: %s',
    async (fault) => {
      answers = [fault];
      add(3);
      await seconds(5 + 10);
      expect(sent()).toEqual([3]);
      await seconds(35);
      expect(asked.map(({ items }) => items)).toEqual([
        [0, 1, 2],
        [0, 1, 2],
      ]);
    },
  );

  it('is asked ever less often, and a quarter of an hour at most', async () => {
    answers = Array.from({ length: 1_000 }, () => 'gone');
    const day = 24 * 60 * 60;
    add(1);
    for (let minute = 0; minute < day / 60; minute += 1) {
      add(1, minute);
      await seconds(60);
    }
    expect(asked.length).toBeLessThanOrEqual(5 + (24 * 60) / 15);
    expect(asked.length).toBeGreaterThan(24);
  });

  it('costs the page no more than 500 items, of which the oldest go first', async () => {
    answers = ['gone'];
    add(1);
    await seconds(6);
    add(700, 1);
    expect(sender.dropped()).toBe(201);
    await seconds(60);
    expect(asked[1]?.items[0]).toBe(201);
  });

  it('is not asked on leaving while it is given its pause', async () => {
    answers = ['gone'];
    add(1);
    await seconds(6);
    sender.flush(true);
    await seconds(0);
    expect(sent()).toEqual([1]);
  });
});

it('drops what a collector refuses, and goes on', async () => {
  answers = [400];
  add(2);
  await seconds(6);
  expect(sender.dropped()).toBe(2);
  add(1, 7);
  await seconds(6);
  expect(asked.at(-1)?.items).toEqual([7]);
});
