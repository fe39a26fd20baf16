import { loadPage } from './load-page.ts';
import { createLocalStorage } from './local-storage.ts';
import { openNetwork } from './network.ts';
import { createRandom, type Random } from './random.ts';
import { rates } from './rates.ts';
import { openRememberingCrypto } from './remembering-crypto.ts';
import { createTally, type Ended, type Tally } from './tally.ts';
import { lastAt, type Published, type TeamMonth } from './team-month.ts';
import { openVirtualTime, type VirtualTime } from './virtual-time.ts';
import { drawVisitor, type Visit } from './visitor.ts';
import type { World } from './world.ts';

/** Has visitors come by, one after the other, until there were so many visits. */
export async function runMonth(world: World, visits: number): Promise<Tally> {
  const crypto = openRememberingCrypto();
  const time = openVirtualTime(crypto.isBusy);
  const tally = createTally();
  const { localStorage } = globalThis;
  try {
    for (let visitor = 0, done = 0; done < visits; visitor += 1)
      for (const ended of await visitBy(visitor, world, time)) {
        tally.add(ended);
        done += 1;
      }
  } finally {
    Object.assign(globalThis, { localStorage });
    time.close();
    crypto.close();
  }
  return tally;
}

/** All visits of one visitor, who is the same for the same seed. */
async function visitBy(visitor: number, world: World, time: VirtualTime): Promise<readonly Ended[]> {
  const random = createRandom(world.seed, visitor);
  const { clock, clockMs, visits } = drawVisitor(random, world.start);
  const storage = createLocalStorage();
  Object.assign(globalThis, { localStorage: storage });
  const all: Ended[] = [];
  for (const [index, visit] of visits.entries()) {
    if (visit.isCleared) storage.clear();
    const { network } = visit;
    const returns = index > 0 && !visit.isCleared;
    time.now = Math.max(visit.at, time.now * Number(index > 0));
    const at = new Date(time.now).toISOString();
    const came = await load(visit, { world, time, random, clockMs });
    all.push({ visitor, visit: index, at, clock, network, returns, ...came });
  }
  return all;
}

interface Around {
  readonly world: World;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly clockMs: number;
}

async function load(
  { network, hasFormerPage }: Visit,
  { world: { teams, deploys }, time, random, clockMs }: Around,
): Promise<Pick<Ended, 'outcomes' | 'tookMs' | 'outlived'>> {
  const startedAt = time.now;
  const deploy = lastAt(deploys, startedAt);
  const page = hasFormerPage ? lastAt(deploys, deploy.at - 1) : deploy;
  const fetch = openNetwork({ teams, deploy, network, random, now: () => time.now });
  const now = () => time.now + clockMs;
  let tookMs = 0;
  const outcomes = await time.run(async () => {
    const all = await loadPage({ trust: page.trust, fetch, now, random: random.next });
    tookMs = time.now - startedAt;
    return all;
  });
  const wasLive = (team: TeamMonth) =>
    [startedAt, time.now].every((at) => lastAt(team.published, at).versions.length > 0);
  const outlived = outcomes.flatMap((outcome, index) => {
    if (outcome.by === 'none') return [];
    const { remote, published } = teams[index] as TeamMonth;
    const end = lastLive(published, { version: outcome.version, at: startedAt });
    return startedAt + clockMs < end + rates.lifeMs ? [] : [`${remote} ${outcome.version}`];
  });
  return { outcomes: outcomes.filter((_, index) => wasLive(teams[index] as TeamMonth)), tookMs, outlived };
}

/** Until when a release was live, looked at from a time; milliseconds since 1970. */
function lastLive(
  published: readonly Published[],
  { version, at }: { readonly version: string; readonly at: number },
): number {
  const index = published.findLastIndex((one) => one.at <= at && one.versions.includes(version));
  return index < 0 ? at : Math.min(at, published[index + 1]?.at ?? at);
}
