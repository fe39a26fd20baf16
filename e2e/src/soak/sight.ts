import { setTimeout as delay } from 'node:timers/promises';
import type { View } from '@linkspan/contract';
import type { Person } from '../faults/person.ts';
import type { Words } from '../faults/words.ts';
import { type Family, families } from '../page/families.ts';

/** What a card says, and which wallets of its family are listed: by their ids, those that are here. */
export interface Seen extends Words {
  readonly listed: string;
}

/** What all cards say. */
export type Sight = Readonly<Record<Family['id'], Seen>>;

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
  const seen = families.map(async ({ id }) => {
    const [words, listed] = [await person.words(id), await person.call(readListed, id)];
    return [id, { ...words, listed }] as const;
  });
  return Object.fromEntries(await Promise.all(seen)) as Sight;
}

/** In the page. */
function readListed(id: Family['id']): string {
  const { linkspan } = globalThis as unknown as { linkspan?: { view: View } };
  const listed = linkspan?.view.family(id).wallets.get() ?? [];
  return listed.flatMap(({ id: own, reach }) => (reach === 'installed' ? [own] : [])).join();
}

/** Whether nothing is under way that could still change it by itself. */
export function isStill({ status, steps }: Words): boolean {
  return status !== 'Connecting' && status !== 'Reconnecting' && !steps.includes('Cancel');
}
