import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { installInjected } from '../evm-wallets/injected-wallet.ts';
import { card, whenStatus } from '../page/card.ts';
import { openDialog, pick, walletButton, walletDialog } from '../page/connect.ts';
import { findViolations } from '../page/expect-readable.ts';
import { evm } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
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
  const config = await readConfig();
  const families = config.families.map((family) => {
    if (family.id === 'near') return family;
    const options = {
      ...{ practice: true, walletConnectProjectId: 'practice', walletConnectRelay: relay.url },
      walletConnectApps: [{ name: 'Pier', url: 'example.pier://wc?uri=' }],
    };
    return { ...family, remote: { ...family.remote, options } };
  });
  const identities = [{ identity: 'com.walletconnect', families: ['evm', 'solana'] }];
  const connect = [new URL(relay.url).origin];
  site = await openSite('phones', { ...config, families, identities, connect });
});

afterAll(async () => {
  await site.close();
  await phone[Symbol.asyncDispose]();
  await relay.close();
});

/** By emulation: the user agent, touch, and the size of the window. */
const devices = {
  Android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  iOS: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
};

describe('Android at 360 pixels', () => testPhone('Android', 360));
describe.each([
  ['Android', 390],
  ['iOS', 390],
  ['iOS', 360],
] as const)('%s at %i pixels', { tags: ['release'] }, testPhone);

function testPhone(device: keyof typeof devices, width: number): void {
  const open = (journey: Journey) =>
    journey.open({
      ...{ url: `${site.url}/?from=letter#part`, userAgent: devices[device] },
      ...{ viewport: { width, height: 780 }, hasTouch: true, isMobile: true },
    });

  test('opens this page in a wallet’s own browser, by a press of its own', async ({ journey }) => {
    const page = await open(journey);
    await openDialog(page);
    expect(await findViolations(page)).toEqual([]);
    const { origin, host } = new URL(site.url);
    for (const [wallet, address] of [
      ['MetaMask', `https://link.metamask.io/dapp/${host}/`],
      [
        'Phantom',
        `https://phantom.app/ul/browse/${encodeURIComponent(`${origin}/`)}?ref=${encodeURIComponent(origin)}`,
      ],
    ])
      expect(await opensAt(page, wallet as string)).toBe(address);
  });

  test('pairs with an app on the same phone, whose link comes before the code', async ({ journey }) => {
    phone.does = 'approve';
    const page = await open(journey);
    await pick(page, evm, 'WalletConnect');
    const link = walletDialog(page).getByRole('link', { name: 'Open in Pier' });
    await link.waitFor();
    const code = await readCode(page, evm);
    expect(await link.getAttribute('href')).toBe(`example.pier://wc?uri=${encodeURIComponent(code)}`);
    const image = walletDialog(page).getByRole('img', { name: /code/i });
    expect((await link.boundingBox())?.y).toBeLessThan((await image.boundingBox())?.y ?? 0);
    expect(await findViolations(page)).toEqual([]);
    // The person is in the app meanwhile, and the page is not seen.
    await show(page, 'hidden');
    await phone.scan(code);
    await show(page, 'visible');
    await whenStatus(page, evm, 'Connected');
  });

  test('has the wallet alone on top in its own browser', async ({ journey }) => {
    const page = await open(journey);
    await installInjected(page, { does: 'approve', decided: Promise.resolve(), behavior: {} }, 'object');
    await page.reload();
    await whenReady(page);
    // It announces nothing, so it is found a moment later; while the dialog is open, nothing moves.
    await card(page, evm).getByRole('button', { name: 'Browser wallet' }).waitFor();
    await openDialog(page);
    const group = walletDialog(page).getByRole('group', { name: 'Ethereum', exact: true });
    // The practice wallet is installed too; all others are behind the button.
    const readNames = async () => (await group.locator('[data-wallet] b').allInnerTexts()).toSorted();
    await expect.poll(readNames).toEqual(['Browser wallet', 'Practice Wallet']);
    await walletButton(page, evm, 'Browser wallet').click();
    await whenStatus(page, evm, 'Connected');
  });
}

/** Where a press on a wallet's row leads. */
async function opensAt(page: Page, wallet: string): Promise<string> {
  await page.evaluate(() => {
    window.open = (address) => {
      document.documentElement.dataset.opened = String(address);
      return null;
    };
  });
  await walletDialog(page)
    .getByRole('button', { name: new RegExp(`^${wallet}`) })
    .first()
    .click();
  return (await page.locator('html').getAttribute('data-opened')) ?? '';
}

/** As when the person leaves for another app, and comes back. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
