import * as page from '../faults/in-page.ts';
import type { Person } from '../faults/person.ts';
import { type Family, families } from '../page/families.ts';
import type { Action, Scene } from './action.ts';

/** What people do with cards, the dialog and their wallets' windows. Each takes what is there and waits for nothing. */
export const actionsOfPeople: readonly Action[] = [
  { name: 'pick a wallet', weight: 14, does: pickWallet },
  { name: 'approve', weight: 16, whose: findAsking, does: (scene) => answer(scene, 'practice-approve') },
  { name: 'reject', weight: 3, whose: findAsking, does: (scene) => answer(scene, 'practice-reject') },
  press('Cancel', 4),
  press('Try again', 3),
  press('Dismiss', 2),
  press('Disconnect', 3),
  press('Sign in', 6),
  { name: 'send', weight: 4, does: send },
];

function press(name: string, weight: number): Action {
  return {
    name: `press ${name}`,
    weight,
    async does({ person, family }) {
      return (await person.call(page.pressButton, family, name)) && undefined;
    },
  };
}

async function pickWallet({ person, family, random }: Scene): Promise<string | false> {
  await person.call(page.openDialog);
  const wallets = await person.call(page.listWallets, family);
  const [first, ...others] = wallets.filter((name) => /Practice Wallet/.test(name));
  const wallet = first && random.pick([first, ...others]);
  if (wallet && (await person.call(page.pressWallet, family, wallet))) return wallet;
  await person.call(page.closeDialog);
  return false;
}

/** Only one window is shown at a time. */
async function findAsking(person: Person): Promise<Family['id'] | undefined> {
  const family = await person.call(page.readAsking);
  return families.find(({ id }) => id === family)?.id;
}

async function answer({ person, family }: Scene, button: 'practice-approve' | 'practice-reject') {
  return (await person.call(page.answerWallet, family, button)) && undefined;
}

async function send({ person, family }: Scene): Promise<undefined | false> {
  if (!(await person.call(page.pressButton, family, 'Send'))) return false;
  const account = (await person.words(family)).account;
  return (await person.call(page.fillSend, account, '0.001')) && undefined;
}
