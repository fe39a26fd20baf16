import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { readChainBalance } from '../chain/read-balance.ts';
import { latestActivity, readFields } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { card, press, readAccount, readBalance, whenNetwork, whenStatus } from '../page/card.ts';
import { connect, connectAll, openDialog, walletButton } from '../page/connect.ts';
import { type Family, families } from '../page/families.ts';
import { familyTest, test } from '../page/journey.ts';
import { readStatuses } from '../page/statuses.ts';
import { whenReady } from '../page/when-ready.ts';
import { inTurn } from '../place/part.ts';
import { isSignedBy } from '../signature/verify-signature.ts';

const amounts = { evm: '0.25', solana: '0.5', near: '1.5' } as const;
const smallest = { evm: 25n * 10n ** 16n, solana: 5n * 10n ** 8n, near: 15n * 10n ** 23n } as const;
/** Nobody pays more than this for one transfer on these chains. */
const mostFee = { evm: 10n ** 15n, solana: 10_000n, near: 10n ** 21n } as const;

describe('the tour', () => {
  test('lists a practice wallet for each of the three families', async ({ journey }) => {
    const page = await journey.open();
    await openDialog(page);
    for (const family of families) expect(await walletButton(page, family).isVisible()).toBe(true);
  });

  for (const family of inTurn(families))
    familyTest(`connects ${family.title}, with account, network and balance`, async ({ journey }) => {
      const page = await journey.open();
      await connect(page, family);
      expect(await readAccount(page, family)).toBe(family.accounts.Harbour);
      await whenNetwork(page, family, family.networks[0].title);
      expect(await readBalance(page, family)).toBe(await readChainBalance(family, family.accounts.Harbour));
    });

  for (const family of inTurn(families))
    familyTest(`signs a message with ${family.title}, as the account alone could`, async ({ journey }) => {
      const page = await journey.open();
      await connect(page, family);
      await press(page, family, 'Sign message');
      const text = `Ahoy from ${family.title}, ünïcode ✓`;
      await page.getByLabel('Message', { exact: true }).fill(text);
      await page.getByRole('button', { name: /^Continue in/ }).click();
      await approve(page);
      const signed = await readFields(await latestActivity(page, family, 'signed'));
      expect(signed.message).toBe(text);
      expect(await isSignedBy(signed, family.accounts.Harbour)).toBe(true);
      expect(await isSignedBy({ ...signed, message: `${text}.` }, family.accounts.Harbour)).toBe(false);
    });

  for (const family of inTurn(families))
    familyTest(`signs in with ${family.title}, to this page and no other`, async ({ journey }) => {
      const page = await journey.open();
      await connect(page, family);
      await press(page, family, 'Sign in');
      await approve(page);
      const signed = await readFields(await latestActivity(page, family, 'signed'));
      expect(await isSignedBy(signed, family.accounts.Harbour)).toBe(true);
      expectSignInText(signed.message ?? '', family, new URL(page.url()));
    });

  for (const family of inTurn(families))
    familyTest(`sends with ${family.title}: the chain moves what the page says`, async ({ journey }) => {
      const page = await journey.open();
      await connect(page, family);
      const { Harbour, Lantern } = family.accounts;
      const amount = smallest[family.id];
      const before = {
        from: await readChainBalance(family, Harbour),
        to: await readChainBalance(family, Lantern),
      };

      await send(page, family, Lantern);
      const line = await latestActivity(page, family, 'sent');
      await line.getByText('Confirmed as asked').waitFor();

      const after = {
        from: await readChainBalance(family, Harbour),
        to: await readChainBalance(family, Lantern),
      };
      expect(after.to - before.to).toBe(amount);
      expect(before.from - after.from).toBeGreaterThanOrEqual(amount);
      expect(before.from - after.from).toBeLessThan(amount + mostFee[family.id]);
      await expect.poll(() => readBalance(page, family)).toBe(after.from);
      expect((await readFields(line)).transaction).toMatch(/^\w{40,}$/);
    });

  test('comes back after a reload: reconnecting, then connected, in all three', async ({ journey }) => {
    const page = await journey.open();
    await connectAll(page);
    await page.reload();
    await whenReady(page);
    for (const family of families) {
      await whenStatus(page, family, 'Connected');
      expect(await readAccount(page, family)).toBe(family.accounts.Harbour);
      expect(await readStatuses(page, family)).toEqual(['Reconnecting', 'Connected']);
    }
  });

  for (const left of inTurn(families))
    familyTest(
      `keeps ${left.title} disconnected after a reload, and the others connected`,
      async ({ journey }) => {
        const page = await journey.open();
        await connectAll(page);
        await press(page, left, 'Disconnect');
        await whenStatus(page, left, 'Disconnected');
        await page.reload();
        await whenReady(page);
        for (const family of families)
          await whenStatus(page, family, family === left ? 'Disconnected' : 'Connected');
        expect(await readStatuses(page, left)).toEqual(['Disconnected']);
        expect(await card(page, left).getByRole('button', { name: 'Disconnect' }).count()).toBe(0);
      },
    );
});

async function send(page: Page, family: Family, to: string): Promise<void> {
  await press(page, family, 'Send');
  await page.getByLabel('Recipient').fill(to);
  await page.getByLabel('Amount').fill(amounts[family.id]);
  await page.getByRole('button', { name: /^Continue in/ }).click();
  await approve(page);
}

/** EIP-4361, Sign-In With Solana and CAIP-122 write the same lines. */
function expectSignInText(text: string, family: Family, page: URL): void {
  const [opening, address] = text.split('\n');
  expect(opening).toBe(`${page.host} wants you to sign in with your ${family.title} account:`);
  expect(address).toBe(family.accounts.Harbour);
  expect(text).toContain(`\nURI: ${page.origin}`);
  expect(text).toMatch(/\nNonce: [0-9a-f]{32}\n/);
  const expires = Date.parse(/\nExpiration Time: (\S+)/.exec(text)?.[1] ?? '');
  expect(expires - Date.now()).toBeGreaterThan(0);
}
