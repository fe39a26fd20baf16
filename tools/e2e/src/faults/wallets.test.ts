import { expect } from 'vitest';
import { signIn } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { press, readStatus, whenSays, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { changeWallet, misbehave, readWallet } from '../page/practice-wallet.ts';
import { whenReady } from '../page/when-ready.ts';
import { comeBack, faultTest, passTime, whenMounted, whenTold } from './fault-test.ts';

faultTest(
  'a wallet that is silent after the approval is waited for, and can be picked again',
  { broken: solana, hasClock: true },
  async ({ page }) => {
    await misbehave(page, 'solana', { does: 'hangAfter', on: 'approval' });
    await pick(page, solana);
    await approve(page);
    await whenMounted(page, solana);
    await passTime(page, 60_000);
    await whenSays(page, solana, 'Still waiting in Practice Wallet');
    await whenSays(page, solana, 'Already approved?');
    await press(page, solana, 'Cancel');
    await misbehave(page, 'solana');
    // What it has granted it does not ask for again.
    await pick(page, solana);
    await whenStatus(page, solana, 'Connected');
  },
);

faultTest(
  'a wallet that approves after the cancel is not taken, and its approval is undone',
  { broken: near, hasClock: true },
  async ({ page }) => {
    await misbehave(page, 'near', { does: 'delay', on: 'approval', ms: 5_000 });
    await pick(page, near);
    await whenMounted(page, near);
    await approve(page);
    await press(page, near, 'Cancel');
    await whenStatus(page, near, 'Disconnected');
    await passTime(page, 6_000);
    await expect.poll(async () => (await readWallet(page, 'near')).granted).toEqual([]);
    expect(await readStatus(page, near)).toBe('Disconnected');
  },
);

faultTest(
  'a wallet that answers with accounts that are none is said to be unreadable',
  { isForRelease: true, broken: evm },
  async ({ page }) => {
    await misbehave(page, 'evm', { does: 'answerAfter', on: 'connect', value: ['no address', null, 42] });
    await pick(page, evm);
    await approve(page);
    await whenSays(page, evm, 'Practice Wallet sent an unreadable answer');
  },
);

faultTest(
  'a wallet that is locked while connected is waited for, and is back when it is unlocked',
  { broken: solana },
  async ({ page }) => {
    await connect(page, solana);
    await changeWallet(page, { wallet: 'solana', locked: true });
    await comeBack(page);
    await whenSays(page, solana, 'Practice Wallet may be locked');
    await whenStatus(page, solana, 'Reconnecting');
    await changeWallet(page, { wallet: 'solana', locked: false });
    await whenStatus(page, solana, 'Connected');
  },
);

faultTest(
  'a wallet that is updated while connected goes on as the new one, without a question',
  { isForRelease: true, broken: evm },
  async ({ page }) => {
    await connect(page, evm);
    await changeWallet(page, { wallet: 'evm', update: true });
    await comeBack(page);
    await whenTold(page, 'wallet/gone');
    await whenStatus(page, evm, 'Connected');
    await signIn(page, evm);
  },
);

faultTest(
  'a wallet that does not answer the silent read of the next load is given up',
  { isForRelease: true, broken: near, hasClock: true },
  async ({ page }) => {
    await connect(page, near);
    await misbehave(page, 'near', { does: 'hang', on: 'read' });
    await page.reload();
    await whenReady(page);
    for (const family of families) if (family !== near) await whenStatus(page, family, 'Connected');
    await passTime(page, 10_000);
    await whenSays(page, near, 'Practice Wallet did not answer');
  },
);

faultTest(
  'a wallet that announces itself late at the next load is missed, and connected when it comes',
  { isForRelease: true, broken: evm, hasClock: true },
  async ({ page }) => {
    await connect(page, evm);
    await misbehave(page, 'evm', { does: 'announceLate', ms: 60_000 });
    await page.reload();
    await whenReady(page);
    for (const family of families) if (family !== evm) await whenStatus(page, family, 'Connected');
    await passTime(page, 8_000);
    await whenSays(page, evm, 'Practice Wallet is not here');
    await passTime(page, 60_000);
    await whenStatus(page, evm, 'Connected');
  },
);
