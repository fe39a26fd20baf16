import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { send, whenSend } from '../page/activity.ts';
import { approval, approve, reject } from '../page/approval.ts';
import { press, whenSays, whenStatus } from '../page/card.ts';
import { connectWhole, openDialog, pick, walletDialog } from '../page/connect.ts';
import { expectReadable, readOverflow } from '../page/expect-readable.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { type Start, test } from '../page/journey.ts';
import { misbehave } from '../page/practice-wallet.ts';
import { whenReady } from '../page/when-ready.ts';
import { openSite, readConfig, type Site } from '../place/site.ts';
import { screensFolder } from '../place/stack.ts';
import { openRelay, type Relay } from '../walletconnect/relay.ts';

const sizes = [
  { width: 1280, height: 860 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

const variants = ['light', 'dark', 'mirrored'] as const;
const mirror = `addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl'; });`;

function toStart(width: number, height: number, variant: (typeof variants)[number]): Start {
  return {
    viewport: { width, height },
    colorScheme: variant === 'dark' ? 'dark' : 'light',
    ...(variant === 'mirrored' && { script: mirror }),
    ...(width < 500 && { hasTouch: true, isMobile: true }),
  };
}

describe('every state', () => {
  for (const { width, height } of sizes)
    for (const variant of variants)
      test(`is whole, moves nothing else and can be read by everybody: ${width} pixels, ${variant}`, async ({
        journey,
      }) => {
        const page = await journey.open(toStart(width, height, variant));
        let places: unknown;
        const look = async (name: string) => {
          await lookAt(page, name, width, variant);
          // In one column, a card that asks or tells more takes its own room.
          places ??= await readPlaces(page);
          if (width > 900) expect(await readPlaces(page), name).toEqual(places);
        };
        await look('empty');
        await openDialog(page);
        await look('list');
        await walletDialog(page).getByRole('button', { name: 'Close' }).click();
        await pick(page, evm);
        await approval(page).waitFor();
        await look('connecting');
        await reject(page);
        await whenSays(page, evm, 'You said no');
        await look('rejected');
        await connectWhole(page, evm);
        await look('first');
        await connectWhole(page, solana);
        await connectWhole(page, near);
        await look('connected');
        await press(page, evm, 'More');
        await look('menu');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /^3 wallets/ }).click();
        await page.getByRole('button', { name: 'Disconnect all' }).waitFor();
        await look('account');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'What runs here' }).click();
        await page.getByRole('dialog', { name: 'What runs here' }).waitFor();
        await look('runs');
        await page.keyboard.press('Escape');
        await press(page, evm, 'Receive');
        await page.getByRole('img', { name: 'QR code of your Ethereum address' }).waitFor();
        await look('receive');
        await page.keyboard.press('Escape');
        await press(page, evm, 'Send');
        // The form loads with its first press.
        await page.getByLabel('Recipient').waitFor();
        await look('send-empty');
        await page.getByRole('button', { name: /^Continue in/ }).click();
        await look('send-mistakes');
        await page.getByLabel('Recipient').fill(evm.accounts.Pier);
        await page.getByLabel('Amount').fill('1.5');
        await page.getByText(/^about .* ETH$/).waitFor();
        await look('send');
        await page.getByRole('button', { name: /^Continue in/ }).click();
        await approval(page).waitFor();
        await look('asked');
        await approve(page);
        await whenSend(page, evm, 'Confirmed');
        await look('sent');
        await page.locator('.receipt').getByRole('button', { name: 'Details' }).click();
        await look('details');
        await misbehave(page, evm.id, { does: 'change', on: 'send', how: 'more' });
        await send(page, evm, evm.accounts.Pier, '0.25');
        await page.locator('.compared').first().waitFor();
        await look('otherwise');
        // What a node is being asked as the network goes is lost.
        journey.expectProblems(/ERR_INTERNET_DISCONNECTED/);
        await page.context().setOffline(true);
        await page.getByText('You are offline').first().waitFor();
        await look('offline');
        await page.context().setOffline(false);
        await page.locator('[data-practice]').click();
        await lookAt(page, 'practice', width, variant);
      });
});

describe('a page for people, without practice wallets', () => {
  let relay: Relay;
  let site: Site;

  beforeAll(async () => {
    relay = await openRelay();
    const { practice: _, ...config } = await readConfig();
    const families = config.families.map((family) => {
      const options =
        family.id === 'near' ? {} : { walletConnectProjectId: 'practice', walletConnectRelay: relay.url };
      return { ...family, remote: { ...family.remote, options } };
    });
    const identities = [{ identity: 'com.walletconnect', families: ['evm', 'solana'] }];
    const connect = [new URL(relay.url).origin];
    site = await openSite('looks', { ...config, families, identities, connect });
  });

  afterAll(async () => {
    await site.close();
    await relay.close();
  });

  for (const { width, height } of sizes)
    for (const variant of variants)
      test(`is whole where none is installed, one is paired, or a part or all is away: ${width} pixels, ${variant}`, async ({
        journey,
      }) => {
        journey.expectProblems(/ERR_FAILED|release\/unreachable/);
        const open = (start: Start) => journey.open({ ...toStart(width, height, variant), ...start });
        const page = await open({ url: site.url });
        await lookAt(page, 'none', width, variant);
        await openDialog(page);
        await lookAt(page, 'none-list', width, variant);
        await page.keyboard.press('Escape');
        await pick(page, evm, 'WalletConnect');
        await walletDialog(page).getByRole('img', { name: /code/i }).waitFor();
        await lookAt(page, 'qr', width, variant);

        const cut = await open({ url: 'about:blank', whenUsable: async () => undefined });
        await cut.route(`${evm.origin}/**`, (route) => route.abort());
        await cut.goto(site.url);
        await whenStatus(cut, evm, 'Unavailable');
        await lookAt(cut, 'trouble', width, variant);

        const down = await open({ url: 'about:blank', whenUsable: async () => undefined });
        for (const { origin } of families) await down.route(`${origin}/**`, (route) => route.abort());
        await down.goto(site.url);
        await whenReady(down);
        await down.getByText('Wallets cannot be reached right now').waitFor();
        await lookAt(down, 'down', width, variant);
      });
});

describe('an odd place', () => {
  const places: Readonly<Record<string, Start>> = {
    // As a window of 1280 pixels at 400 %.
    zoomed: { viewport: { width: 320, height: 256 } },
    landscape: { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true },
    'system-colors': { forcedColors: 'active' },
  };

  test.for(Object.entries(places))(
    'fits what is empty, listed, connected and asked: %s',
    async ([name, start], { journey }) => {
      const page = await journey.open(start);
      const look = async (state: string) => {
        await page.screenshot({ path: join(screensFolder, `${state}-${name}.png`) });
        expect(await readOverflow(page), state).toBe(0);
      };
      await mkdir(screensFolder, { recursive: true });
      await look('empty');
      await openDialog(page);
      await look('list');
      await page.keyboard.press('Escape');
      for (const family of [evm, solana, near]) await connectWhole(page, family);
      await look('connected');
      await press(page, evm, 'Sign in');
      await approval(page).waitFor();
      await look('asked');
      await reject(page);
      await page.emulateMedia({ media: 'print' });
      await look('print');
    },
  );

  test('without JavaScript says what it needs, and offers nothing that cannot work', async ({ journey }) => {
    const page = await journey.open({ javaScriptEnabled: false, whenUsable: async () => undefined });
    journey.expectProblems(/^request: csp /);
    await page.locator('noscript p').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await page.screenshot({ path: join(screensFolder, 'no-script.png') });
  });
});

/** Takes a picture, and expects that everybody can read and press what it shows. */
async function lookAt(page: Page, name: string, width: number, variant: string): Promise<void> {
  await mkdir(screensFolder, { recursive: true });
  const path = join(screensFolder, `${name}-${width}-${variant}.png`);
  await page.screenshot({ path });
  if (name === 'connected' && width === 1280 && variant === 'light')
    await copyFile(path, join(root, 'docs/page-light.png'));
  await expectReadable(page, name);
}

/** Where the title, each card's place and the activity are. */
async function readPlaces(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, .slot, .activity')].map((one) => {
      const { x, y, width } = one.getBoundingClientRect();
      return [one.tagName, x, y, width];
    }),
  );
}
