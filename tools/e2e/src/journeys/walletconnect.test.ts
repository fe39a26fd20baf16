import { ferry } from '@linkspan/practice/ferry';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { buildApplication } from '../application/build-application.ts';
import { latestActivity, whenSend } from '../page/activity.ts';
import { card, press, readAccount, readBalance, whenNetwork, whenSays, whenStatus } from '../page/card.ts';
import { openDialog, pick, walletButton, walletDialog } from '../page/connect.ts';
import { evm, families, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { hasFocus, isFocused, tabTo } from '../page/keyboard.ts';
import { readCode } from '../page/read-code.ts';
import { whenReady } from '../page/when-ready.ts';
import { openSite, readConfig, type Site } from '../place/site.ts';
import { openPhone, type Phone } from '../walletconnect/phone.ts';
import { openRelay, type Relay } from '../walletconnect/relay.ts';

let relay: Relay;
let phone: Phone;
let site: Site;

beforeAll(async () => {
  relay = await openRelay();
  phone = await openPhone(relay.url);
  site = await openSiteAt(relay.url);
});

async function openSiteAt(address: string, application?: string): Promise<Site> {
  const config = await readConfig();
  const families = config.families.map((family) => {
    if (family.id === 'near') return family;
    const options = { practice: true, walletConnectProjectId: 'practice', walletConnectRelay: address };
    return { ...family, remote: { ...family.remote, options } };
  });
  const connect = [new URL(address).origin];
  const identities = [{ identity: 'com.walletconnect', families: ['evm', 'solana'] }];
  const name = application === undefined ? 'walletconnect' : 'walletconnect-application';
  return openSite(name, { ...config, families, identities, connect }, application);
}

afterAll(async () => {
  await site.close();
  await phone[Symbol.asyncDispose]();
  await relay.close();
});

describe.each([evm, solana])('WalletConnect for $title', (family) => {
  test('pairs by a code, comes back without one, signs in, sends and ends from the page', {
    tags: family === evm ? [] : ['release'],
  }, async ({ journey }) => {
    phone.does = 'approve';
    const page = await journey.open({ url: site.url });
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    page.on('websocket', (socket) => asked.add(new URL(socket.url()).origin));
    await pick(page, family, 'WalletConnect');
    await phone.scan(await readCode(page, family));
    await whenStatus(page, family, 'Connected');
    expect(await readAccount(page, family)).toBe(family.accounts.Harbour);

    await page.reload();
    await whenReady(page);
    await whenStatus(page, family, 'Connected');
    await press(page, family, 'Sign in');
    const line = await latestActivity(page, family, 'signed');
    expect(await line.locator('[data-state]').count()).toBe(0);

    const balance = await readBalance(page, family);
    await press(page, family, 'Send');
    await page.getByLabel('Recipient').fill(family.accounts.Pier);
    await page.getByLabel('Amount').fill('1');
    await page.getByRole('button', { name: /^Continue in/ }).click();
    await whenSend(page, family, 'Confirmed');
    await expect.poll(() => readBalance(page, family)).toBeLessThan(balance);

    await press(page, family, 'Disconnect');
    await whenStatus(page, family, 'Disconnected');
    await phone.whenSessions(0);
    const chains = families.flatMap(({ networks }) => networks.map(({ rpcUrl }) => new URL(rpcUrl).origin));
    const known = [site.url, relay.url, ...families.map(({ origin }) => origin), ...chains].map(
      (url) => new URL(url).origin,
    );
    expect([...asked].filter((origin) => origin !== 'null' && !known.includes(origin))).toEqual([]);
  });

  test('hears the phone alone, whatever its relay says', { tags: ['release'] }, async ({ journey }) => {
    phone.does = 'approve';
    const page = await journey.open({ url: site.url });
    await pick(page, family, 'WalletConnect');
    await phone.scan(await readCode(page, family));
    await whenStatus(page, family, 'Connected');
    const topic = phone.sessions().at(-1) ?? '';
    const [{ id: chain }] = family.networks;
    const [namespace = ''] = chain.split(':');
    const granted = {
      accounts: [`${chain}:${family.accounts.Pier}`],
      chains: [chain],
      methods: [],
      events: [],
    };
    const lie = (method: string, params: object) =>
      relay.lie(topic, { id: Date.now() * 1000, method, params });
    lie('wc_sessionUpdate', { namespaces: { [namespace]: granted } });
    lie('wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    phone.hearRequest = (session, id) =>
      relay.lie(session, { id, error: { code: 5000, message: 'User rejected.' } });

    const balance = await readBalance(page, family);
    await press(page, family, 'Send');
    await page.getByLabel('Recipient').fill(family.accounts.Pier);
    await page.getByLabel('Amount').fill('1');
    await page.getByRole('button', { name: /^Continue in/ }).click();
    await whenSend(page, family, 'Confirmed');
    phone.hearRequest = () => undefined;
    await expect.poll(() => readBalance(page, family)).toBeLessThan(balance);
    expect(await readAccount(page, family)).toBe(family.accounts.Harbour);
    await whenStatus(page, family, 'Connected');
    await press(page, family, 'Disconnect');
    await whenStatus(page, family, 'Disconnected');
    await phone.whenSessions(0);
  });

  test('is one in two tabs: two codes lose no session, a proof counts in both, and its end asks for a code', {
    tags: family === solana ? ['release'] : [],
  }, async ({ journey }) => {
    phone.does = 'approve';
    const page = await journey.open({ url: site.url });
    const other = await journey.open({ url: site.url, beside: page });
    await pick(page, family, 'WalletConnect');
    const code = await readCode(page, family);
    await pick(other, family, 'WalletConnect');
    const otherCode = await readCode(other, family);
    await phone.scan(code);
    await whenStatus(page, family, 'Connected');
    await phone.scan(otherCode);
    await whenStatus(other, family, 'Connected');
    await phone.whenSessions(2);
    for (const tab of [page, other]) {
      await tab.reload();
      await whenReady(tab);
      await whenStatus(tab, family, 'Connected');
      await whenSays(tab, family, 'Not verified yet');
    }
    await press(page, family, 'Sign in');
    await latestActivity(page, family, 'signed');
    for (const tab of [page, other])
      await card(tab, family).getByText('Not verified yet').waitFor({ state: 'hidden' });

    await press(page, family, 'Disconnect');
    await whenStatus(other, family, 'Disconnected');
    await phone.whenSessions(0);
    await pick(other, family, 'WalletConnect');
    await phone.scan(await readCode(other, family));
    await whenStatus(other, family, 'Connected');
    await press(other, family, 'Disconnect');
    await phone.whenSessions(0);
  });

  test('is told as rejected, and as ended by the wallet', { tags: ['release'] }, async ({ journey }) => {
    phone.does = 'refuse';
    const page = await journey.open({ url: site.url });
    await pick(page, family, 'WalletConnect');
    await phone.scan(await readCode(page, family));
    await whenSays(page, family, 'You said no');

    phone.does = 'approve';
    await press(page, family, 'Try again');
    await phone.scan(await readCode(page, family));
    await whenStatus(page, family, 'Connected');
    const [topic = ''] = phone.sessions();
    await phone.end(topic);
    await whenStatus(page, family, 'Disconnected');
    await whenSays(page, family, 'WalletConnect shares no account with this page now');
  });
});

describe('WalletConnect', () => {
  test('says so if nobody has scanned its code in five minutes, and asks again', {
    tags: ['release'],
  }, async ({ journey }) => {
    const page = await journey.open({ url: site.url, hasClock: true });
    await pick(page, evm, 'WalletConnect');
    await readCode(page, evm);
    await page.context().clock.fastForward(5 * 60_000 + 5_000);
    await walletDialog(page).getByText('This code has expired').waitFor();
    phone.does = 'approve';
    await walletDialog(page).getByRole('button', { name: 'Make a new code' }).click();
    await phone.scan(await readCode(page, evm));
    await whenStatus(page, evm, 'Connected');
  });

  test('adds a network that the phone lacks, and switches to it', { tags: ['release'] }, async ({
    journey,
  }) => {
    phone.does = 'approve';
    phone.hasOneChain = true;
    const page = await journey.open({ url: site.url });
    await pick(page, evm, 'WalletConnect');
    await phone.scan(await readCode(page, evm));
    phone.hasOneChain = false;
    await whenStatus(page, evm, 'Connected');
    await press(page, evm, 'Switch network');
    const choices = page.getByRole('dialog', { name: 'Switch network' });
    await choices.getByRole('button', { name: evm.networks[1].title, exact: true }).click();
    await whenNetwork(page, evm, evm.networks[1].title);
  });

  test('is paired, left and paired again by the keyboard alone', { tags: ['release'] }, async ({
    journey,
  }) => {
    phone.does = 'approve';
    const page = await journey.open({ url: site.url });
    await tabTo(page, page.getByRole('button', { name: 'Connect wallet', exact: true }));
    await page.keyboard.press('Enter');
    const row = walletButton(page, evm, 'WalletConnect');
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    const image = walletDialog(page).getByRole('img', { name: /code/i });
    await image.waitFor();
    await tabTo(page, walletDialog(page).getByRole('button', { name: 'Back to the list' }));
    await page.keyboard.press('Enter');
    await whenStatus(page, evm, 'Disconnected');
    await expect.poll(() => isFocused(row)).toBe(true);
    await page.keyboard.press('Enter');
    await image.waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tabTo(page, walletDialog(page).getByRole('button', { name: 'Copy link' }));
    await page.keyboard.press('Enter');
    await phone.scan(await page.evaluate(() => navigator.clipboard.readText()));
    await whenStatus(page, evm, 'Connected');
    await expect.poll(() => hasFocus(card(page, evm))).toBe(true);
  });

  test('says so if its relay is away', { tags: ['release'] }, async ({ journey }) => {
    const away = journey.keep(await openSiteAt('ws://localhost:9'));
    journey.expectProblems(/localhost:9/);
    const page = await journey.open({ url: away.url });
    await pick(page, evm, 'WalletConnect');
    await whenSays(page, evm, 'Its relay cannot be reached');
    await press(page, evm, 'Dismiss');
  });

  test('is not offered by a page that does not configure it', async ({ journey }) => {
    const page = await journey.open();
    await openDialog(page);
    await walletDialog(page).getByText('MetaMask').waitFor();
    expect(await walletDialog(page).getByText('WalletConnect').count()).toBe(0);
  });
});

test('an application signs and writes by a wallet that is paired', async ({ journey }) => {
  phone.does = 'approve';
  const own = journey.keep(await openSiteAt(relay.url, await buildApplication()));
  const whenUsable = async (page: Page) =>
    void (await page.waitForFunction(() => globalThis.application !== undefined));
  const page = await journey.open({ url: own.url, whenUsable });
  await pick(page, evm, 'WalletConnect');
  await phone.scan(await readCode(page, evm));
  const message = () => application.libraries.viem().then((viem) => viem.signMessage('Ahoy'));
  await page.waitForFunction(
    () => application.linkspan.family('evm').$connection.get().status === 'connected',
  );
  expect(await page.evaluate(message)).toMatch(/^0x[\da-f]{130}$/);
  const write = (at: `0x${string}`) => application.libraries.viem().then((viem) => viem.write(at, 11n));
  expect(`${await page.evaluate(write, ferry.evm)}`).toBe('11');
});
