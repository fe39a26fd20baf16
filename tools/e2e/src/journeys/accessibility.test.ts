import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { approval, reject } from '../page/approval.ts';
import { press } from '../page/card.ts';
import { connectAll, openDialog, pick, walletDialog } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { findViolations } from '../page/find-violations.ts';
import { familyTest, test } from '../page/journey.ts';
import { inTurn } from '../place/part.ts';
import { screensFolder } from '../place/stack.ts';

/** Each scheme and each width is in both pairs. */
const pairs = [
  [
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 390 },
  ],
  [
    { scheme: 'dark', width: 1280 },
    { scheme: 'light', width: 390 },
  ],
] as const;

describe('axe', () => {
  for (const { scheme, width } of inTurn(pairs).flat())
    familyTest(`finds no violation in ${scheme} at ${width} pixels`, async ({ journey }) => {
      const viewport = { width, height: width < 600 ? 844 : 800 };
      const page = await journey.open({ colorScheme: scheme, viewport, reducedMotion: 'reduce' });
      const look = async (name: string) => {
        await keepScreen(page, `${name}-${width}-${scheme}`);
        expect(await findViolations(page), name).toEqual([]);
      };
      await look('first');
      await openDialog(page);
      await look('dialog');
      await walletDialog(page).getByRole('button', { name: 'Close' }).click();
      await pick(page, evm);
      await approval(page).waitFor();
      await look('connecting');
      await reject(page);
      await look('rejected');
      await press(page, evm, 'Dismiss');
      await connectAll(page);
      for (const { id } of families)
        await page.locator(`section[data-family=${id}] [data-field=balance]`).waitFor();
      await look('connected');
      await openDialog(page);
      await look('dialog-connected');
    });
});

describe('a phone of 360 pixels', () => {
  test('shows every screen without scrolling sideways', async ({ journey }) => {
    const page = await journey.open({ viewport: { width: 360, height: 740 } });
    expect(await readOverflow(page)).toBe(0);
    await openDialog(page);
    expect(await readOverflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    await connectAll(page);
    expect(await readOverflow(page)).toBe(0);
    await press(page, evm, 'Send');
    expect(await readOverflow(page)).toBe(0);
  });
});

/** By how many pixels the page is wider than the window. */
async function readOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

async function keepScreen(page: Page, name: string): Promise<void> {
  await mkdir(screensFolder, { recursive: true });
  await page.screenshot({ path: join(screensFolder, `${name}.png`), fullPage: !name.startsWith('dialog') });
}
