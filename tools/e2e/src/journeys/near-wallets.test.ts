import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import {
  installHotExtension,
  installMeteorExtension,
  installNightly,
  type Person,
} from '../near-wallets/extensions.ts';
import { openPhone, type Phone } from '../near-wallets/hot-phone.ts';
import { type Fixture, openWalletSites } from '../near-wallets/wallet-sites.ts';
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
import { openDialog, pick, walletButton } from '../page/connect.ts';
import { families, near } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { readCode } from '../page/read-code.ts';
import { whenReady } from '../page/when-ready.ts';
import { openSite, readConfig, type Site } from '../place/site.ts';

const intear = 'Intear Wallet';
let fixture: Fixture;
let phone: Phone;
let site: Site;

beforeAll(async () => {
  fixture = await openWalletSites();
  phone = await openPhone();
  const config = await readConfig();
  const families = config.families.map((family) => {
    if (family.id !== 'near') return family;
    const options = { practice: true, walletSites: [...fixture.sites, { id: 'hot-wallet', url: phone.url }] };
    return { ...family, remote: { ...family.remote, options } };
  });
  site = await openSite('near-wallets', {
    ...config,
    families,
    // What Intear and HOT need, and their fixtures.
    connect: ['https://logout-bridge-service.intear.tech', 'https://h4n.app', fixture.url, phone.url],
    frames: ['https://wallet.intear.tech', fixture.url],
  });
});

afterAll(async () => {
  await site.close();
  await fixture[Symbol.asyncDispose]();
  await phone[Symbol.asyncDispose]();
});

beforeEach(() => {
  delete fixture.behavior.account;
  delete fixture.behavior.amount;
});

describe.each(['MyNearWallet', 'Meteor Wallet', intear])('%s', (wallet) => {
  test('connects, comes back without a prompt, signs, sends and disconnects', {
    tags: wallet === 'Meteor Wallet' ? [] : ['release'],
  }, async ({ journey }) => {
    const page = await journey.open({ url: site.url });
    await connect(page, wallet);
    const asked = fixture.opened.at(-1)?.searchParams;
    expect(asked?.has('contract_id') || asked?.has('public_key')).toBe(false);

    const before = fixture.opened.length;
    await page.reload();
    await whenReady(page);
    await whenStatus(page, near, 'Connected');
    await whenAccount(page, near, near.accounts.Harbour);
    expect(fixture.opened).toHaveLength(before);

    const unverified = 'Not verified yet';
    await whenSays(page, near, unverified);
    await press(page, near, 'Sign in');
    // Intear's key was gone with the page before: it signs in once more.
    if (wallet === intear) await approveInFrame(page);
    await answer(page, 'Approve');
    const line = await latestActivity(page, near, 'signed');
    expect(await line.locator('[data-state]').count()).toBe(0);
    await whenSilent(page, near, unverified);

    const balance = await readBalance(page, near);
    await askToSend(page);
    await answer(page, 'Approve');
    await whenSend(page, near, 'Confirmed');
    await expect.poll(() => readBalance(page, near)).toBeLessThan(balance);

    await press(page, near, 'Disconnect');
    await whenStatus(page, near, 'Disconnected');
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(signed|function)/.test(key))),
    ).toEqual([]);
    await page.reload();
    await whenReady(page);
    await whenStatus(page, near, 'Disconnected');
  });

  test('signs in on another network, is there after a reload, and goes back without asking', {
    tags: ['release'],
  }, async ({ journey }) => {
    const [first, second] = near.networks;
    const page = await journey.open({ url: site.url });
    await connect(page, wallet);
    await switchTo(page, second.title);
    await answer(page, 'Approve');
    await whenNetwork(page, near, second.title);
    const before = fixture.opened.length;
    await page.reload();
    await whenReady(page);
    await whenStatus(page, near, 'Connected');
    await whenNetwork(page, near, second.title);
    await switchTo(page, first.title);
    await whenNetwork(page, near, first.title);
    expect(fixture.opened).toHaveLength(before);
  });

  test('is told as rejected, and as closed, and asks again at a press', { tags: ['release'] }, async ({
    journey,
  }) => {
    const page = await journey.open({ url: site.url });
    await pick(page, near, wallet);
    await answer(page, 'Reject');
    await whenSays(page, near, `You said no`);
    await press(page, near, 'Try again');
    await leave(page);
    await whenSays(page, near, `${wallet} was closed without an answer`);
    await press(page, near, 'Try again');
    await answer(page, 'Approve');
    await whenStatus(page, near, 'Connected');
    await press(page, near, 'Sign in');
    await answer(page, 'Reject');
    await whenSays(page, near, `You said no`);
  });

  test('that is slow is waited for, and one that does not answer can be left', { tags: ['release'] }, async ({
    journey,
  }) => {
    const page = await journey.open({ url: site.url, hasClock: true });
    await pick(page, near, wallet);
    const window = await askedBy(page);
    await page.context().clock.fastForward(30_000);
    await whenSays(page, near, `Still waiting in ${wallet}`);
    // Intear's frame covers the page, and has a button of its own.
    if (wallet === intear) await leave(page);
    else await press(page, near, 'Cancel');
    await whenStatus(page, near, 'Disconnected');
    // What is answered by then is dropped.
    if (!isGone(window)) await window.getByRole('button', { name: 'Approve' }).click();
    if ('close' in window) await window.close();

    await pick(page, near, wallet);
    const next = await askedBy(page);
    await page.context().clock.fastForward(30_000);
    await whenSays(page, near, `Still waiting in ${wallet}`);
    await next.getByRole('button', { name: 'Approve' }).click();
    await whenStatus(page, near, 'Connected');
  });

  test('leaves nothing in the browser once the data is cleared', { tags: ['release'] }, async ({
    journey,
  }) => {
    const page = await journey.open({ url: site.url });
    // The page that comes back keeps its releases.
    const others = /^linkspan:1:(release|host):|^practice/;
    const keysOf = async () =>
      (await page.evaluate(() => Object.keys(localStorage))).filter((key) => !others.test(key));
    await connect(page, wallet);
    expect(await keysOf()).not.toEqual([]);
    await page.getByRole('button', { name: 'Clear my data', exact: true }).click();
    await page.getByRole('button', { name: 'Disconnect and delete', exact: true }).click();
    await whenReady(page);
    await whenStatus(page, near, 'Disconnected');
    await expect.poll(keysOf).toEqual([]);
  });

  test('that signs by another account, or sends another amount, is told so', { tags: ['release'] }, async ({
    journey,
  }) => {
    const page = await journey.open({ url: site.url });
    await connect(page, wallet);
    fixture.behavior.account = near.accounts.Pier;
    await press(page, near, 'Sign in');
    await answer(page, 'Approve');
    await whenSays(page, near, signedByAnother(wallet));

    delete fixture.behavior.account;
    fixture.behavior.amount = twoNear;
    await askToSend(page);
    await answer(page, 'Approve');
    await whenOtherwise(page);
  });
});

describe('MyNearWallet', () => {
  test('opens in another press if its code comes late, and can be cancelled before', {
    tags: ['release'],
  }, async ({ journey }) => {
    const page = await journey.open({ url: site.url, hasClock: true });
    const code = createGate();
    await page.route(/my-near-wallet-/, async (route) => {
      await code.open;
      await route.continue();
    });
    await pick(page, near, 'MyNearWallet');
    await whenSays(page, near, 'Loading MyNearWallet');
    await press(page, near, 'Cancel');
    await whenStatus(page, near, 'Disconnected');

    await pick(page, near, 'MyNearWallet');
    await whenSays(page, near, 'Loading MyNearWallet');
    await page.context().clock.fastForward(1_100);
    code.release();
    await press(page, near, 'Open MyNearWallet');
    await answer(page, 'Approve');
    await whenStatus(page, near, 'Connected');
  });
});

test.for(['MyNearWallet', 'Meteor Wallet', intear, 'HOT Wallet'])(
  '%s asks nobody but its own site',
  { tags: ['release'] },
  async (wallet, { journey }) => {
    const page = await journey.open({ url: site.url });
    const asked = new Set<string>();
    page.context().on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.reload();
    await whenReady(page);
    await pick(page, near, wallet);
    if (wallet === 'HOT Wallet') await phone.answer(await readCode(page, near));
    else await answer(page, 'Approve');
    await whenStatus(page, near, 'Connected');
    const own = wallet === 'HOT Wallet' ? phone.url : fixture.url;
    const chains = families.flatMap(({ networks }) => networks.map(({ rpcUrl }) => new URL(rpcUrl).origin));
    const known = [site.url, own, 'null', ...families.map(({ origin }) => origin), ...chains];
    expect([...asked].filter((origin) => !known.includes(origin))).toEqual([]);
    expect(asked).toContain(own);
  },
);

describe('HOT on a phone', { tags: ['release'] }, () => {
  test('connects by a code, comes back without one, signs, sends and disconnects', async ({ journey }) => {
    const page = await journey.open({ url: site.url });
    await pick(page, near, 'HOT Wallet');
    await phone.answer(await readCode(page, near));
    await whenStatus(page, near, 'Connected');
    await page.reload();
    await whenReady(page);
    await whenStatus(page, near, 'Connected');
    await whenSays(page, near, 'Not verified yet');

    await press(page, near, 'Sign in');
    await phone.answer(await readCode(page, near));
    const line = await latestActivity(page, near, 'signed');
    expect(await line.locator('[data-state]').count()).toBe(0);
    await whenSilent(page, near, 'Not verified yet');
    await askToSend(page);
    await phone.answer(await readCode(page, near));
    await whenSend(page, near, 'Confirmed');
    await press(page, near, 'Disconnect');
    await whenStatus(page, near, 'Disconnected');
  });

  test('is told as rejected, and can be left', { tags: ['release'] }, async ({ journey }) => {
    const page = await journey.open({ url: site.url });
    await pick(page, near, 'HOT Wallet');
    await phone.answer(await readCode(page, near), 'refuse');
    await whenSays(page, near, 'You said no');
    await press(page, near, 'Try again');
    const code = await readCode(page, near);
    await press(page, near, 'Cancel');
    await whenStatus(page, near, 'Disconnected');
    await expect(phone.answer(code)).rejects.toThrow();
  });

  test('that signs by another account, or sends another amount, is told so', { tags: ['release'] }, async ({
    journey,
  }) => {
    const page = await journey.open({ url: site.url });
    await pick(page, near, 'HOT Wallet');
    await phone.answer(await readCode(page, near));
    await whenStatus(page, near, 'Connected');
    await press(page, near, 'Sign in');
    await phone.answer(await readCode(page, near), 'approve', { account: near.accounts.Pier });
    await whenSays(page, near, signedByAnother('HOT Wallet'));
    await askToSend(page);
    await phone.answer(await readCode(page, near), 'approve', { amount: twoNear });
    await whenOtherwise(page);
  });
});

describe.each([
  ['Nightly', installNightly],
  ['HOT Wallet', installHotExtension],
  ['Meteor Wallet', installMeteorExtension],
] as const)('%s as an extension', (wallet, install) => {
  async function openWith(journey: Journey, person: Person): Promise<Page> {
    const page = await journey.open({ url: site.url });
    await install(page, person);
    await page.reload();
    await whenReady(page);
    return page;
  }
  const willing = (): Person => ({ does: 'approve', decided: Promise.resolve() });

  test('is listed as installed, connects, comes back, signs, sends and disconnects', {
    tags: wallet === 'Nightly' ? [] : ['release'],
  }, async ({ journey }) => {
    const page = await openWith(journey, willing());
    await openDialog(page);
    expect(await walletButton(page, near, wallet).textContent()).not.toContain('Not installed');
    await walletButton(page, near, wallet).click();
    await whenStatus(page, near, 'Connected');
    await whenAccount(page, near, near.accounts.Harbour);
    await page.reload();
    await whenReady(page);
    await whenStatus(page, near, 'Connected');
    await press(page, near, 'Sign in');
    const line = await latestActivity(page, near, 'signed');
    expect(await line.locator('[data-state]').count()).toBe(0);
    await askToSend(page);
    await whenSend(page, near, 'Confirmed');
    await press(page, near, 'Disconnect');
    await whenStatus(page, near, 'Disconnected');
    expect(await page.evaluate(() => localStorage.getItem('nightly-fixture'))).toBeNull();
  });

  test('is told as rejected, and can be left while it does not answer', { tags: ['release'] }, async ({
    journey,
  }) => {
    const person = willing();
    person.does = 'refuse';
    const page = await openWith(journey, person);
    await pick(page, near, wallet);
    await whenSays(page, near, 'You said no');
    const gate = createGate();
    Object.assign(person, { does: 'approve', decided: gate.open });
    await press(page, near, 'Try again');
    await whenStatus(page, near, 'Connecting');
    await press(page, near, 'Cancel');
    await whenStatus(page, near, 'Disconnected');
    gate.release();
    await pick(page, near, wallet);
    await whenStatus(page, near, 'Connected');
  });

  test('that signs by another account, or sends another amount, is told so', { tags: ['release'] }, async ({
    journey,
  }) => {
    const person = willing();
    const page = await openWith(journey, person);
    await pick(page, near, wallet);
    await whenStatus(page, near, 'Connected');
    person.account = near.accounts.Pier;
    await press(page, near, 'Sign in');
    await whenSays(page, near, signedByAnother(wallet));
    delete person.account;
    person.amount = twoNear;
    await askToSend(page);
    // Nightly only signs: its signature of something else does not fit what its module sends.
    if (wallet === 'Nightly') await whenSays(page, near, 'The network refused this');
    else await whenOtherwise(page);
  });
});

const twoNear = 2n * 10n ** 24n;
const signedByAnother = (wallet: string) => `${wallet} signed with another account`;

async function whenOtherwise(page: Page): Promise<void> {
  await whenSend(page, near, 'Different from your request');
  await whenSays(page, near, 'Your wallet sent something different from your request');
}

function createGate() {
  let release = () => {};
  const open = new Promise<void>((resolve) => (release = resolve));
  return { open, release: () => release() };
}

/** Presses in the window that is open, or opens. */
async function answer(page: Page, button: 'Approve' | 'Reject'): Promise<void> {
  await (await askedBy(page)).getByRole('button', { name: button }).click();
}

/** Where a wallet asks: in a window, or Intear's frame for a sign-in. */
async function askedBy(page: Page): Promise<Page | Frame> {
  const find = () =>
    page
      .context()
      .pages()
      .find((one) => one !== page && !one.isClosed()) ??
    page.frames().find((one) => one.url().includes('/intear/'));
  await expect.poll(find).toBeDefined();
  return find() as Page | Frame;
}

async function approveInFrame(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[src*="/intear/"]');
  await frame.getByRole('button', { name: 'Approve' }).click();
  await page.waitForEvent('popup');
}

const isGone = (asked: Page | Frame) => ('isClosed' in asked ? asked.isClosed() : asked.isDetached());

/** Closes where the wallet asks, without an answer. */
async function leave(page: Page): Promise<void> {
  const asked = await askedBy(page);
  await asked.getByRole('button', { name: 'Approve' }).waitFor();
  if ('close' in asked) await asked.close();
  else await asked.getByRole('button', { name: 'Close' }).click();
}

async function connect(page: Page, wallet: string): Promise<void> {
  await pick(page, near, wallet);
  await answer(page, 'Approve');
  await whenStatus(page, near, 'Connected');
  await whenAccount(page, near, near.accounts.Harbour);
}

async function switchTo(page: Page, network: string): Promise<void> {
  await press(page, near, 'Switch network');
  const choices = page.getByRole('dialog', { name: 'Switch network' });
  await choices.getByRole('button', { name: network, exact: true }).click();
}

async function askToSend(page: Page): Promise<void> {
  await press(page, near, 'Send');
  await page.getByLabel('Recipient').fill(near.accounts.Pier);
  await page.getByLabel('Amount').fill('1');
  await page.getByRole('button', { name: /^Continue in/ }).click();
}
