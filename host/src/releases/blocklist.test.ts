import type { Blocklist } from '@linkspan/trust';
import { createHostTeam, type HostTeam, toInstant } from '@linkspan/trust/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { type Answer, serve, testTime } from '../testing/signed-remote.ts';
import { openBlocklist } from './blocklist.ts';

const url = 'http://localhost:1/blocklist.json';
const dayMs = 24 * 60 * 60 * 1000;
const blocked = [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }];

let team: HostTeam;
let served: Map<string, Answer>;
let asked: ReturnType<typeof serve>['asked'];
let storage: ReturnType<typeof createFakeStorage>;
let now: number;
let reported: unknown[];

beforeEach(async () => {
  team = await createHostTeam(testTime);
  served = new Map();
  storage = createFakeStorage();
  now = testTime;
  reported = [];
  await publish(1);
});

afterEach(() => void vi.useRealTimers());

async function publish(version: number, changes = {}): Promise<void> {
  served.set(url, await team.signBlocklist({ version, blocked, ...changes }));
}

/** A page that is loaded again. Its server answers once it is ready. */
function open(keys = team.hostKeys, isReady: Promise<void> = Promise.resolve(), known?: Blocklist) {
  const server = serve(served);
  asked = server.asked;
  return openBlocklist({
    source: { url, keys, ...(known && { known }) },
    storage,
    fetch: async (...request) => {
      await isReady;
      return server.fetch(...request);
    },
    now: () => now,
    report: (error) => reported.push(error),
  });
}

describe('the host team’s list', () => {
  it('is asked for again and without cookies', async () => {
    expect(await open()()).toMatchObject({ version: 1, blocked });
    expect(asked).toMatchObject([{ address: url, init: { cache: 'no-cache' } }]);
  });

  it('is asked for once by those who ask at the same time, and again later', async () => {
    const blocklist = open();
    await Promise.all([blocklist(), blocklist(), blocklist()]);
    await blocklist();
    expect(asked).toHaveLength(1);
    await publish(2);
    now += 10_000;
    expect(await blocklist()).toMatchObject({ version: 2 });
  });

  it('is none where none was ever to be had', async () => {
    served.set(url, 404);
    expect(await open()()).toBeUndefined();
    expect(reported).toHaveLength(1);
  });

  it.each<[string, () => unknown]>([
    ['cannot be reached', () => served.set(url, new TypeError('Failed to fetch'))],
    ['is not there', () => served.set(url, 404)],
    ['is no document', () => served.set(url, '{}')],
    ['is older', async () => served.set(url, await team.signBlocklist({ version: 1, blocked: [] }))],
    ['is unsigned', async () => served.set(url, await team.signBlocklist({ version: 3, blocked: [] }, []))],
    [
      'has expired',
      () => {
        now += 40 * dayMs;
      },
    ],
  ])('stays in force where the one that comes %s', async (_, arrange) => {
    await publish(2);
    await open()();
    await arrange();
    expect(await open()()).toMatchObject({ version: 2, blocked });
    expect(reported).toHaveLength(1);
  });

  it('is in force although nobody has refreshed it, also for who comes for the first time', async () => {
    now += 40 * dayMs;
    expect(await open()()).toMatchObject({ version: 1, blocked });
    expect(reported).toMatchObject([{ code: 'release/expired' }]);
  });

  it('is replaced by a newer one, which may block less', async () => {
    await open()();
    await publish(2, { blocked: [] });
    expect(await open()()).toMatchObject({ version: 2, blocked: [] });
    expect(reported).toEqual([]);
  });

  it('is no more believed where the page has come with other keys', async () => {
    await open()();
    served.set(url, 404);
    expect(await open((await createHostTeam(testTime)).hostKeys)()).toBeUndefined();
  });

  it('stays in force in an open page whose storage was emptied', async () => {
    const blocklist = open();
    await blocklist();
    storage.remove('blocklist');
    served.set(url, 404);
    now += 10_000;
    expect(await blocklist()).toMatchObject({ version: 1, blocked });
  });

  it('is as if it were not there where storage was altered', async () => {
    await open()();
    served.set(url, 404);
    storage.set('blocklist', '{}');
    expect(await open()()).toBeUndefined();
  });

  it('is waited for a second at most; what comes later is in force from then on', async () => {
    await open()();
    await publish(2);
    const gate = createDeferred<void>();
    vi.useFakeTimers();
    const blocklist = open(team.hostKeys, gate.promise);
    const soon = blocklist();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await soon).toMatchObject({ version: 1 });
    gate.resolve();
    vi.useRealTimers();
    expect(await blocklist()).toMatchObject({ version: 2 });
  });
});

describe('the list that came with the page', () => {
  const toKnown = (version: number): Blocklist => ({ version, expiresAt: toInstant(testTime, 14), blocked });
  const openWith = (version: number) => open(team.hostKeys, undefined, toKnown(version));

  it('is in force at a first visit while the server does not answer, and after its expiry', async () => {
    vi.useFakeTimers();
    now += 40 * dayMs;
    const first = open(team.hostKeys, new Promise(() => undefined), toKnown(2))();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toEqual(toKnown(2));
  });

  it('is the least that is believed: of the server, and of what this browser has kept', async () => {
    await open()();
    await publish(1, { blocked: [] });
    expect(await openWith(2)()).toEqual(toKnown(2));
    expect(reported).toMatchObject([{ code: 'release/older', context: { seen: '2', offered: '1' } }]);
  });

  it('gives way to a newer one, and to the newer one that this browser has kept', async () => {
    await publish(3, { blocked: [] });
    expect(await openWith(2)()).toMatchObject({ version: 3, blocked: [] });
    served.set(url, 404);
    expect(await openWith(2)()).toMatchObject({ version: 3, blocked: [] });
  });

  it('is in force where storage was altered', async () => {
    storage.set('blocklist', '{}');
    served.set(url, 404);
    expect(await openWith(2)()).toEqual(toKnown(2));
  });
});
