import { findBadWords } from '../faults/find-bad-words.ts';
import type { Person } from '../faults/person.ts';
import type { Words } from '../faults/words.ts';
import { type Family, families } from '../page/families.ts';
import { isStill, type Sight, see, seeStill } from './sight.ts';

type Id = Family['id'];

/** What was seen before a action, and whom the action concerned. */
export interface Done {
  readonly before: Sight;
  /** Undefined where it concerned all. */
  readonly family: Id | undefined;
}

/** The page's own deadlines for software are shorter than this, all together. */
const patience = { rounds: 12, ms: 10_000 };

/** What is wrong with the page after a action, in a line each. */
export async function findWrong(person: Person, { before, family }: Done): Promise<readonly string[]> {
  const now = await seeStill(person);
  const wrong = families.flatMap(({ id }) => {
    if (family === undefined || id === family || !isStill(before[id])) return [];
    const [was, is] = [toGist(before[id]), toGist(now[id])];
    return was === is ? [] : [`${id} has changed with ${family}: “${was}” has become “${is}”`];
  });
  const stuck = await findStuck(person);
  const bad = families.flatMap(({ id }) => findBadWords(now[id]).map((words) => `${id}: ${words}`));
  const uncaught = (person.session.uncaught?.() ?? []).map((error) => `Nobody caught: ${error}`);
  return [...wrong, ...stuck, ...bad, ...uncaught];
}

/** What a person would see change. A balance may. */
function toGist({ status, title, account }: Words): string {
  return [status, title, account].join(' | ');
}

/** Whoever is neither waiting for a person nor settled has to be so within the deadlines, and as the wallet says. */
async function findStuck(person: Person): Promise<readonly string[]> {
  let found = await findUnsettled(person);
  for (let round = 0; found.length > 0 && round < patience.rounds; round++) {
    await person.passTime(patience.ms);
    await seeStill(person);
    found = await findUnsettled(person);
  }
  return found;
}

async function findUnsettled(person: Person): Promise<readonly string[]> {
  const sight = await see(person);
  const found = await Promise.all(
    families.map(async ({ id }) => {
      const { status, title, account, steps } = sight[id];
      // A wallet that is locked is waited for without an end: the way out is to disconnect from it.
      const hasWayOut = steps.some((step) => step === 'Cancel' || step === 'Disconnect');
      if ((status === 'Connecting' || status === 'Reconnecting') && !hasWayOut)
        return `${id} is ${status}, and there is no way out`;
      if (status === 'Reconnecting' && title === '') return `${id} is Reconnecting past its deadline`;
      if (status !== 'Connected') return undefined;
      const granted = await readGranted(person, id);
      if (granted.length === 0) return `${id} is Connected, and no wallet of it has opened an account`;
      return granted.includes(account)
        ? undefined
        : `${id} shows ${account}, and its wallets show ${granted}`;
    }),
  );
  return found.filter((line) => line !== undefined);
}

/** The accounts that the wallets of a family have opened to the page, whatever they tell it. */
async function readGranted(person: Person, family: Id): Promise<readonly string[]> {
  const states = await Promise.all([family, `${family}-second`].map((wallet) => person.readWallet(wallet)));
  return states.flatMap((state) => state?.granted ?? []);
}
