import { expect, it } from 'vitest';
import { account, connect, otherWallet, wallet, walletRef } from '../testing/facts.ts';
import { createFakeShell, type FakeShell, fakeConfig } from '../testing/fake-shell.ts';
import { openPage } from '../testing/open-page.tsx';

const returning = { status: 'reconnecting', wallet: walletRef, accounts: [account] } as const;
const note = () => document.querySelector('aside');

const release = { remote: 'remote-evm', version: '0.1.0' };
const list = (shell: FakeShell, ...families: readonly string[]) => {
  for (const family of families) shell.store.publishRemote(family, { stage: 'listed', release });
};

it('offers practice to who has no wallet, and opens the dialog', async () => {
  const shell = createFakeShell();
  list(shell, 'evm', 'solana', 'near');
  shell.store.publishWallets('evm', [wallet]);
  const page = await openPage(shell);
  expect(note()?.textContent).toContain('No wallet yet?');
  await page.press(document.body, 'Try practice wallets');
  expect(shell.given).toEqual(['choose evm']);
  await page.change(() => shell.store.publishWallets('evm', [wallet, otherWallet]));
  expect(note()?.textContent).toContain('This is for practice.');
  await page.close();
});

it.each([
  ['not all wallets are listed yet', (shell: FakeShell) => list(shell, 'evm', 'near')],
  ['one is connected', (shell: FakeShell) => connect(shell)],
  ['one comes back', (shell: FakeShell) => connect(shell, { ...returning })],
])('calls nobody a newcomer while %s', async (_what, prepare) => {
  const shell = createFakeShell();
  if (_what !== 'not all wallets are listed yet') list(shell, 'evm', 'solana', 'near');
  prepare(shell);
  const page = await openPage(shell);
  expect(note()?.textContent).toContain('This is for practice.');
  await page.close();
});

it('is absent where practice is not configured', async () => {
  const { practice: _, ...production } = fakeConfig;
  const page = await openPage(createFakeShell(production));
  expect(note()).toBeNull();
  await page.close();
});
