import { describe, expect, it, vi } from 'vitest';
import { rememberingTrust } from '../testing/month/remembering-trust.ts';
import { runMonth } from '../testing/month/run-month.ts';
import { describeTally } from '../testing/month/tally.ts';
import { createWorld, describeWorld } from '../testing/month/world.ts';

vi.mock(import('@linkspan/trust'), async (load) => {
  const trust = await load();
  return { ...trust, ...rememberingTrust(trust) };
});

const isLong = process.env.LINKSPAN_LONG === '1';
const seeds = isLong ? [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : [1];
const visits = 100_000;

/**
 * Thirty days of what `testing/month/rates.ts` says, for pages whose code is the real one, from the live document to
 * the release that may run, and for documents that are really signed. The files of the releases are no part of it:
 * they never change, so that any cache may keep them.
 *
 * A visit counts if it has a network, which means that the page itself was not taken from the cache, and a clock that
 * is less than fifteen days off. It connects if there is a release that may run of every remote that is live.
 */
describe('thirty days of outages, missed refreshes and skewed clocks', () => {
  it.each(seeds)(
    'connect at least 99.99 % of the visits with a network (seed %i)',
    {
      timeout: 1_200_000,
    },
    async (seed) => {
      const world = await createWorld(seed);
      const tally = await runMonth(world, visits);
      const told = `${describeWorld(world)}\n${describeTally(tally)}`;
      if (isLong) console.info(told);
      expect(tally.counted, told).toBeGreaterThan(0.98 * visits);
      expect(tally.connected / tally.counted, told).toBeGreaterThanOrEqual(0.9999);
      expect(tally.outlived, told).toEqual([]);
      expect(tally.misled, told).toEqual([]);
    },
  );
});
