import { expect, it } from 'vitest';
import { otherWallet, wallet } from '../testing/facts.ts';
import { createFakeShell, fakeConfig } from '../testing/fake-shell.ts';
import { openPage } from '../testing/open-page.tsx';

const note = () => document.querySelector('aside');

it('offers practice to who has no wallet, and opens the dialog', async () => {
  const shell = createFakeShell();
  shell.store.publishWallets('evm', [wallet]);
  const page = await openPage(shell);
  expect(note()?.textContent).toContain('No wallet yet?');
  await page.press(document.body, 'Try practice wallets');
  expect(shell.given).toEqual(['choose evm']);
  await page.change(() => shell.store.publishWallets('evm', [wallet, otherWallet]));
  expect(note()?.textContent).toContain('This is for practice.');
  await page.close();
});

it('is absent where practice is not configured', async () => {
  const { practice: _, ...production } = fakeConfig;
  const page = await openPage(createFakeShell(production));
  expect(note()).toBeNull();
  await page.close();
});
