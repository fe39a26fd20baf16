import type { ChainFaults } from '@linkspan/practice/bench';
import type { Action, Scene } from './action.ts';

const chainFaults: readonly [Partial<ChainFaults>, ...Partial<ChainFaults>[]] = [
  { answers: 'rateLimited' },
  { answers: 'down' },
  { answers: 'html' },
  { answers: 'serverError' },
  { answers: 'malformed' },
  { slowMs: 3_000 },
  { lies: true },
  { stopsBlocks: true },
  { forgets: true },
];

/** What servers and browsers do. */
export const actionsOfServers: readonly Action[] = [
  { name: 'a chain breaks', weight: 5, does: breakChain },
  { name: 'a chain is repaired', weight: 6, does: repairChain },
  { name: 'the page is loaded again', weight: 4, isForAll: true, does: reload },
  { name: 'time passes', weight: 6, isForAll: true, does: passTime },
  { name: 'the network is gone for a while', weight: 2, isForAll: true, does: loseNetwork },
  { name: 'the person comes back to the tab', weight: 3, isForAll: true, does: comeBack },
];

async function breakChain({ place, family, random }: Scene): Promise<string> {
  const faults = random.pick(chainFaults);
  await place.breakChain(family, faults);
  return JSON.stringify(faults);
}

/** Switches a chain's faults off. */
export async function repairChain({ place, family }: Pick<Scene, 'place' | 'family'>): Promise<undefined> {
  await place.breakChain(family, {});
}

async function reload({ person }: Scene): Promise<undefined> {
  await person.reload();
}

async function passTime({ person, random }: Scene): Promise<string> {
  const ms = random.pick([1_000, 5_000, 20_000, 60_000]);
  await person.passTime(ms);
  return `${ms} ms`;
}

async function loseNetwork({ person }: Scene): Promise<undefined> {
  await person.session.setOffline?.(true);
  await person.lookAgain();
  await person.passTime(5_000);
  await person.session.setOffline?.(false);
}

async function comeBack({ person }: Scene): Promise<undefined> {
  await person.lookAgain();
}
