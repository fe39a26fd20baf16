import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import type { Locator } from 'playwright-core';
import { transformWithOxc } from 'vite';
import { expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { families } from '../page/families.ts';
import { test } from '../page/journey.ts';

for (const way of ['split', 'wrap'])
  test(`a page whose texts others ${way} shows all cards and right figures`, { tags: ['release'] }, async ({
    journey,
  }) => {
    const file = join(root, 'host/src/testing/translate-like.ts');
    const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
    const script = `${code.replace('export ', '')};
    addEventListener('DOMContentLoaded', () => {
      for (const part of document.querySelectorAll('.bar, #app, #connect')) translateLike(part, '${way}');
    });`;
    const page = await journey.open({ script });
    for (const family of families) {
      const card = page.locator(`section[data-family=${family.id}]`);
      const press = (name: RegExp) => card.getByRole('button', { name }).click();
      const whenSays = (text: RegExp) => card.filter({ hasText: text }).waitFor();
      await page.getByRole('button', { name: /Connect wallet/ }).click();
      await page
        .locator(`#connect [data-wallet][data-family=${family.id}]:not([data-state=get])`)
        .first()
        .click();
      await approve(page);
      await whenSays(/Connected/);
      const before = await readBalance(card);
      await press(/^\[?Send/);
      await page.getByLabel(/Recipient/).fill(family.accounts.Pier);
      await page.getByLabel(/Amount/).fill('1');
      await page.getByRole('button', { name: /Continue in/ }).click();
      await approve(page);
      await page
        .locator(`[data-family=${family.id}][data-kind=sent]`)
        .filter({ hasText: /Confirmed/ })
        .waitFor();
      await expect.poll(() => readBalance(card)).toBeLessThan(before);
      const shown = card.locator('[data-field=balance]');
      const value = Number(await shown.getAttribute('value'));
      const read = Number((await shown.textContent())?.replaceAll(/[^\d.]/g, ''));
      expect(read).toBeLessThanOrEqual(value);
      expect(value - read).toBeLessThan(1);
    }
    for (const { id } of families) {
      const card = page.locator(`section[data-family=${id}]`);
      await card.getByRole('button', { name: /^More$/ }).click();
      await card.getByRole('button', { name: /Disconnect/ }).click();
      await card.filter({ hasText: /Disconnected/ }).waitFor();
    }
    expect(await page.locator('section[data-family]').count()).toBe(families.length);
  });

async function readBalance(card: Locator): Promise<number> {
  return Number(await card.locator('[data-field=balance]').getAttribute('value'));
}
