import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { latestActivity } from '../page/activity.ts';
import { approval } from '../page/approval.ts';
import { card, whenStatus } from '../page/card.ts';
import { walletButton, walletDialog } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { familyTest, test } from '../page/journey.ts';
import { inTurn } from '../place/part.ts';

const mostSteps = 60;

describe('a keyboard alone', () => {
  for (const family of inTurn(families))
    familyTest(
      `connects, signs and disconnects ${family.title}, and never loses the focus`,
      async ({ journey }) => {
        const page = await journey.open();
        await tabTo(page, page.getByRole('button', { name: 'Connect wallet', exact: true }));
        await page.keyboard.press('Enter');
        await tabTo(page, walletButton(page, family));
        await page.keyboard.press('Enter');
        await tabTo(page, approval(page).getByRole('button', { name: 'Approve' }));
        await page.keyboard.press('Enter');
        await whenStatus(page, family, 'Connected');
        await expect.poll(() => isWithin(page, card(page, family))).toBe(true);

        await tabTo(page, card(page, family).getByRole('button', { name: 'Sign message' }));
        await page.keyboard.press('Enter');
        await page.keyboard.type('By keyboard');
        await page.keyboard.press('Control+Enter');
        await tabTo(page, approval(page).getByRole('button', { name: 'Approve' }));
        await page.keyboard.press('Enter');
        await latestActivity(page, family, 'signed');
        await expectFocusKept(page);

        await tabTo(page, card(page, family).getByRole('button', { name: 'Disconnect' }));
        await page.keyboard.press('Enter');
        await whenStatus(page, family, 'Disconnected');
        await expectFocusKept(page);
        expect(await isWithin(page, card(page, family))).toBe(true);
      },
    );

  test('closes the dialog with Escape, and is back at the button that opened it', async ({ journey }) => {
    const page = await journey.open();
    const opener = page.getByRole('button', { name: 'Connect wallet', exact: true });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await walletDialog(page).waitFor();
    expect(await isWithin(page, walletDialog(page))).toBe(true);
    await page.keyboard.press('Escape');
    await walletDialog(page).waitFor({ state: 'hidden' });
    expect(await isFocused(opener)).toBe(true);
  });

  test('opens the dialog at a family from its card', async ({ journey }) => {
    const page = await journey.open();
    await tabTo(page, card(page, evm).getByRole('button', { name: 'Connect', exact: true }));
    await page.keyboard.press('Enter');
    expect(await isFocused(walletButton(page, evm))).toBe(true);
  });
});

/** Presses Tab until the element has the focus, as often as a patient person would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Not reached by ${mostSteps} presses of Tab: ${target}`);
}

async function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate(
    (element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element,
  );
}

async function isWithin(_page: Page, region: Locator): Promise<boolean> {
  return region.evaluate((element) => element.contains(document.activeElement));
}

async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}
