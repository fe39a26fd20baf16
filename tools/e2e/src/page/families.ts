import type { PracticeName } from '@linkspan/practice/accounts';
import {
  familyIds,
  type Family as PracticeFamily,
  type PracticeNetworks,
  families as practice,
  practiceNetworks,
} from '@linkspan/practice/families';
import { addresses } from '../place/stack.ts';

/** A chain family as a person and a chain know it. */
export interface Family {
  readonly id: PracticeFamily;
  readonly title: (typeof practice)[PracticeFamily]['title'];
  readonly remote: string;
  /** The remote's own origin. */
  readonly origin: string;
  /** By the practice accounts' names, in the chain's own writing. */
  readonly accounts: Readonly<Record<PracticeName, string>>;
  readonly networks: PracticeNetworks[PracticeFamily];
}

const networks = practiceNetworks(addresses);

function toFamily(id: PracticeFamily): Family {
  const { title, remote, accounts } = practice[id];
  const byName = Object.fromEntries(accounts[0].map(({ name, address }) => [name, address]));
  return {
    ...{ id, title, remote, origin: addresses[id].url, networks: networks[id] },
    accounts: byName as Record<PracticeName, string>,
  };
}

/** In their order on the page. */
export const families = familyIds.map(toFamily) as unknown as readonly [Family, Family, Family];

export const [evm, solana, near] = families;
