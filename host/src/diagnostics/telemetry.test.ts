import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventStream } from '../events.ts';
import { openFakePage } from '../testing/fake-page.ts';
import { startTelemetry, toBuild } from './telemetry.ts';

const url = 'https://collector.example/events';

interface Body {
  readonly service: string;
  readonly build: string;
  readonly dropped: number;
  readonly events: readonly { readonly kind: string; readonly at: number }[];
}

/** The requests to the collector. */
let posts: { readonly body: Body; readonly init: RequestInit }[];
/** Its next answers, 200 by default; `gone` is no answer. */
let answers: (number | 'gone')[];

beforeEach(() => {
  vi.useFakeTimers();
  [posts, answers] = [[], []];
});
afterEach(() => void vi.useRealTimers());

/** A page with one connection already reported. */
function start(service?: string) {
  let at = 0;
  const { events, emit } = createEventStream({ now: () => ++at * 1_000 });
  const report = (count = 1) => {
    for (let made = 0; made < count; made += 1)
      emit({ kind: 'connection', family: 'evm', status: 'connected' });
  };
  report();
  const page = openFakePage();
  startTelemetry({
    events,
    telemetry: { url, ...(service !== undefined && { service }) },
    build: 'x7Q',
    async fetch(address, init) {
      expect(address).toBe(url);
      posts.push({ body: JSON.parse(String(init.body)), init });
      const answer = answers.shift() ?? 200;
      if (answer === 'gone') throw new TypeError('Failed to fetch');
      return { status: answer };
    },
  });
  return { report, page };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const times = () => posts.map(({ body }) => body.events.map(({ at }) => at / 1_000));

describe('telemetry', () => {
  it('posts earlier and new events every five seconds, and then nothing', async () => {
    const { report } = start();
    report();
    await seconds(4);
    expect(posts).toEqual([]);
    await seconds(1);
    report();
    await seconds(600);
    expect(times()).toEqual([[1, 2], [3]]);
    expect(posts[0]?.body).toMatchObject({ service: 'linkspan', build: 'x7Q', dropped: 0 });
  });

  it('sends the operator’s name of the service', async () => {
    start('wallets');
    await seconds(5);
    expect(posts[0]?.body.service).toBe('wallets');
  });

  it('sends no credentials and no referrer', async () => {
    start();
    await seconds(5);
    expect(posts[0]?.init).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      keepalive: false,
    });
  });

  it('posts waiting events when the page is hidden or left, by a request that outlives it', async () => {
    const { page, report } = start();
    page.show();
    expect(posts).toEqual([]);
    page.hide();
    await seconds(0);
    report();
    page.leave();
    expect(times()).toEqual([[1], [2]]);
    expect(posts.map(({ init }) => init.keepalive)).toEqual([true, true]);
  });
});

describe('a collector that does not answer', () => {
  it.each<number | 'gone'>(['gone', 429, 503])(
    'gets the same events again after 30 seconds: %s',
    async (fault) => {
      answers = [fault];
      const { page } = start();
      await seconds(5);
      page.leave();
      await seconds(29);
      expect(times()).toEqual([[1]]);
      await seconds(1);
      expect(times()).toEqual([[1], [1]]);
    },
  );

  it('gets requests at growing intervals, up to a quarter of an hour', async () => {
    answers = Array.from({ length: 1_000 }, () => 'gone');
    start();
    await seconds(24 * 60 * 60);
    expect(posts.length).toBeLessThanOrEqual(6 + (24 * 60) / 15);
    expect(posts.length).toBeGreaterThan(24);
  });

  it('makes the page store at most 500 events and drop the oldest', async () => {
    answers = ['gone'];
    const { report } = start();
    await seconds(5);
    for (let times = 0; times < 7; times += 1) report(100);
    await seconds(30);
    expect(posts[1]?.body).toMatchObject({ dropped: 201, events: { length: 100 } });
    expect(times()[1]?.[0]).toBe(202);
  });
});

it('drops a refused batch, counts it, and continues', async () => {
  answers = [400];
  const { report } = start();
  await seconds(5);
  report();
  await seconds(5);
  expect(posts[1]?.body).toMatchObject({ dropped: 1, events: { length: 1 } });
});

it.each([
  ['https://page.example/assets/host-Dx_7-Q9a.js', 'Dx_7-Q9a'],
  ['http://localhost:4300/src/bootstrap/main.ts', 'dev'],
])('returns the build of %s', (address, build) => {
  expect(toBuild(address)).toBe(build);
});
