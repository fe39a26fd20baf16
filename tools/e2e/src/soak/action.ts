import type { Random } from '@linkspan/trust/testing';
import type { FaultPlace } from '../faults/fault-place.ts';
import type { Person } from '../faults/person.ts';
import { type Family, families } from '../page/families.ts';

type Id = Family['id'];

/** What a action is done with; what it draws at random is the same for the same seed. */
export interface Scene {
  readonly person: Person;
  readonly place: FaultPlace;
  readonly family: Id;
  readonly random: Random;
}

/** Something that a person, a wallet, a server or a browser does. */
export interface Action {
  readonly name: string;
  /** How often it is done beside the others. */
  readonly weight: number;
  /** Whether it concerns all families at once; else the one of the scene. */
  readonly isForAll?: true;
  /** Whether the person comes back to the page by it: what that alone changes in other families comes before. */
  readonly comesBack?: true;
  /** Whose turn it is, where that is not for chance to say. */
  whose?(person: Person): Promise<Id | undefined>;
  /** Returns what was done in particular, for whoever reads the log; false where there was nothing to do it with. */
  does(scene: Scene): Promise<string | undefined | false>;
}

/** A family, each as often. */
export function pickFamily(random: Random): Id {
  const [first, ...others] = families.map(({ id }) => id);
  return random.pick([first ?? 'evm', ...others]);
}

/** One of the actions, as often as its weight says. */
export function pickAction(actions: readonly Action[], random: Random): Action {
  const [first, ...others] = actions.flatMap((action) => Array<Action>(action.weight).fill(action));
  if (first === undefined) throw new Error('There is nothing to do.');
  return random.pick([first, ...others]);
}
