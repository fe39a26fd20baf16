import { expect } from 'vitest';
import { evm, families } from '../page/families.ts';
import { faultTest } from './fault-test.ts';
import * as inPage from './in-page.ts';
import type { Person } from './person.ts';

const readNote = (name: string) => document.querySelector(`[data-note=${name}]`)?.textContent ?? '';
const dayMs = 86_400_000;
const chromiumAlone = { engines: ['Chromium'], because: 'only its driver cuts a browser off' } as const;
const inNoTime = { engines: ['Chromium'], because: 'only its driver lets an hour pass at once' } as const;
const withScripts = {
  engines: ['Chromium', 'Firefox'],
  because: 'WebDriver runs no script before those of a page',
} as const;

const tellOnline = (person: Person) => person.call(() => void window.dispatchEvent(new Event('online')));
const knowsBalance = (text: string) => !/Asking for the balance|Balance not known/.test(text);

faultTest({ group: 'page', fault: 'goes offline', at: 'page', only: chromiumAlone }, async (person) => {
  await person.session.setOffline?.(true);
  await expect.poll(() => person.call(readNote, 'offline')).toContain('You are offline.');
  const said = await person.call(readNote, 'offline');
  await person.signIn('solana');
  await person.press('evm', 'Send');
  await expect.poll(() => person.call(inPage.fillSend, evm.accounts.Pier, '0.01')).toBe(true);
  const { advice } = await person.when('evm', ({ title }) => title === 'The network could not be reached');
  expect(advice).toContain('Nothing was sent');

  await person.session.setOffline?.(false);
  await expect.poll(() => person.call(readNote, 'offline')).toBe('');
  await person.press('evm', 'Dismiss');
  for (const { id } of families) await person.when(id, ({ text }) => knowsBalance(text));
  return said;
});

for (const family of families) {
  faultTest(
    { group: 'page', fault: 'comes back online: what had failed is tried by itself', at: family.id },
    async (person, place, engine) => {
      await person.pick(family.id);
      await person.approve(family.id);
      await person.whenStatus(family.id, 'Unavailable');
      await place.breakRemote(family.id, {});
      await tellOnline(person);
      await person.whenStatus(family.id, 'Disconnected');
      // The code that parses its wallets' answers failed too, and Firefox tries that again only after a reload.
      if (engine === 'Firefox' && family.id === 'evm') await person.reload();
      // The wallet has granted it already: it need not ask again.
      await person.pick(family.id);
      await person.whenStatus(family.id, 'Connected');

      await place.breakChain(family.id, { answers: 'html' });
      await person.press(family.id, 'Disconnect');
      await person.whenStatus(family.id, 'Disconnected');
      await person.connect(family.id);
      const { text } = await person.whenSays(family.id, 'Balance not known');
      expect(text).toContain('Something else answered for the network');
      await place.breakChain(family.id, {});
      await person.passTime(10_000);
      await tellOnline(person);
      await person.when(family.id, (words) => knowsBalance(words.text));
    },
    {
      before: async (_, place) => place.breakRemote(family.id, { connector: 'reset' }),
    },
  );

  faultTest(
    { group: 'page', fault: 'sleeps for an hour', at: family.id, only: inNoTime },
    async (person, place) => {
      await person.connect(family.id);
      await place.breakChain(family.id, { answers: 'html' });
      await person.passTime(3_600_000);
      await person.whenSays(family.id, 'Something else answered for the network');
      await place.breakChain(family.id, {});
      await person.passTime(3_600_000);
      await person.when(family.id, ({ text }) => !text.includes('Something else answered'));
      await person.whenStatus(family.id, 'Connected');
      await person.signIn(family.id);
    },
  );

  faultTest(
    { group: 'page', fault: 'sleeps while a wallet asks', at: family.id, only: inNoTime },
    async (person) => {
      await person.pick(family.id);
      await person.whenMounted(family.id);
      await person.passTime(3_600_000);
      const { title } = await person.whenSays(family.id, 'Still waiting in Practice Wallet');
      await person.approve(family.id);
      await person.whenStatus(family.id, 'Connected');
      return title;
    },
  );

  faultTest(
    { group: 'page', fault: 'wakes with a wallet that is gone', at: family.id, only: inNoTime },
    async (person) => {
      await person.connect(family.id);
      await person.change({ wallet: family.id, switches: { silentReadsHang: true } });
      await person.passTime(3_600_000);
      await person.whenStatus(family.id, 'Reconnecting', 20_000).catch(() => undefined);
      await person.passTime(20_000);
      await person.passTime(20_000);
      const told = await person.whenSays(family.id, 'did not answer');
      await person.change({ wallet: family.id, switches: { silentReadsHang: false } });
      // The wallet has granted it already: it need not ask again.
      await person.pick(family.id);
      await person.whenStatus(family.id, 'Connected');
      return `${told.title} · ${told.advice}`;
    },
  );
}

/** In every page: its clock is this far ahead of the machine's, or behind. */
const shiftClock = (byMs: number) => `
  const Real = Date;
  const now = () => Real.now() + ${byMs};
  globalThis.Date = class Date extends Real {
    constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
    static now() { return now(); }
  };`;

for (const [fault, byMs] of [
  ['clock is a day ahead', dayMs],
  ['clock is a day behind', -dayMs],
] as const)
  faultTest(
    { group: 'page', fault, at: 'page', only: withScripts },
    async (person) => {
      for (const { id } of families) await person.signIn(id);
      await person.reload();
      for (const { id } of families) await person.whenStatus(id, 'Connected');
    },
    { before: async ({ session }) => session.beforePages?.(shiftClock(byMs)) },
  );
