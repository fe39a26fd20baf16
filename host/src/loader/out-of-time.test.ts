import { createRepository, type Repository, toInstant } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { loadPage } from '../testing/month/load-page.ts';
import { createLocalStorage } from '../testing/month/local-storage.ts';
import { type Answer, serve, testTime } from '../testing/signed-remote.ts';

const dayMs = 24 * 60 * 60 * 1000;
const remotes = fakeConfig.families.map(({ remote }) => remote);
const trust = (teams: readonly Repository[]) => ({
  remotes: teams.map(({ remote: name, root }) => ({ name, root, least: 0 })),
});

let teams: readonly Repository[];
let served: Map<string, Answer>;

/** What a page shows of each remote on a device whose clock says this, in milliseconds since 1970. */
async function load(now: number) {
  const { fetch } = serve(served);
  const outcomes = await loadPage({ trust: trust(teams), fetch, now: () => now, random: () => 0.5 });
  return outcomes.map((one) => (one.by === 'none' ? one.code : one.by));
}

/** Serves a team's document, which is good for seven days from a time. */
async function publish(index: number, at = testTime): Promise<void> {
  const document = await teams[index]?.signLive({ issuedAt: toInstant(at), expiresAt: toInstant(at, 7) });
  served.set(`${remotes[index]?.url}live.json`, document ?? 404);
}

beforeEach(async () => {
  vi.stubGlobal('localStorage', createLocalStorage());
  teams = await Promise.all(remotes.map(({ name }) => createRepository(name, testTime)));
  served = new Map();
  for (const index of teams.keys()) await publish(index);
});

describe('the time of signed documents', () => {
  it('is right', async () => {
    expect(await load(testTime)).toEqual(['server', 'server', 'server']);
  });

  it.each([
    ['ahead', 8 * dayMs],
    ['behind', -9 * dayMs],
  ])(
    'is over for all at once where the clock is %s: the page suspects the clock, not the teams',
    async (_, off) => {
      expect(await load(testTime + off)).toEqual(['release/clock', 'release/clock', 'release/clock']);
    },
  );

  it('is over for one alone, whose team has missed its refreshes', async () => {
    for (const index of [1, 2]) await publish(index, testTime + 7 * dayMs);
    expect(await load(testTime + 8 * dayMs)).toEqual(['release/expired', 'server', 'server']);
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
