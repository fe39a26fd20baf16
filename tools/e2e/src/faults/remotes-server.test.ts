import { families } from '../page/families.ts';
import { type FaultPlace, openFaultPlace } from './fault-place.ts';
import { faultTest } from './fault-test.ts';
import { openAndWait, whenAllIsOver, whenOthersAreBack } from './faulty-place.ts';
import type { Person } from './person.ts';

/** How a remote's server fails, by its switch, and what the card says of a file of a release that came so. */
const answers = [
  ['sends nothing', 'hangs', 'Ethereum support is taking too long'],
  ['answers with 404', 'missing', 'Ethereum support could not be loaded'],
  ['answers with 500', 'serverError', 'Ethereum support could not be loaded'],
  ['ends the connection', 'reset', 'Ethereum support could not be loaded'],
  ['sends half of it', 'cutShort', 'Ethereum support could not be loaded'],
  ['sends other bytes', 'altered', 'Its server sends code that is not what its team released'],
  ['sends a page of the network’s own', 'html', 'This network shows a page of its own first'],
] as const;

const connectOthers = async (person: Person) => {
  for (const { id } of families) if (id !== 'evm') await person.connect(id);
};

/** Waits until the card says it, and answers all that it says then. */
async function read(person: Person, said: string): Promise<string> {
  const { status, title, advice } = await person.whenSays('evm', said);
  return `${status} · ${title} · ${advice}`;
}

async function repair(place: FaultPlace): Promise<void> {
  await place.breakRemote('evm', {});
}

for (const [fault, answer, said] of answers) {
  faultTest(
    { group: 'remote', fault, at: 'document', family: 'evm' },
    async (person) => {
      // The copy that came with the page serves.
      await person.connect('evm');
    },
    { before: (_, place) => place.breakRemote('evm', { document: answer }) },
  );

  faultTest(
    { group: 'remote', fault, at: 'discovery', family: 'evm' },
    async (person, place) => {
      if (answer === 'hangs') await openAndWait(person, 11_000);
      else await person.open();
      const words = await read(person, said);
      await connectOthers(person);
      // It was fetched before it was run, so the same page tries it again, and can.
      await repair(place);
      await person.press('evm', 'Try again');
      await person.whenSays('evm', 'Practice Wallet is ready');
      await whenOthersAreBack(person);
      return words;
    },
    { begins: 'nothing', before: (_, place) => place.breakRemote('evm', { discovery: answer }) },
  );

  faultTest(
    { group: 'remote', fault, at: 'connector', family: 'evm' },
    async (person, place, engine) => {
      await person.pick('evm');
      await person.approve('evm');
      if (answer === 'hangs') await person.passTime(21_000);
      await person.whenSays('evm', said);
      await whenAllIsOver(person);
      const words = await read(person, said);
      // The same page tries it again, and can.
      await repair(place);
      await person.press('evm', 'Try again');
      await person.whenStatus('evm', 'Disconnected');
      // The code that parses the wallet's answer failed too. No browser gives up an import that hangs before a reload, and
      // Firefox tries none again that has failed.
      if (answer === 'hangs' || engine === 'Firefox') await person.reload();
      // The wallet has approved before, and does not ask again.
      await person.pick('evm');
      await person.whenStatus('evm', 'Connected');
      return words;
    },
    { before: (_, place) => place.breakRemote('evm', { connector: answer }) },
  );
}

faultTest(
  { group: 'remote', fault: 'sends other bytes, then is taken back', at: 'document', family: 'solana' },
  async (person, place) => {
    await person.connect('solana');
    await place.breakRemote('solana', { document: 'altered' });
    await person.reload();
    for (const { id } of families) await person.whenStatus(id, 'Connected');
    // The page asks again before it signs: what it cannot believe stops neither this remote nor another.
    await person.signIn('near');
    await person.signIn('solana');
    // One bad document does not end the checks: what its team decides next is heard by the same page.
    await place.breakRemote('solana', {});
    await place.team.run(`withdraw remote-solana ${place.team.by('machine')}`);
    await person.passTime(301_000);
    await person.whenSays('solana', 'Solana support has been taken back by its team');
  },
  { place: () => openFaultPlace('bad-document') },
);
