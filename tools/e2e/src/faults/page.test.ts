import { expect } from 'vitest';
import { signIn, signMessage } from '../page/activity.ts';
import { approval, approve } from '../page/approval.ts';
import { press, whenAccount, whenSays, whenSilent, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { changeWallet, readWallet } from '../page/practice-wallet.ts';
import { whenReady } from '../page/when-ready.ts';
import { readWords } from '../page/words.ts';
import { comeBack, faultTest, passTime } from './fault-test.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const noBalance = /Asking for the balance|Balance not known/;

faultTest(
  'a node that is down costs the balance alone: signing works, and nothing is sent',
  { broken: evm, hasClock: true, before: (place) => place.breakChain('evm', { answers: 'down' }) },
  async ({ page, place }) => {
    await connect(page, evm);
    await whenSays(page, evm, 'Balance not known');
    await whenSays(page, evm, 'The network could not be reached');
    await signIn(page, evm);
    await press(page, evm, 'Send');
    await page.getByLabel('Recipient').fill(evm.accounts.Pier);
    await page.getByLabel('Amount').fill('0.01');
    await page.getByRole('button', { name: /^Continue in/ }).click();
    await whenSays(page, evm, /[Nn]othing was sent/);
    expect(await page.locator('[data-family=evm][data-kind=sent]').count()).toBe(0);
    await place.breakChain('evm', {});
    await press(page, evm, 'Dismiss');
    // The failed send has the page ask at once, and perhaps the node is up by then; in any case it asks once a minute.
    await passTime(page, 2 * minuteMs);
    await whenSilent(page, evm, noBalance);
  },
);

faultTest(
  'a browser that is offline says so, signs, and reads on when it is back',
  { isForRelease: true },
  async ({ page }) => {
    const note = page.locator('[data-note=offline]');
    // It comes after the balance.
    await expect.poll(() => page.evaluate(hasLoaded, `${solana.origin}/releases/files/sign-`)).toBe(true);
    await page.context().setOffline(true);
    await note.getByText('You are offline.').waitFor();
    await signIn(page, solana);
    await page.context().setOffline(false);
    await note.waitFor({ state: 'detached' });
    for (const family of families) await whenSilent(page, family, noBalance);
  },
);

faultTest(
  'what had failed is tried again by itself when the browser is online again',
  {
    isForRelease: true,
    broken: solana,
    before: (place) => place.breakRemote('solana', { connector: 'reset' }),
  },
  async ({ page, place }) => {
    await pick(page, solana);
    await approve(page);
    await whenStatus(page, solana, 'Unavailable');
    await place.breakRemote('solana', {});
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await whenStatus(page, solana, 'Disconnected');
    // The wallet has granted it already: it need not ask again.
    await pick(page, solana);
    await whenStatus(page, solana, 'Connected');
  },
);

faultTest(
  'a page that slept for an hour reads what its chain says now',
  { isForRelease: true, broken: near, hasClock: true },
  async ({ page, place }) => {
    await connect(page, near);
    await whenSilent(page, near, noBalance);
    await place.breakChain('near', { answers: 'html' });
    await passTime(page, hourMs);
    await whenSays(page, near, 'Something else answered for the network');
    await place.breakChain('near', {});
    await passTime(page, hourMs);
    await whenSilent(page, near, 'Something else answered');
    await whenStatus(page, near, 'Connected');
    await signMessage(page, near);
  },
);

faultTest(
  'a browser that blocks storage says that connections do not survive a reload',
  {
    isForRelease: true,
    script: `for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });`,
  },
  async ({ page }) => {
    await page
      .locator('[data-note]')
      .getByText('This browser is not saving anything for this page.')
      .waitFor();
    await page.getByRole('button', { name: 'Understood', exact: true }).click();
    await page.locator('.page-foot').getByText('you will have to connect again').waitFor();
    await page.reload();
    await whenReady(page);
    for (const family of families) await whenStatus(page, family, 'Disconnected');
    for (const family of families) await connect(page, family);
  },
);

faultTest('storage that is corrupted is read as nothing', { isForRelease: true }, async ({ page }) => {
  await page.evaluate(() => {
    const broken = ['', '{', '[]', 'null', '"x"', '{"connection":{"status":"connected"}}', '\ud800'];
    for (const [at, key] of Object.keys(localStorage).entries())
      if (key.startsWith('linkspan:')) localStorage.setItem(key, broken[at % broken.length] ?? '');
    for (const id of ['evm', 'solana', 'near']) localStorage.setItem(`linkspan:1:connection:${id}`, '{');
  });
  await page.reload();
  await whenReady(page);
  for (const family of families) await whenStatus(page, family, 'Disconnected');
  // A wallet that was not told to end it grants its account without asking.
  for (const family of families) {
    await pick(page, family);
    await whenStatus(page, family, 'Connected');
  }
});

faultTest('all that is stored goes when the person says so, in every tab', {}, async ({ page, journey }) => {
  const other = await journey.open({ beside: page, url: page.url() });
  for (const family of families) await whenStatus(other, family, 'Connected');
  await page.getByRole('button', { name: 'Clear my data', exact: true }).click();
  await page.getByRole('button', { name: 'Disconnect and delete', exact: true }).click();
  for (const tab of [page, other])
    for (const family of families) await whenStatus(tab, family, 'Disconnected');
  await whenReady(page);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  const left = keys.filter((key) => /^linkspan:.*(connection|last-used|sends|transactions|charge)/.test(key));
  expect(left).toEqual([]);
  // The wallets are not the page's: they have only ended the connection.
  expect((await readWallet(page, 'evm')).granted).toEqual([]);
  for (const family of families) await connect(page, family);
});

faultTest(
  'a second tab connects, changes the account and is disconnected by the first',
  { isForRelease: true, broken: evm },
  async ({ page, journey }) => {
    const second = await journey.open({ beside: page, url: page.url() });
    await connect(second, evm);
    for (const tab of [page, second]) await whenAccount(tab, evm, evm.accounts.Harbour);
    expect(await approval(page).count()).toBe(0);
    await changeWallet(second, { wallet: 'evm', account: 'Pier' });
    await comeBack(second);
    for (const tab of [page, second]) await whenAccount(tab, evm, evm.accounts.Pier);
    await press(page, evm, 'Disconnect');
    for (const tab of [page, second]) await whenStatus(tab, evm, 'Disconnected');
    expect((await readWords(second, evm)).isFailure).toBe(false);
    await second.close();
    await connect(page, evm);
  },
);

faultTest(
  'a clock that is a day ahead is told before a sign-in, and stops nothing else',
  { isForRelease: true, script: `{ const { now } = Date; Date.now = () => now() + ${dayMs}; }` },
  async ({ page }) => {
    for (const family of families) await signMessage(page, family);
    await press(page, evm, 'Sign in');
    await whenSays(page, evm, 'Your device’s clock is wrong');
    expect(await approval(page).count()).toBe(0);
    await page.reload();
    await whenReady(page);
    for (const family of families) await whenStatus(page, family, 'Connected');
  },
);

/** In the page. */
function hasLoaded(address: string): boolean {
  const found = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return found.some(({ name, responseEnd }) => name.startsWith(address) && responseEnd > 0);
}
