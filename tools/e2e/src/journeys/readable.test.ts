import { describe, expect } from 'vitest';
import { askToSend } from '../page/activity.ts';
import { approval, reject } from '../page/approval.ts';
import { card, press } from '../page/card.ts';
import { connectWhole, openDialog } from '../page/connect.ts';
import { expectReadable } from '../page/expect-readable.ts';
import { evm, families } from '../page/families.ts';
import { test } from '../page/journey.ts';

describe.each([
  [1280, 'light'],
  [390, 'dark'],
] as const)('at %i pixels, %s', (width, colorScheme) => {
  test('everybody can read and press what is empty, listed, connected, filled in and asked', {
    // The looks have all states in all sizes.
    tags: width < 500 ? [] : ['release'],
  }, async ({ journey }) => {
    const phone = width < 500 && { hasTouch: true, isMobile: true };
    const page = await journey.open({ colorScheme, viewport: { width, height: 860 }, ...phone });
    await expectReadable(page, 'empty');
    await openDialog(page);
    await expectReadable(page, 'list');
    await page.keyboard.press('Escape');
    for (const family of families) await connectWhole(page, family);
    await expectReadable(page, 'connected');
    await press(page, evm, 'Send');
    await page.getByLabel('Recipient').fill(evm.accounts.Pier);
    await page.getByLabel('Amount').fill('1.5');
    await page.getByText(/^about .* ETH$/).waitFor();
    await expectReadable(page, 'send');
    await page.getByRole('button', { name: /^Continue in/ }).click();
    await approval(page).waitFor();
    await expectReadable(page, 'asked');
  });
});

test('names network and wallet at every width, and shows what is asked beside the corner of wallet windows', {
  tags: ['release'],
}, async ({ journey }) => {
  const page = await journey.open();
  for (const family of families) await connectWhole(page, family);
  const sizes = [1280, 1000, 760, 390].map((width) => ({ width, height: 860 }));
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const family of families) {
      const name = `${family.title} at ${size.width}`;
      const own = card(page, family);
      const [network, wallet] = [own.locator('[data-field=network]'), own.locator('[data-field=wallet]')];
      expect(await network.isVisible(), name).toBe(true);
      expect(await wallet.isVisible(), name).toBe(true);
      expect(await network.textContent(), name).toBe(family.networks[0].title);
      expect(await wallet.textContent(), name).toBe('Practice Wallet');
    }
    for (const family of families) {
      await askToSend(page, family, family.accounts.Pier, '1');
      const box = await card(page, family).boundingBox();
      const { x = 0, y = 0, width = 0 } = box ?? {};
      const isBeside = x + width <= size.width - 380 || y >= 440 || size.width < 620;
      expect(isBeside, `${family.title} at ${size.width}: ${JSON.stringify(box)}`).toBe(true);
      await reject(page);
      await card(page, family).getByRole('button', { name: 'Dismiss' }).click();
    }
  }
});
