import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { card, press, whenStatus } from '../page/card.ts';
import type { Family } from '../page/families.ts';
import { isSignedBy } from '../signature/verify-signature.ts';

/** Connects the practice wallet of a family on a fixture page, signs with it, and disconnects. */
export async function useFixturePage(
  page: Page,
  family: Family,
  whileConnected = async (): Promise<void> => undefined,
): Promise<void> {
  const field = (name: string) => card(page, family).locator(`[data-field=${name}]`);
  await press(page, family, 'connect');
  await approve(page);
  await whenStatus(page, family, 'Connected');
  expect(await field('account').getAttribute('title')).toContain(family.accounts.Harbour);
  await whileConnected();
  await press(page, family, 'sign');
  await approve(page);
  const signed = field('signed').filter({ hasText: 'signature' });
  expect(await isSignedBy(JSON.parse((await signed.textContent()) ?? ''), family.accounts.Harbour)).toBe(
    true,
  );
  await press(page, family, 'disconnect');
  await whenStatus(page, family, 'Disconnected');
  expect(await field('reason').textContent()).toBe('');
}
