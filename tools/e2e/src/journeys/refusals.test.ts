import { describe, expect } from 'vitest';
import { latestActivity } from '../page/activity.ts';
import { approval, approve, reject } from '../page/approval.ts';
import { card, press, readAccount, readStatus, whenAccount, whenStatus } from '../page/card.ts';
import { connect, openDialog, pick, walletButton } from '../page/connect.ts';
import { evm, families, near } from '../page/families.ts';
import { familyTest, test } from '../page/journey.ts';
import { changeWallet, readWallet, recordGrants } from '../page/practice-wallet.ts';
import { readStatuses } from '../page/statuses.ts';
import { whenReady } from '../page/when-ready.ts';
import { inTurn } from '../place/part.ts';

const second = 'Second Practice Wallet';
const redirect = 'Practice Redirect Wallet';

describe('a refusal', () => {
  for (const family of inTurn(families))
    familyTest(
      `by ${family.title} is said in plain words, and one press tries again`,
      async ({ journey }) => {
        const page = await journey.open();
        await pick(page, family);
        await reject(page);
        await whenStatus(page, family, 'Disconnected');
        await card(page, family).getByText('You rejected the request in Practice Wallet').waitFor();
        await press(page, family, 'Try again');
        await approve(page);
        await whenStatus(page, family, 'Connected');
        expect(await card(page, family).getByText('You rejected').count()).toBe(0);
      },
    );

  for (const family of inTurn(families))
    familyTest(
      `to sign with ${family.title} is said, and one press asks for the same again`,
      async ({ journey }) => {
        const page = await journey.open();
        await connect(page, family);
        await press(page, family, 'Sign message');
        await page.getByLabel('Message', { exact: true }).fill('Ahoy');
        await page.getByRole('button', { name: /^Continue in/ }).click();
        await reject(page);
        await card(page, family).getByText('You rejected the request in Practice Wallet').waitFor();
        expect(await readStatus(page, family)).toBe('Connected');
        await press(page, family, 'Try again');
        await approval(page).getByText('Ahoy', { exact: true }).waitFor();
        await approve(page);
        await latestActivity(page, family, 'signed');
      },
    );
});

describe('a signature', () => {
  for (const family of inTurn(families))
    familyTest(
      `of ${family.title} is called signed once it is verified, and else the card says why`,
      async ({ journey }) => {
        const storage = { [`practice-wallet:${family.id}`]: { switches: { signs: 'zeros' } } };
        const page = await journey.open({ storage });
        await connect(page, family);
        await press(page, family, 'Sign in');
        await approve(page);
        await card(page, family).getByText('sent a signature that does not prove this account').waitFor();

        // A key that is recovered is named if it is of an account that the page sees, and it sees one.
        if (family.id !== 'evm') {
          await changeWallet(page, { wallet: family.id, switches: { signs: 'anotherAccount' } });
          await press(page, family, 'Try again');
          await approve(page);
          await card(page, family).getByText('Practice Wallet signed with another account').waitFor();
          await card(page, family).getByText(`not by ${family.accounts.Harbour}`).waitFor();
        }

        await changeWallet(page, { wallet: family.id, switches: { signs: 'asAsked' } });
        await press(page, family, 'Try again');
        await approve(page);
        const line = await latestActivity(page, family, 'signed');
        expect(await line.textContent()).toContain('Signed a sign-in message for');
        expect(await line.locator('[data-state]').textContent()).toBe('Signed');
      },
    );
});

describe('a cancelled attempt', () => {
  for (const family of inTurn(families))
    familyTest(
      `to connect ${family.title}, approved later in the wallet, is undone there`,
      async ({ journey }) => {
        const page = await journey.open();
        await pick(page, family);
        await whenStatus(page, family, 'Connecting');
        await approval(page).waitFor();
        await press(page, family, 'Cancel');
        await whenStatus(page, family, 'Disconnected');

        const grants = await recordGrants(page, family.id);
        await approve(page);
        await expect.poll(grants).toEqual([1, 0]);
        expect(await readStatuses(page, family)).toEqual(['Disconnected', 'Connecting', 'Disconnected']);

        await page.reload();
        await whenReady(page);
        expect(await readStatus(page, family)).toBe('Disconnected');
      },
    );

  for (const family of inTurn(families))
    familyTest(`frees ${family.title} from a wallet that never answers`, async ({ journey }) => {
      const storage = { [`practice-wallet:${family.id}`]: { switches: { neverAnswers: true } } };
      const page = await journey.open({ storage });
      await pick(page, family);
      await whenStatus(page, family, 'Connecting');
      await press(page, family, 'Cancel');
      await whenStatus(page, family, 'Disconnected');
      expect((await readWallet(page, family.id)).granted ?? []).toEqual([]);
    });
});

describe('a second wallet', () => {
  for (const family of inTurn(families))
    familyTest(`that refuses leaves the first one of ${family.title} connected`, async ({ journey }) => {
      const storage = { [`practice-wallet:${family.id}`]: { switches: { secondWallet: true } } };
      const page = await journey.open({ storage });
      await connect(page, family);
      await pick(page, family, second);
      await reject(page, second);
      await card(page, family).getByText(`You rejected the request in ${second}`).waitFor();
      expect(await readStatus(page, family)).toBe('Connected');
      expect(await readAccount(page, family)).toBe(family.accounts.Harbour);
      await press(page, family, 'Dismiss');
      await press(page, family, 'Sign in');
      await approve(page);
      await latestActivity(page, family, 'signed');
    });

  for (const family of inTurn(families))
    familyTest(`that agrees takes the place of the first one of ${family.title}`, async ({ journey }) => {
      const storage = { [`practice-wallet:${family.id}`]: { switches: { secondWallet: true } } };
      const page = await journey.open({ storage });
      await connect(page, family);
      await connect(page, family, second);
      await card(page, family).getByText(second, { exact: true }).waitFor();
      expect(await readAccount(page, family)).not.toBe(family.accounts.Harbour);
      await openDialog(page);
      expect(await walletButton(page, family, second).textContent()).toContain('Connected');
    });
});

describe('a wallet that leaves the page', () => {
  test('connects NEAR, comes back, and survives a reload', async ({ journey }) => {
    const page = await journey.open();
    const home = page.url();
    await pick(page, near, redirect);
    await page.waitForURL(/near-wallet\.html/);
    await page.getByRole('button', { name: 'Approve' }).click();
    await whenStatus(page, near, 'Connected');
    await whenAccount(page, near, near.accounts.Harbour);
    expect(page.url()).toBe(home);
    await page.reload();
    await whenStatus(page, near, 'Connected');
    await whenAccount(page, near, near.accounts.Harbour);
  });

  test('leaves the other families connected', async ({ journey }) => {
    const page = await journey.open();
    await connect(page, evm);
    await pick(page, near, redirect);
    await page.getByRole('button', { name: 'Approve' }).click();
    await whenStatus(page, near, 'Connected');
    await whenStatus(page, evm, 'Connected');
  });

  test('says so when it was refused there, and one press leaves for it again', async ({ journey }) => {
    const page = await journey.open();
    await pick(page, near, redirect);
    await page.waitForURL(/near-wallet\.html/);
    await page.getByRole('button', { name: 'Reject' }).click();
    await card(page, near).getByText(`You rejected the request in ${redirect}`).waitFor();
    await press(page, near, 'Try again');
    await page.waitForURL(/near-wallet\.html/);
  });
});
