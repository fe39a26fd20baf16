import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Exchange } from './traffic.ts';
import { untilQuiet } from './until-quiet.ts';

const quiet = { quietMs: 2_000, deadlineMs: 10_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page's network, told by hand: a stand-in for the browser's. */
function openNetwork() {
  const session = new EventEmitter();
  const exchanges: Exchange[] = [];
  return {
    session,
    rest: untilQuiet(session as unknown as Parameters<typeof untilQuiet>[0], { exchanges }, quiet),
    begin() {
      exchanges.push({ url: 'https://localhost/', type: 'Fetch', startMs: 0, endMs: Infinity, bytes: 0 });
      session.emit('Network.requestWillBeSent');
    },
    end() {
      for (const exchange of exchanges) exchange.endMs = 1;
      session.emit('Network.loadingFinished');
    },
  };
}

async function isOver(rest: Promise<void>): Promise<boolean> {
  let over = false;
  const settled = () => {
    over = true;
  };
  rest.then(settled, settled);
  await vi.advanceTimersByTimeAsync(0);
  return over;
}

it('waits out what is under way, and starts again with each request and each end', async () => {
  const network = openNetwork();
  await vi.advanceTimersByTimeAsync(1_900);
  network.begin();
  await vi.advanceTimersByTimeAsync(3_000);
  network.end();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(await isOver(network.rest)).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  await network.rest;
});

it('gives up on a page that goes on, and listens to nothing any more', async () => {
  const network = openNetwork();
  network.begin();
  const failure = expect(network.rest).rejects.toThrow('The page did not come to rest.');
  await vi.advanceTimersByTimeAsync(10_000);
  await failure;
  expect(network.session.eventNames()).toEqual([]);
});
