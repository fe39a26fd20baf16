import { expect } from 'vitest';
import { families } from '../page/families.ts';
import { faultTest } from './fault-test.ts';
import type { Person } from './person.ts';
import { toSaid } from './words.ts';

type Id = (typeof families)[number]['id'];

/** NEAR's wallets tell of nothing: the page looks again when the person comes back to it. */
const comeBack = (person: Person) => person.call(() => window.dispatchEvent(new Event('focus')));

async function changeWhileConnected(person: Person, id: Id, change: object): Promise<void> {
  await person.connect(id);
  await person.change({ wallet: id, ...change });
  await comeBack(person);
}

for (const { id, accounts } of families) {
  faultTest({ group: 'wallet', fault: 'ends the connection', at: id }, async (person) => {
    await changeWhileConnected(person, id, { disconnect: true });
    await person.whenSays(id, 'Practice Wallet ended the connection');
  });

  faultTest({ group: 'wallet', fault: 'is locked while connected', at: id }, async (person) => {
    await changeWhileConnected(person, id, { switches: { locked: true } });
    if (id === 'near') return person.whenSays(id, 'Practice Wallet ended the connection').then(toSaid);
    const said = await person.whenSays(id, 'Practice Wallet is locked');
    await person.whenStatus(id, 'Reconnecting');
    await person.change({ wallet: id, switches: { locked: false } });
    await person.whenStatus(id, 'Connected');
    return toSaid(said);
  });

  faultTest({ group: 'wallet', fault: 'takes away the account in use', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, account: accounts.Lantern });
    await comeBack(person);
    const short = accounts.Lantern.slice(0, 6);
    await person.whenSays(id, short);
    await person.change({ wallet: id, removeAccount: true });
    await comeBack(person);
    await person.when(id, ({ text }) => !text.includes(short));
    await person.whenStatus(id, 'Connected');
  });

  faultTest(
    { group: 'wallet', fault: 'is switched off while connected, and on again', at: id },
    async (person) => {
      await changeWhileConnected(person, id, { switches: { disappears: true } });
      const said = await person.whenSays(id, 'Practice Wallet is no longer here');
      await person.change({ wallet: id, switches: { disappears: false } });
      await comeBack(person);
      await person.whenStatus(id, 'Connected');
      return toSaid(said);
    },
  );

  faultTest({ group: 'wallet', fault: 'is updated while connected', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, update: 'clean' });
    await comeBack(person);
    await updated(person, id);
  });

  if (id !== 'solana')
    faultTest(
      { group: 'wallet', fault: 'is updated, and leaves a dead one of its name', at: id },
      async (person) => {
        await person.connect(id);
        await person.change({ wallet: id, update: 'stale' });
        await comeBack(person);
        await updated(person, id);
      },
    );

  faultTest({ group: 'wallet', fault: 'goes silent while connected', at: id }, async (person) => {
    await changeWhileConnected(person, id, { switches: { goesSilent: true } });
    await person.press(id, 'Sign in');
    await person.passTime(40_000);
    // In this family the library reads accounts and network first, and that has a deadline.
    const title = id === 'evm' ? 'Practice Wallet did not answer' : 'Still waiting in Practice Wallet';
    const said = await person.whenSays(id, title);
    if (id !== 'evm') await person.press(id, 'Cancel');
    await person.press(id, 'Disconnect');
    await person.whenStatus(id, 'Disconnected');
    return toSaid(said);
  });

  faultTest({ group: 'wallet', fault: 'tells what is no event', at: id }, async (person) => {
    await changeWhileConnected(person, id, { tellRubbish: true });
    await person.whenStatus(id, 'Connected');
    await person.signIn(id);
  });

  faultTest({ group: 'wallet', fault: 'tells accounts that are none', at: id }, async (person) => {
    await changeWhileConnected(person, id, { switches: { rubbish: 'accounts' } });
    await person.change({ wallet: id, account: accounts.Lantern });
    await comeBack(person);
    await person.whenStatus(id, 'Connected');
  });

  faultTest(
    { group: 'wallet', fault: 'does not answer a silent read at the next load', at: id },
    async (person) => {
      await person.connect(id);
      await person.change({ wallet: id, switches: { silentReadsHang: true } });
      await person.reload();
      await whenOthersAreBack(person, id);
      await person.passTime(10_000);
      await person.whenSays(id, 'Practice Wallet did not answer');
    },
  );

  faultTest({ group: 'wallet', fault: 'announces itself late at the next load', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { announcesLateMs: 60_000 } });
    await person.reload();
    await whenOthersAreBack(person, id);
    await person.passTime(8_000);
    const said = await person.whenSays(id, 'Practice Wallet is not here');
    await person.passTime(60_000);
    await person.whenStatus(id, 'Connected');
    return toSaid(said);
  });

  faultTest({ group: 'wallet', fault: 'another one is asked for, and rejects', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { secondWallet: true } });
    await person.change({ wallet: `${id}-second`, switches: { rejectsAtOnce: true } });
    await person.pick(id, 'Second Practice Wallet');
    await person.whenSays(id, 'You rejected the request in Second Practice Wallet');
    await person.whenStatus(id, 'Connected');
    await person.signIn(id);
  });
}

/** Time that passes while the others' connectors are loaded would be theirs. */
async function whenOthersAreBack(person: Person, id: Id): Promise<void> {
  for (const other of families) if (other.id !== id) await person.whenStatus(other.id, 'Connected');
}

/** The new one takes the place of the old one, without a question, and signs. */
async function updated(person: Person, id: Id): Promise<void> {
  const hasParted = async () => {
    // What does not answer is given two seconds.
    await person.passTime(2_500);
    return person.call(saysGone, id);
  };
  await expect.poll(hasParted, { timeout: 15_000 }).toBe(true);
  await person.whenStatus(id, 'Connected');
  await person.signIn(id);
}

/** In the page: whether the family's wallet was found to be gone. */
function saysGone(id: string): boolean {
  const { linkspan } = globalThis as unknown as { linkspan: { events: { recent(): readonly Told[] } } };
  return linkspan.events.recent().some(({ family, code }) => family === id && code === 'wallet/gone');
}

interface Told {
  readonly family?: string;
  readonly code?: string;
}
