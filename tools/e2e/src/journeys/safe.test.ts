import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openSafeSite, type SafeSite } from '../evm-wallets/safe-site.ts';
import { whenSend } from '../page/activity.ts';
import { press, whenAccount, whenSays, whenStatus } from '../page/card.ts';
import { openDialog, walletButton, walletDialog } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { openSite, readConfig, type Site } from '../place/site.ts';

let safe: SafeSite;
let other: SafeSite;
let site: Site;

beforeAll(async () => {
  safe = await openSafeSite();
  other = await openSafeSite();
  const config = await readConfig();
  const families = config.families.map((family) => {
    if (family.id !== 'evm') return family;
    const options = { practice: true, walletSites: [{ id: 'safe', url: safe.url }] };
    return { ...family, remote: { ...family.remote, options } };
  });
  site = await openSite('safe', { ...config, families, framedBy: [safe.url] });
});

afterAll(async () => {
  await site.close();
  await safe[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const account = { address: evm.accounts.Lantern, chainId: Number(evm.networks[0].id.split(':')[1]) };

describe('a page in the frame of Safe', () => {
  test('has that Safe as its first wallet; what it sends and signs waits for the other owners', async ({
    journey,
  }) => {
    const { outer, page } = await openIn(safe, journey);
    const asked = new Set<string>();
    outer.on('request', (request) => asked.add(new URL(request.url()).origin));
    await openDialog(page);
    await walletButton(page, evm, 'Safe').click();
    await whenStatus(page, evm, 'Connected');
    await whenAccount(page, evm, evm.accounts.Lantern);

    await press(page, evm, 'Sign in');
    await outer.getByRole('button', { name: 'Propose' }).click();
    await whenSays(page, evm, /other owners/);

    await askToSend(page);
    await outer.getByRole('button', { name: 'Reject' }).click();
    await whenSays(page, evm, 'You said no');
    await press(page, evm, 'Try again');
    await outer.getByRole('button', { name: 'Propose' }).click();
    await whenSend(page, evm, 'Waiting for the other owners');

    await press(page, evm, 'Disconnect');
    await whenStatus(page, evm, 'Disconnected');
    const chains = families.flatMap(({ networks }) => networks.map(({ rpcUrl }) => new URL(rpcUrl).origin));
    const known = [site.url, safe.url, 'null', ...families.map(({ origin }) => origin), ...chains];
    expect([...asked].filter((origin) => !known.includes(origin))).toEqual([]);
  });
});

test('the page is shown in no frame that its configuration does not name', { tags: ['release'] }, async ({
  journey,
}) => {
  journey.expectProblems(/frame-ancestors|Framing|refused to connect|ERR_BLOCKED_BY_RESPONSE/i);
  const outer = await journey.open({
    url: other.framing(site.url, account),
    whenUsable: async () => undefined,
  });
  await expect.poll(() => outer.frames()[1]?.url()).toMatch(/^chrome-error:/);
});

test('a page in no frame lists no Safe', { tags: ['release'] }, async ({ journey }) => {
  const page = await journey.open({ url: site.url });
  await openDialog(page);
  await walletDialog(page).getByText('MetaMask').waitFor();
  expect(await walletDialog(page).getByText('Safe', { exact: true }).count()).toBe(0);
});

/** The page in the site's frame can be used as one that is not in any. */
async function openIn(
  around: SafeSite,
  journey: Journey,
): Promise<{ readonly outer: Page; readonly page: Page }> {
  const outer = await journey.open({
    url: around.framing(site.url, account),
    viewport: { width: 1280, height: 900 },
    whenUsable: async () => undefined,
  });
  await expect.poll(() => outer.frames().some((frame) => frame.url().startsWith(site.url))).toBe(true);
  const page = outer.frames().find((frame) => frame.url().startsWith(site.url));
  return { outer, page: page as unknown as Page };
}

async function askToSend(page: Page): Promise<void> {
  await press(page, evm, 'Send');
  await page.getByLabel('Recipient').fill(evm.accounts.Pier);
  await page.getByLabel('Amount').fill('1');
  await page.getByRole('button', { name: /^Continue in/ }).click();
}
