import { codeOf } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { createRepository, type Repository, toInstant } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageSource } from '../releases/page-source.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { type Answer, serve, testTime } from '../testing/signed-remote.ts';
import { publishRefusals } from './refusals.ts';
import { chooseReleases, createSlot } from './slot.ts';

const dayMs = 24 * 60 * 60 * 1000;
const remotes = fakeConfig.families.map(({ remote }) => remote);
const offered = { react: '19.2.0', 'react-dom/client': '19.2.0' };

let teams: readonly Repository[];
let served: Map<string, Answer>;

/**
 * What a page shows of each remote on a device whose clock says this, in milliseconds since 1970. Its server's clock is
 * right.
 */
async function load(time: number, serverTime = testTime): Promise<readonly string[]> {
  const trust = {
    pinned: [],
    blocklist: { version: 1, blocked: [] },
    remotes: teams.map(({ remote: name, root }) => ({ name, root, least: 0 })),
  };
  const { fetch } = serve(served);
  const now = () => time;
  const common = { fetch, now, random: () => 0.5, offered, report: () => undefined };
  const source = createPageSource(trust, {
    tab: 'tab',
    isHasty: false,
    ...common,
    storagePrefix: 'linkspan:',
    base: 'https://page.example/',
  });
  const slots = fakeConfig.families.map((family) =>
    createSlot(family, createFakeStorage(), source.open(family)),
  );
  await chooseReleases(slots, source);
  const measureClock = async () => time - serverTime;
  await publishRefusals(slots, { store: createStore(fakeConfig.families), offered, now, measureClock });
  return Promise.all(
    slots.map(async ({ release, discovery }) =>
      release
        ? `release ${release.ref.version}`
        : discovery.promise.then(
            () => 'none',
            (error: unknown) => codeOf(error) ?? String(error),
          ),
    ),
  );
}

/** Serves a team's document, which is good for seven days from a time. */
async function publish(index: number, at = testTime): Promise<void> {
  const document = await teams[index]?.signLive({ issuedAt: toInstant(at), expiresAt: toInstant(at, 7) });
  served.set(`${remotes[index]?.url}live.json`, document ?? 404);
}

beforeEach(async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  teams = await Promise.all(remotes.map(({ name }) => createRepository(name, testTime)));
  served = new Map();
  for (const index of teams.keys()) await publish(index);
});

describe('the time of signed documents', () => {
  it('is right', async () => {
    expect(await load(testTime)).toEqual(['release 1.2.3', 'release 1.2.3', 'release 1.2.3']);
  });

  it.each([
    ['ahead', 8 * dayMs],
    ['behind', -9 * dayMs],
  ])(
    'is over for all at once if the clock is %s: the page blames the clock, not the teams',
    async (_, off) => {
      expect(await load(testTime + off)).toEqual(['release/clock', 'release/clock', 'release/clock']);
    },
  );

  it('is over for all at once if nobody has renewed them: the page blames no clock', async () => {
    const later = testTime + 8 * dayMs;
    expect(await load(later, later)).toEqual(Array(3).fill('release/expired'));
  });

  it('is over for one alone, whose team has missed its refreshes', async () => {
    for (const index of [1, 2]) await publish(index, testTime + 7 * dayMs);
    expect(await load(testTime + 8 * dayMs)).toEqual(['release/expired', 'release 1.2.3', 'release 1.2.3']);
  });

  it('is over for all that come: the one that does not come is said to be out of reach', async () => {
    served.set(`${remotes[1]?.url}live.json`, 503);
    expect(await load(testTime + 8 * dayMs)).toEqual([
      'release/clock',
      'release/unreachable',
      'release/clock',
    ]);
  });
});
