import { createRandom, type Random } from '@linkspan/trust/testing';
import type { Engine, Session } from '../engines/engine.ts';
import { type FaultPlace, openStackPlace } from '../faults/fault-place.ts';
import { answerWallet } from '../faults/in-page.ts';
import { createPerson, type Person } from '../faults/person.ts';
import { until } from '../faults/until.ts';
import { type Family, families } from '../page/families.ts';
import { pickAction, pickFamily } from './action.ts';
import { actionsOfPeople } from './actions-of-people.ts';
import { actionsOfServers, repairChain } from './actions-of-servers.ts';
import { actionsOfWallets, repairWallet } from './actions-of-wallets.ts';
import { findWrong } from './oracle.ts';
import { see, seeStill } from './sight.ts';

/** One life of a page, which a seed and a number repeat. */
export interface Life {
  readonly engine: Engine;
  readonly seed: number;
  readonly number: number;
  /** How many actions it has. */
  readonly actions: number;
}

/** What a life has come to. */
export interface Lived {
  /** What was done, and to whom. */
  readonly log: readonly string[];
  /** What was wrong after the last of it; nothing where all went well. */
  readonly wrong: readonly string[];
  /** By how much the page's memory has grown from the first connect to the end, in bytes. */
  readonly grownBytes: number;
}

const soonMs = 15_000;
const actions = [...actionsOfPeople, ...actionsOfWallets, ...actionsOfServers];

/** Does one action after the other and looks at the page after each. In the end all is fixed, and must work again. */
export async function runLife({ engine, seed, number, actions: count }: Life): Promise<Lived> {
  await using place = openStackPlace();
  await using session = await engine.open({ canPassTime: true });
  const log: string[] = [];
  const life = { session, place, random: createRandom(seed, number), log, count };
  // Awaited here: the session is open until then.
  return await live(life).catch((error) => ({ log, wrong: [String(error)], grownBytes: 0 }));
}

interface Living {
  readonly session: Session;
  readonly place: FaultPlace;
  readonly random: Random;
  readonly log: string[];
  readonly count: number;
}

async function live({ session, place, random, log, count }: Living): Promise<Lived> {
  const person = createPerson(session, place);
  await person.open();
  for (const { id } of families) if (random.chance(0.6)) await person.connect(id);
  while (log.length < count) {
    const action = pickAction(actions, random);
    const chance = pickFamily(random);
    const family = (await action.whose?.(person)) ?? chance;
    if (action.comesBack) {
      await person.lookAgain();
      await seeStill(person);
    }
    const before = await see(person);
    const did = await action.does({ person, place, family, random });
    if (did === false) continue;
    log.push([action.isForAll ? 'all' : family, action.name, did].filter((word) => word).join(': '));
    const wrong = await findWrong(person, { before, family: action.isForAll ? undefined : family });
    if (wrong.length > 0) return { log, wrong, grownBytes: 0 };
  }
  for (const { id } of families) {
    await repairWallet({ person, family: id });
    await repairChain({ place, family: id });
  }
  log.push('all is repaired');
  await person.reload();
  await useAll(person);
  const first = (await session.heapBytes?.()) ?? 0;
  await person.reload();
  await useAll(person);
  return { log, wrong: [], grownBytes: ((await session.heapBytes?.()) ?? 0) - first };
}

async function useAll(person: Person): Promise<void> {
  for (const { id } of families) {
    const { status } = await person.when(id, ({ status: word }) => word !== 'Reconnecting');
    if (status !== 'Connected') await connect(person, id);
    await person.signIn(id);
  }
}

/** A wallet that has granted its accounts before asks nobody. */
async function connect(person: Person, family: Family['id']): Promise<void> {
  await person.pick(family);
  const isSettled = async () =>
    (await person.call(answerWallet, family, 'practice-approve')) ||
    (await person.status(family)) === 'Connected';
  await until(isSettled, { withinMs: soonMs, tell: async () => `no wallet of ${family} asks` });
  await person.whenStatus(family, 'Connected');
}
