import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from '../faults/person.ts';
import type { Words } from '../faults/words.ts';
import { type Family, families } from '../page/families.ts';

/** What all cards say. */
export type Sight = Readonly<Record<Family['id'], Words>>;

const stillMs = 120;
const mostLooks = 25;

/** What the cards say once they say the same twice, some tenths of a second apart; or when that takes too long. */
export async function seeStill(person: Person): Promise<Sight> {
  let before = await see(person);
  for (let look = 0; look < mostLooks; look++) {
    await delay(stillMs);
    const now = await see(person);
    if (JSON.stringify(now) === JSON.stringify(before)) break;
    before = now;
  }
  return before;
}

export async function see(person: Person): Promise<Sight> {
  const seen = await Promise.all(families.map(async ({ id }) => [id, await person.words(id)] as const));
  return Object.fromEntries(seen) as Sight;
}

/** Whether nothing is under way that could still change it by itself. */
export function isStill({ status, steps }: Words): boolean {
  return status !== 'Connecting' && status !== 'Reconnecting' && !steps.includes('Cancel');
}
