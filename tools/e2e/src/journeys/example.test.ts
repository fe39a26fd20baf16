import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { approval, approve } from '../page/approval.ts';
import { card } from '../page/card.ts';
import { walletButton } from '../page/connect.ts';
import { expectReadable, findViolations } from '../page/expect-readable.ts';
import { evm, type Family, families, near, solana } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { tabTo } from '../page/keyboard.ts';
import { openExample, type Site } from '../place/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openExample();
});
afterAll(() => site.close());

const quay = (page: Page, { title }: Family) => page.getByRole('region', { name: new RegExp(`${title}$`) });
const whenUsable = async (page: Page) =>
  quay(page, near)
    .getByText(/^\d+ coins$/)
    .waitFor();

async function open(journey: Journey, options: { width: number; colorScheme: 'light' | 'dark' }) {
  const { width, colorScheme } = options;
  const phone = width < 500 && { hasTouch: true, isMobile: true };
  const viewport = { width, height: 860 };
  return journey.open({ url: site.url, whenUsable, colorScheme, viewport, ...phone });
}

/** Presses a button of the page that asks a wallet, approves there, and waits for what the page says then. */
async function ask(page: Page, family: Family, name: string, said: RegExp): Promise<void> {
  await quay(page, family).getByRole('button', { name, exact: true }).click();
  await approve(page);
  await quay(page, family).getByText(said).waitFor();
}

describe('the example at 1280 pixels, light', () => testExample(1280, 'light'));
describe('the example at 390 pixels, dark', { tags: ['release'] }, () => testExample(390, 'dark'));

function testExample(width: number, colorScheme: 'light' | 'dark'): void {
  test('connects, reads and writes on three chains, and is readable', async ({ journey }) => {
    const page = await open(journey, { width, colorScheme });
    await expectReadable(page, 'empty');
    for (const family of families) {
      await quay(page, family)
        .getByRole('button', { name: `Connect ${family.title}` })
        .click();
      await walletButton(page, family).click();
      await approve(page);
      await quay(page, family).getByRole('button').first().waitFor();
    }
    await quay(page, solana)
      .getByText(/^[\d.]+ ferry coins$/)
      .waitFor();
    await expectReadable(page, 'connected');
    await page.getByRole('button', { name: 'Your wallets' }).click();
    await expectReadable(page, 'panel');
    await page.getByRole('button', { name: 'Open wallets page' }).click();
    await card(page, evm).getByRole('button', { name: 'Send' }).waitFor();
    await expectReadable(page, 'wallets page');
    await page.keyboard.press('Escape');
    await ask(page, evm, 'Set the fare', /^The fare is set/);
    await quay(page, evm).getByText('7 coins').waitFor();
    await ask(page, evm, 'Sign a ticket', /^Your ticket is signed/);
    await ask(page, solana, 'Pay 2.50', /^Paid, in transaction/);
    await ask(page, near, 'Set the toll', /^The toll is 9 now/);
    for (const { title } of families) {
      await page.getByRole('button', { name: `Sign with ${title}` }).click();
      await approval(page).waitFor();
      expect(await findViolations(page), `${title} asks`).toEqual([]);
      await approve(page);
      await page.getByRole('button', { name: `Sign with ${title}` }).waitFor({ state: 'hidden' });
    }
    await page.getByText('Three accounts, one passenger.').waitFor();
    await expectReadable(page, 'signed');
  });
}

test('the example sets the fare by the keyboard alone', async ({ journey }) => {
  const page = await open(journey, { width: 1280, colorScheme: 'light' });
  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name, exact: true }));
    await page.keyboard.press('Enter');
  };
  await press('Connect Ethereum');
  await tabTo(page, walletButton(page, evm));
  await page.keyboard.press('Enter');
  await tabTo(page, approval(page).getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await quay(page, evm).getByLabel('New fare').waitFor();
  await tabTo(page, quay(page, evm).getByLabel('New fare'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('11');
  await page.keyboard.press('Enter');
  await approval(page).waitFor();
  // What a screen reader is given of it.
  const asked = await page.getByRole('dialog', { name: 'Request' }).ariaSnapshot();
  // The network's price changes.
  const steady = asked.replace(/(?<=about )[\d.]+/, 'SOME');
  await expect(steady).toMatchFileSnapshot('transcripts/application-request.txt');
  await tabTo(page, approval(page).getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await quay(page, evm).getByText('11 coins').waitFor();
});
