import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { type Answer, serve, testTime } from '../testing/signed-remote.ts';
import { openBlocklist } from './blocklist.ts';

const address = '/blocked.json';
const blocked = [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }];
const toList = (version: number) => ({ version, blocked });

let served: Map<string, Answer>;
let asked: ReturnType<typeof serve>['asked'];
let storage: ReturnType<typeof createFakeStorage>;
let now: number;

beforeEach(() => {
  served = new Map();
  storage = createFakeStorage();
  now = testTime;
  publish(toList(2));
});

afterEach(() => void vi.useRealTimers());

function publish(list: object): void {
  served.set(address, JSON.stringify(list));
}

/** A page that is loaded again. Its server answers once it is ready. */
function open(
  baked = { version: 1, blocked: [] as typeof blocked },
  isReady: Promise<void> = Promise.resolve(),
) {
  const server = serve(served);
  asked = server.asked;
  return openBlocklist({
    baked,
    storage,
    fetch: async (...request) => {
      await isReady;
      return server.fetch(...request);
    },
    now: () => now,
  });
}

const failures: readonly (readonly [string, () => unknown])[] = [
  ['cannot be reached', () => served.set(address, new TypeError('Failed to fetch'))],
  ['is missing', () => served.set(address, 404)],
  ['is malformed', () => publish({ version: 9, blocked: [{}] })],
  ['is no JSON', () => served.set(address, '<!doctype html>')],
  ['is older', () => publish({ version: 1, blocked: [] })],
];

describe('the host team’s list', () => {
  it('is the file on the page’s origin, which no cache answers', async () => {
    expect(await open()()).toEqual(toList(2));
    expect(asked).toMatchObject([{ address, init: { cache: 'no-store' } }]);
  });

  it('is asked for once by those who ask at the same time, and again later', async () => {
    const blocklist = open();
    await Promise.all([blocklist(), blocklist(), blocklist()]);
    await blocklist();
    expect(asked).toHaveLength(1);
    publish(toList(3));
    now += 10_000;
    expect(await blocklist()).toEqual(toList(3));
  });

  it.each(failures)('is the last one seen if the file %s', async (_, arrange) => {
    await open()();
    arrange();
    expect(await open()()).toEqual(toList(2));
  });

  it.each(failures)('is the one in the page at a first visit if the file %s', async (_, arrange) => {
    arrange();
    expect(await open(toList(2))()).toEqual(toList(2));
  });

  it('is replaced by a newer one, which may block less', async () => {
    await open()();
    publish({ version: 3, blocked: [] });
    expect(await open()()).toEqual({ version: 3, blocked: [] });
  });

  it('is the one in the page if that is newer than the last one seen', async () => {
    await open()();
    served.set(address, 404);
    expect(await open(toList(3))()).toEqual(toList(3));
  });

  it('stays in force in an open page whose storage is cleared', async () => {
    const blocklist = open();
    await blocklist();
    storage.remove('blocklist');
    served.set(address, 404);
    now += 10_000;
    expect(await blocklist()).toEqual(toList(2));
  });

  it('is the one in the page if what is stored is malformed', async () => {
    storage.set('blocklist', '{}');
    served.set(address, 404);
    expect(await open(toList(2))()).toEqual(toList(2));
  });

  it('is awaited for one second; a file that comes later is not used', async () => {
    await open()();
    publish(toList(3));
    const gate = createDeferred<void>();
    vi.useFakeTimers();
    const blocklist = open(undefined, gate.promise);
    const soon = blocklist();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await soon).toEqual(toList(2));
    gate.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await blocklist()).toEqual(toList(2));
  });
});
