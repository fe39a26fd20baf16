import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { type CoinbaseSite, openCoinbaseSite } from '../evm-wallets/coinbase-site.ts';
import { installInjected } from '../evm-wallets/injected-wallet.ts';
import { latestActivity, whenSend } from '../page/activity.ts';
import {
  press,
  readBalance,
  whenAccount,
  whenNetwork,
  whenSays,
  whenSilent,
  whenStatus,
} from '../page/card.ts';
import { openDialog, pick, walletButton, walletDialog } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { whenReady } from '../page/when-ready.ts';
import { openSite, readConfig, type Site } from '../place/site.ts';

const coinbase = 'Coinbase Wallet';
const twoEther = 2n * 10n ** 18n;
let fixture: CoinbaseSite;
let site: Site;

beforeAll(async () => {
  fixture = await openCoinbaseSite();
  const config = await readConfig();
  const families = config.families.map((family) => {
    if (family.id !== 'evm') return family;
    const walletSites = [{ id: 'com.coinbase.wallet', url: fixture.url }];
    return { ...family, remote: { ...family.remote, options: { practice: true, walletSites } } };
  });
  site = await openSite('evm-wallets', { ...config, families });
});

afterAll(async () => {
  await site.close();
  await fixture[Symbol.asyncDispose]();
});

beforeEach(() => {
  delete fixture.behavior.account;
  delete fixture.behavior.amount;
  delete fixture.behavior.chains;
});

describe('Coinbase Wallet', () => {
  test('connects, comes back without a prompt, signs, sends and disconnects', async ({ journey }) => {
    const page = await journey.open({ url: site.url });
    const asked = new Set<string>();
    page.context().on('request', (request) => asked.add(new URL(request.url()).origin));
    await connect(page);
    const before = fixture.opened.length;
    await page.reload();
    await whenReady(page);
    await whenStatus(page, evm, 'Connected');
    expect(fixture.opened).toHaveLength(before);

    await whenSays(page, evm, 'Not verified yet');
    await press(page, evm, 'Sign in');
    await answer(page, 'Approve');
    const line = await latestActivity(page, evm, 'signed');
    expect(await line.locator('[data-state]').count()).toBe(0);
    await whenSilent(page, evm, 'Not verified yet');
    const balance = await readBalance(page, evm);
    await askToSend(page);
    await answer(page, 'Approve');
    await whenSend(page, evm, 'Confirmed');
    await expect.poll(() => readBalance(page, evm)).toBeLessThan(balance);

    await press(page, evm, 'Disconnect');
    await whenStatus(page, evm, 'Disconnected');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /CBW/i.test(key)))).toEqual(
      [],
    );
    const chains = families.flatMap(({ networks }) => networks.map(({ rpcUrl }) => new URL(rpcUrl).origin));
    const known = [site.url, fixture.url, 'null', ...families.map(({ origin }) => origin), ...chains];
    expect([...asked].filter((origin) => !known.includes(origin))).toEqual([]);
  });

  test('is told as rejected, and as closed, and asks again at a press', { tags: ['release'] }, async ({
    journey,
  }) => {
    const page = await journey.open({ url: site.url });
    await pick(page, evm, coinbase);
    await answer(page, 'Reject');
    await whenSays(page, evm, 'You said no');
    await press(page, evm, 'Try again');
    await (await findWindow(page)).close();
    await whenSays(page, evm, `${coinbase} was closed without an answer`);
    await press(page, evm, 'Try again');
    await answer(page, 'Approve');
    await whenStatus(page, evm, 'Connected');
    await askToSend(page);
    await (await findWindow(page)).close();
    await whenSays(page, evm, `${coinbase} was closed without an answer`);
  });

  test('that signs by another account, or sends another amount, is told so', { tags: ['release'] }, async ({
    journey,
  }) => {
    const page = await journey.open({ url: site.url });
    await connect(page);
    fixture.behavior.account = evm.accounts.Pier;
    await press(page, evm, 'Sign in');
    await answer(page, 'Approve');
    await whenSays(page, evm, `${coinbase} sent a signature that does not prove this account`);
    delete fixture.behavior.account;
    fixture.behavior.amount = twoEther;
    await askToSend(page);
    await answer(page, 'Approve');
    await whenSend(page, evm, 'Different from your request');
  });

  test('adds a network that it lacks, and switches to it', { tags: ['release'] }, async ({ journey }) => {
    const page = await journey.open({ url: site.url });
    await connect(page);
    await askToSwitch(page);
    const first = await findWindow(page);
    await Promise.all([first.waitForEvent('close'), first.getByRole('button', { name: 'Approve' }).click()]);
    // What it lacks is added in a window of its own.
    await answer(page, 'Approve');
    await whenNetwork(page, evm, evm.networks[1].title);
    await page.reload();
    await whenReady(page);
    await whenNetwork(page, evm, evm.networks[1].title);
  });
});

describe.each(['object', 'function'] as const)('a wallet at window.ethereum that is an %s', (form) => {
  const wallet = 'Browser wallet';

  async function openWith(journey: Journey, does: 'approve' | 'refuse' = 'approve') {
    const person = { does, decided: Promise.resolve(), behavior: {} };
    const page = await journey.open({ url: site.url });
    await installInjected(page, person, form);
    await page.reload();
    await whenReady(page);
    return { page, person };
  }

  test('is listed, connects, comes back, signs, sends and disconnects', {
    tags: form === 'object' ? [] : ['release'],
  }, async ({ journey }) => {
    const { page } = await openWith(journey);
    await pick(page, evm, wallet);
    await whenStatus(page, evm, 'Connected');
    await whenAccount(page, evm, evm.accounts.Harbour);
    await page.reload();
    await whenReady(page);
    await whenStatus(page, evm, 'Connected');
    await press(page, evm, 'Sign in');
    const line = await latestActivity(page, evm, 'signed');
    expect(await line.locator('[data-state]').count()).toBe(0);
    await askToSend(page);
    await whenSend(page, evm, 'Confirmed');
    await press(page, evm, 'Disconnect');
    await whenStatus(page, evm, 'Disconnected');
  });

  test('gets a network that it lacks, and switches to it', { tags: ['release'] }, async ({ journey }) => {
    const { page } = await openWith(journey);
    await pick(page, evm, wallet);
    await whenStatus(page, evm, 'Connected');
    await askToSwitch(page);
    await whenNetwork(page, evm, evm.networks[1].title);
  });

  test('is told as rejected', { tags: ['release'] }, async ({ journey }) => {
    const { page, person } = await openWith(journey, 'refuse');
    await pick(page, evm, wallet);
    await whenSays(page, evm, 'You said no');
    person.does = 'approve';
    await press(page, evm, 'Try again');
    await whenStatus(page, evm, 'Connected');
  });
});

test('a page without a wallet at window.ethereum lists none', async ({ journey }) => {
  const page = await journey.open({ url: site.url });
  await openDialog(page);
  await walletButton(page, evm, coinbase).waitFor();
  expect(await walletDialog(page).getByText('Browser wallet').count()).toBe(0);
});

async function connect(page: Page): Promise<void> {
  await pick(page, evm, coinbase);
  await answer(page, 'Approve');
  await whenStatus(page, evm, 'Connected');
  await whenAccount(page, evm, evm.accounts.Harbour);
}

/** Presses in the window that is open, or opens. */
async function answer(page: Page, button: 'Approve' | 'Reject'): Promise<void> {
  await (await findWindow(page)).getByRole('button', { name: button }).click();
}

async function findWindow(page: Page): Promise<Page> {
  const find = () =>
    page
      .context()
      .pages()
      .find((one) => one !== page && !one.isClosed());
  await expect.poll(find).toBeDefined();
  return find() as Page;
}

async function askToSwitch(page: Page): Promise<void> {
  await press(page, evm, 'Switch network');
  const choices = page.getByRole('dialog', { name: 'Switch network' });
  await choices.getByRole('button', { name: evm.networks[1].title, exact: true }).click();
}

async function askToSend(page: Page): Promise<void> {
  await press(page, evm, 'Send');
  await page.getByLabel('Recipient').fill(evm.accounts.Pier);
  await page.getByLabel('Amount').fill('1');
  await page.getByRole('button', { name: /^Continue in/ }).click();
}
