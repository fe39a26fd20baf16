import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { approval, reject } from '../page/approval.ts';
import { press } from '../page/card.ts';
import { connectAll, openDialog, pick, walletDialog } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { findViolations } from '../page/find-violations.ts';
import { test } from '../page/journey.ts';
import { screensFolder } from '../place/stack.ts';

describe('every screen', () => {
  for (const { scheme, width, height } of [
    { scheme: 'light', width: 1280, height: 800 },
    { scheme: 'dark', width: 390, height: 844 },
  ] as const)
    test(`can be read by everybody, and scrolls down alone: ${scheme}, ${width} pixels`, async ({
      journey,
    }) => {
      const page = await journey.open({ colorScheme: scheme, viewport: { width, height } });
      const look = async (name: string) => {
        await mkdir(screensFolder, { recursive: true });
        const path = join(screensFolder, `${name}-${width}-${scheme}.png`);
        await page.screenshot({ path, fullPage: !name.startsWith('dialog') });
        expect(await findViolations(page), name).toEqual([]);
        expect(await readOverflow(page), name).toBe(0);
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
      await press(page, evm, 'Send');
      await look('dialog-send');
    });
});

/** By how many pixels the page is wider than the window. */
async function readOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
