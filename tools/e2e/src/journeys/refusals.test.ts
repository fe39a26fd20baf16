import { describe, expect } from 'vitest';
import { latestActivity } from '../page/activity.ts';
import { approval, approve, reject } from '../page/approval.ts';
import { card, press, readAccount, readStatus, whenStatus } from '../page/card.ts';
import { connect, openDialog, pick, walletButton } from '../page/connect.ts';
import { evm, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { misbehave, recordGrants } from '../page/practice-wallet.ts';
import { readStatuses } from '../page/statuses.ts';
import { whenReady } from '../page/when-ready.ts';

const second = 'Second Practice Wallet';

describe('a refusal', () => {
  test('is said in plain words, and one press tries again', async ({ journey }) => {
    const page = await journey.open();
    await pick(page, evm);
    await reject(page);
    await whenStatus(page, evm, 'Disconnected');
    await card(page, evm).getByText('You said no').waitFor();
    await press(page, evm, 'Try again');
    await approve(page);
    await whenStatus(page, evm, 'Connected');
    expect(await card(page, evm).getByText('You said no').count()).toBe(0);
  });
});

describe('a signature', () => {
  test('is called signed once it is verified, and else the card says why', async ({ journey }) => {
    const storage = {
      'practice-wallet:solana': { faults: [{ does: 'change', on: 'signIn', how: 'zeros' }] },
    };
    const page = await journey.open({ storage });
    await connect(page, solana);
    await press(page, solana, 'Sign in');
    await approve(page);
    await card(page, solana).getByText('sent a signature that does not prove this account').waitFor();

    await misbehave(page, 'solana', { does: 'change', on: 'signIn', how: 'anotherAccount' });
    await press(page, solana, 'Try again');
    await approve(page);
    await card(page, solana).getByText('Practice Wallet signed with another account').waitFor();
    await card(page, solana).getByText(`not by ${solana.accounts.Harbour}`).waitFor();

    await misbehave(page, 'solana');
    await press(page, solana, 'Try again');
    await approve(page);
    const line = await latestActivity(page, solana, 'signed');
    expect(await line.textContent()).toContain('Signed a sign-in message for');
    expect(await line.locator('[data-state]').count()).toBe(0);
  });
});

describe('a cancelled attempt', () => {
  test('that is approved later in the wallet is undone there', async ({ journey }) => {
    const page = await journey.open();
    await pick(page, evm);
    await whenStatus(page, evm, 'Connecting');
    await approval(page).waitFor();
    await press(page, evm, 'Cancel');
    await whenStatus(page, evm, 'Disconnected');

    const grants = await recordGrants(page, 'evm');
    await approve(page);
    await expect.poll(grants).toEqual([1, 0]);
    expect(await readStatuses(page, evm)).toEqual(['Disconnected', 'Connecting', 'Disconnected']);

    await page.reload();
    await whenReady(page);
    expect(await readStatus(page, evm)).toBe('Disconnected');
  });
});

describe('a second wallet', () => {
  test('takes the place of the first one only when it agrees', async ({ journey }) => {
    const storage = { 'practice-wallet:solana-second': { here: true } };
    const page = await journey.open({ storage });
    await connect(page, solana);
    await pick(page, solana, second);
    await reject(page, second);
    await card(page, solana).getByText(`You said no`).waitFor();
    expect(await readStatus(page, solana)).toBe('Connected');
    expect(await readAccount(page, solana)).toBe(solana.accounts.Harbour);
    await press(page, solana, 'Dismiss');

    await connect(page, solana, second);
    await card(page, solana).getByText(second, { exact: true }).waitFor();
    expect(await readAccount(page, solana)).not.toBe(solana.accounts.Harbour);
    await openDialog(page);
    const button = walletButton(page, solana, second);
    expect(await button.getAttribute('aria-label')).toContain('Connected');
  });
});
