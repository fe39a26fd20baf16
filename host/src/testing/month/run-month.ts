import { createRandom } from '@linkspan/trust/testing';
import { createLocalStorage } from './local-storage.ts';
import { openRememberingCrypto } from './remembering-crypto.ts';
import { runVisit } from './run-visit.ts';
import { createTally, type Ended, type Tally } from './tally.ts';
import { openVirtualTime, type VirtualTime } from './virtual-time.ts';
import { drawVisitor } from './visitor.ts';
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
    // No sooner than the visit before has ended.
    if (index === 0 || time.now < visit.at) time.now = visit.at;
    const at = new Date(time.now).toISOString();
    const came = await runVisit(visit, { world, time, random, clockMs });
    all.push({ visitor, visit: index, at, clock, network, returns, ...came });
  }
  return all;
}
