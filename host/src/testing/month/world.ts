import { fakeConfig } from '../fake-shell.ts';
import { type Deploy, deployMonth } from './deploys.ts';
import { drawOutages } from './outages.ts';
import { createRandom } from './random.ts';
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
