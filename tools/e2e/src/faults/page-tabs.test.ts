import { expect } from 'vitest';
import { families, solana } from '../page/families.ts';
import { faultTest } from './fault-test.ts';
import type { Person } from './person.ts';

/** All tabs of a person read this, and the account is the same in each. */
async function whenAll(
  tabs: readonly Person[],
  family: (typeof families)[number],
  account: string,
): Promise<void> {
  for (const tab of tabs)
    await tab.when(family.id, (words) => words.status === 'Connected' && words.account === account);
}

async function openTabs(person: Person, count: number): Promise<readonly Person[]> {
  const tabs = [person];
  while (tabs.length < count) {
    const tab = await person.tab();
    await tab.open();
    tabs.push(tab);
  }
  return tabs;
}

/** No wallet asks anything in any tab. */
async function expectNoPrompt(tabs: readonly Person[]): Promise<void> {
  const isAsking = () =>
    document.getElementById('practice-wallet-window')?.shadowRoot?.querySelector('.head') != null;
  for (const tab of tabs) expect(await tab.call(isAsking)).toBe(false);
}

for (const family of families) {
  faultTest(
    { group: 'page', fault: 'another tab connects, changes the account and disconnects', at: family.id },
    async (person) => {
      const [first, second] = (await openTabs(person, 2)) as [Person, Person];
      await second.connect(family.id);
      await whenAll([first, second], family, family.accounts.Harbour);
      await expectNoPrompt([first]);

      await second.change({ wallet: family.id, account: 'Pier' });
      await second.call(() => void window.dispatchEvent(new Event('focus')));
      await whenAll([first, second], family, family.accounts.Pier);

      await first.press(family.id, 'Disconnect');
      for (const tab of [first, second]) await tab.whenStatus(family.id, 'Disconnected');
      await second.when(family.id, ({ isFailure }) => !isFailure);
      await second.call(() => window.close()).catch(() => undefined);
      await first.connect(family.id);
    },
    { begins: 'connected' },
  );
}

faultTest({ group: 'page', fault: 'three tabs switch the network', at: 'solana' }, async (person) => {
  const tabs = await openTabs(person, 3);
  const [first, second, third] = tabs as [Person, Person, Person];
  await second.connect('solana');
  await whenAll(tabs, solana, solana.accounts.Harbour);
  const [, other] = solana.networks;
  await third.press('solana', 'Switch network');
  await third.press('', other.title);
  for (const tab of tabs) await tab.whenSays('solana', other.title);
  await first.press('solana', 'Switch network');
  await first.press('', solana.networks[0].title);
  for (const tab of tabs) await tab.whenSays('solana', solana.networks[0].title);
  await expectNoPrompt(tabs);
});

faultTest(
  { group: 'page', fault: 'a tab asks its wallet while another disconnects', at: 'evm' },
  async (person) => {
    const [first, second] = (await openTabs(person, 2)) as [Person, Person];
    await first.connect('evm');
    await second.whenStatus('evm', 'Connected');
    await first.press('evm', 'Switch network');
    await first.press('', 'Second practice chain (anvil)');
    await first.whenSays('evm', 'Approve the switch');
    await second.press('evm', 'Disconnect');
    await second.whenStatus('evm', 'Disconnected');
    await first.reject('evm');
    await first.whenStatus('evm', 'Disconnected');
    await first.connect('evm');
  },
);
