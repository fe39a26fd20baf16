import type { Fault } from '@linkspan/practice/faults';
import type { Page } from 'playwright-core';
import { askToSend, askToSign, whenSend } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { whenSays } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, type Family, near, solana } from '../page/families.ts';
import { misbehave } from '../page/practice-wallet.ts';
import { faultTest } from './fault-test.ts';

/** A wallet that misbehaves, what is asked of it, and what its card says then. */
interface Row {
  readonly wallet: string;
  readonly family: Family;
  readonly fault: Fault;
  readonly asked: keyof typeof asking;
  readonly says: string;
  readonly isForRelease?: true;
}

const nothing = { does: 'answerAfter', value: null } as const;

const rows: readonly Row[] = [
  {
    wallet: 'that answers a connect with nothing is taken by the accounts that it shows',
    isForRelease: true,
    family: solana,
    fault: { ...nothing, on: 'connect' },
    asked: 'connect',
    says: 'Receive',
  },
  {
    wallet: 'that is already asking is said to be',
    isForRelease: true,
    family: evm,
    fault: { does: 'fail', on: 'connect', code: -32002, message: 'Already processing eth_requestAccounts' },
    asked: 'connect',
    says: 'Practice Wallet is already asking you something',
  },
  {
    wallet: 'that answers a connect with no account is taken by those that it shows',
    isForRelease: true,
    family: near,
    fault: { does: 'answerAfter', on: 'connect', value: [] },
    asked: 'connect',
    says: 'Receive',
  },
  {
    wallet: 'that signs with a key of somebody else proves nothing',
    family: near,
    fault: { does: 'change', on: 'sign', how: 'anotherKey' },
    asked: 'sign',
    says: 'signed with a key that your account does not have',
  },
  {
    wallet: 'that signs zeros proves nothing',
    isForRelease: true,
    family: evm,
    fault: { does: 'change', on: 'sign', how: 'zeros' },
    asked: 'sign',
    says: 'does not prove this account',
  },
  {
    wallet: 'that signs more than it was asked proves nothing',
    isForRelease: true,
    family: near,
    fault: { does: 'change', on: 'sign', how: 'prefixed' },
    asked: 'sign',
    says: 'does not prove this account',
  },
  {
    wallet: 'that answers a signature with a word is unreadable',
    isForRelease: true,
    family: evm,
    fault: { does: 'answerAfter', on: 'sign', value: 'signed' },
    asked: 'sign',
    says: 'Practice Wallet sent an unreadable answer',
  },
  {
    wallet: 'that signs with another of its accounts proves nothing',
    isForRelease: true,
    family: evm,
    fault: { does: 'change', on: 'sign', how: 'anotherAccount' },
    asked: 'sign',
    says: 'does not prove this account',
  },
  {
    wallet: 'that sends and says that it failed is not called unsent',
    family: evm,
    fault: { does: 'failAfter', on: 'send', code: -32603, message: 'Internal JSON-RPC error.' },
    asked: 'send',
    says: 'Unknown',
  },
  {
    wallet: 'that sends and answers nothing is not called unsent',
    isForRelease: true,
    family: near,
    fault: { ...nothing, on: 'send' },
    asked: 'send',
    says: 'Unknown',
  },
];

const asking = {
  async connect(page: Page, { family, says, fault }: Row) {
    await pick(page, family);
    if (fault.does !== 'fail') await approve(page);
    await whenSays(page, family, says);
  },
  async sign(page: Page, { family, says }: Row) {
    await askToSign(page, family);
    await approve(page);
    await whenSays(page, family, says);
  },
  async send(page: Page, { family, says }: Row) {
    await askToSend(page, family, family.accounts.Lantern, '0.001');
    await approve(page);
    await whenSend(page, family, says);
  },
};

const toStart = ({ family, isForRelease }: Row) => ({
  broken: family,
  ...(isForRelease && { isForRelease }),
});

for (const row of rows)
  faultTest(`a wallet ${row.wallet}`, toStart(row), async ({ page }) => {
    if (row.asked !== 'connect') await connect(page, row.family);
    await misbehave(page, row.family.id, row.fault);
    await asking[row.asked](page, row);
  });
