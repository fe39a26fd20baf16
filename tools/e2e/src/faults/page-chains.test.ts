import type { ChainFaults } from '@linkspan/practice/bench';
import { expect } from 'vitest';
import { type Family, families } from '../page/families.ts';
import { faultTest } from './fault-test.ts';
import * as inPage from './in-page.ts';
import type { Person } from './person.ts';

/** A fault of a family's network, and what its card says of it. */
type Row = readonly [fault: string, faults: Partial<ChainFaults>, title: string];

const rows: readonly Row[] = [
  ['is rate-limited', { answers: 'rateLimited' }, 'The network is busy'],
  ['is down', { answers: 'down' }, 'The network could not be reached'],
  ['never answers', { slowMs: 600_000 }, 'The network could not be reached'],
  ['answers with status 500', { answers: 'serverError' }, 'The network could not be reached'],
  ['answers in broken JSON', { answers: 'malformed' }, 'The network sent an unreadable answer'],
  ['answers in HTML', { answers: 'html' }, 'Something else answered for the network'],
  ['lies about its chain', { lies: true }, 'This is not the network that it should be'],
];

/** More than a node is given to answer, and more than the practice nodes' pause. */
const longMs = 10_000;
/** In which the page asks for balances again: a minute, and the time until it looks. */
const askedMs = 80_000;
const recipient = ({ accounts }: Family) => accounts.Pier;

for (const family of families) {
  for (const [fault, faults, title] of rows)
    faultTest({ group: 'page', fault: `RPC ${fault}`, at: family.id }, async (person, place) => {
      await place.breakChain(family.id, faults);
      await person.connect(family.id);
      await whenLate(person, faults);
      await person.whenSays(family.id, 'Balance not known');
      await person.whenSays(family.id, title);
      await person.signIn(family.id);

      await send(person, family);
      await whenLate(person, faults);
      const told = await person.when(family.id, (words) => words.title === title);
      expect(told.advice).toMatch(/Nothing was sent|nothing was sent/);
      expect(await person.call(inPage.countActivity, family.id, 'sent')).toBe(0);

      await place.breakChain(family.id, {});
      await person.press(family.id, 'Dismiss');
      if (faults.answers === 'rateLimited') await person.passTime(longMs);
      // The page asks by itself where a request has failed by its network: who asks again may come too late.
      await person.call(inPage.pressButton, family.id, 'Ask again');
      await person.when(family.id, ({ text }) => !text.includes('Balance not known'));
      return `${told.title} · ${told.advice}`;
    });

  faultTest(
    { group: 'page', fault: 'RPC goes down while connected', at: family.id },
    async (person, place) => {
      await person.connect(family.id);
      await person.when(family.id, ({ text }) => !text.includes('Asking for the balance'));
      await place.breakChain(family.id, { answers: 'down' });
      await person.passTime(askedMs);
      await person.whenSays(family.id, 'as last known');
      const { text } = await person.whenSays(family.id, 'The network could not be reached');
      await place.breakChain(family.id, {});
      await person.passTime(askedMs);
      await person.when(family.id, (words) => !words.text.includes('as last known'));
      return `as last known · ${/The network could not be reached.*?ask again\./.exec(text)?.[0]}`;
    },
  );

  faultTest({ group: 'page', fault: 'RPC is slow', at: family.id }, async (person, place) => {
    await place.breakChain(family.id, { slowMs: 2_000 });
    await person.connect(family.id);
    const { text } = await person.whenSays(family.id, 'Asking for the balance');
    await person.signIn(family.id);
    const later = await person.when(family.id, (words) => !words.text.includes('Asking for the balance'));
    expect(later.text).not.toContain('Balance not known');
    expect(later.text).toMatch(/\d ?(ETH|SOL|NEAR)/);
    return /Asking for the balance…?/.exec(text)?.[0];
  });
}

/** What never answers is given up by the page's own timers, once it has been asked. */
async function whenLate(person: Person, { slowMs = 0 }: Partial<ChainFaults>): Promise<void> {
  if (slowMs > 0) await person.passTime(longMs);
}

async function send(person: Person, family: Family): Promise<void> {
  await person.press(family.id, 'Send');
  await expect.poll(() => person.call(inPage.fillSend, recipient(family), '0.01')).toBe(true);
}
