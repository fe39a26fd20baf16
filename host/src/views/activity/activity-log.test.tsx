// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Activity } from '../../shell.ts';
import { account, connect, sending, signingIn } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

const now = 1_790_000_000_000;
let shell: FakeShell;
let page: OpenPage;
const rows = () => [...page.region('Activity').querySelectorAll('li')];
const fieldOf = (row: Element | undefined, name: string) =>
  row?.querySelector(`[data-field=${name}]`)?.textContent;

const signedIn: Activity = {
  id: '1',
  family: 'near',
  at: now - 120_000,
  kind: 'signed',
  intent: { ...signingIn, account: 'near:practice:harbour.near' },
  signed: {
    account: 'near:practice:harbour.near',
    message: 'Sign in\nhere',
    scheme: 'nep413',
    signature: 'c2lnbmF0dXJl',
    publicKey: 'ed25519:key',
    nonce: 'bm9uY2U=',
    recipient: 'localhost',
  },
};
const sent: Activity = {
  id: '2',
  family: 'evm',
  at: now,
  kind: 'sent',
  intent: sending,
  transaction: '0xabc',
};

beforeEach(async () => {
  shell = createFakeShell();
  page = await openPage(shell, () => now);
});
afterEach(() => page.close());

it('says that there is nothing yet', () => {
  expect(page.region('Activity').textContent).toContain('Nothing yet');
});

it('shows a signature with all that is needed to verify it', async () => {
  await page.change(() => shell.activity.set([signedIn]));
  const [row] = rows();
  expect(row?.querySelector('summary')?.textContent).toBe('Signed in to localhost NEARSigned2 min. ago');
  for (const [name, value] of Object.entries((signedIn as Activity & { kind: 'signed' }).signed))
    expect(fieldOf(row, name)).toBe(value);
});

it('follows a send until it has landed or failed', async () => {
  await page.change(() => shell.activity.set([sent, signedIn]));
  const state = () => rows()[0]?.querySelector('[data-state]')?.textContent;
  expect(rows()[0]?.textContent).toContain('Sent to 0x7099…79C8');
  expect(rows()[0]?.textContent).toContain('−1.5 ETH');
  expect(fieldOf(rows()[0], 'transaction')).toBe('0xabc');
  expect(rows()[0]?.querySelector('a')?.href).toBe('https://explorer.invalid/0xabc');
  expect(state()).toBe('Sent');
  await page.change(() => connect(shell));
  const { lease } = shell.store.openLease('evm');
  await page.change(() => lease.publishConnection(shell.view.family('evm').connection.get()));
  const transfer = { transaction: '0xabc', from: account, to: sending.to, amount: sending.amount };
  await page.change(() => lease.publishTransfer({ ...transfer, state: 'landed' }));
  expect(state()).toBe('Landed');
  const failure = { code: 'network/reverted', context: { network: 'eip155:31337' } };
  await page.change(() => lease.publishTransfer({ ...transfer, state: 'failed', failure }));
  expect(state()).toBe('Failed The transaction failed on the network');
});

it('tells a screen reader what was done and what failed', async () => {
  const told = () => document.querySelector('[aria-live]')?.textContent;
  await page.change(() => shell.activity.set([sent]));
  expect(told()).toBe('Ethereum: sent.');
  const failure = { code: 'wallet/rejected', context: { wallet: 'Rabby' } };
  await page.change(() => shell.request('solana').set({ state: 'failed', failure }));
  expect(told()).toContain('Solana: You rejected the request in Rabby.');
});
