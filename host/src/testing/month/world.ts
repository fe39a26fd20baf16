import { createRandom } from '@linkspan/trust/testing';
import { fakeConfig } from '../fake-shell.ts';
import { type Deploy, deployMonth } from './deploys.ts';
import { drawOutages, isDown, type Outage, outageAt } from './outages.ts';
import { dayMs, hourMs, minuteMs, rates } from './rates.ts';
import { type TeamMonth, writeTeamMonth } from './team-month.ts';

/** All that happens in thirty days, but for the visitors. The same seed has the same, but for the keys. */
export interface World {
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly teams: readonly TeamMonth[];
  /** In their order in time. */
  readonly deploys: readonly Deploy[];
}

export async function createWorld(seed: number): Promise<World> {
  const start = Date.parse('2026-12-01T00:00:00Z');
  const random = createRandom(seed);
  const names = fakeConfig.families.map(({ remote }) => remote.name);
  const outages = drawOutages(random, { stores: names.length, start });
  const teams: TeamMonth[] = [];
  for (const [index, name] of names.entries())
    teams.push(await writeTeamMonth(name, { random, start, outages: outages[index] ?? [] }));
  return { seed, start, teams, deploys: await deployMonth(random, { teams, start }) };
}

/** As lines to read. */
export function describeWorld({ seed, start, teams, deploys }: World): string {
  const stores = teams.map(({ remote, outages, published, roots }) => {
    const down = shareDown(outages, start);
    const longestMs = Math.max(...outages.filter(isDown).map(({ from, until }) => until - from));
    const hours = (longestMs / hourMs).toFixed(1);
    return `${remote}: down ${(100 * down).toFixed(2)} % of the time, ${hours} hours at most; ${published.length} live documents, ${roots.size} roots`;
  });
  return [`Seed ${seed}, ${deploys.length} deploys of the page`, ...stores].join('\n');
}

/** How much of the time a store did not answer at all, from 0 to 1. */
function shareDown(outages: readonly Outage[], start: number): number {
  const minutes = Array.from(
    { length: (rates.days * dayMs) / minuteMs },
    (_, minute) => start + minute * minuteMs,
  );
  const down = outages.filter(isDown);
  return minutes.filter((at) => outageAt(down, at) !== undefined).length / minutes.length;
}
