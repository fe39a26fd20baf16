import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { whenSend } from '../page/activity.ts';
import { approval } from '../page/approval.ts';
import { card, whenStatus } from '../page/card.ts';
import { walletButton, walletDialog } from '../page/connect.ts';
import { evm, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { hasFocus, tabTo } from '../page/keyboard.ts';

/** What a screen reader is given, by the keyboard alone: kept, so that a change of it is read. */
test('connecting, signing in, receiving and sending are told to those who cannot see the page', async ({
  journey,
}) => {
  const page = await journey.open();
  const told = createTranscript(page);
  // The dialog, which is still closed, knows that no wallet is installed.
  await page.locator('.wallets-practice:not([hidden])').waitFor({ state: 'attached' });
  await tabTo(page, page.getByRole('button', { name: 'Connect wallet', exact: true }));
  await page.keyboard.press('Enter');
  await walletDialog(page)
    .getByRole('button', { name: /^Practice Wallet, NEAR/ })
    .waitFor();
  await told('Connect wallet: the dialog', walletDialog(page));
  await tabTo(page, walletButton(page, evm));
  await page.keyboard.press('Enter');
  await approval(page).waitFor();
  await told('Practice Wallet, Ethereum: the card waits', card(page, evm));
  await approve(page);
  await whenStatus(page, evm, 'Connected');
  await expect.poll(() => hasFocus(card(page, evm))).toBe(true);
  await card(page, evm).locator('[data-field=balance]').waitFor();
  await told('Approved: the card', card(page, evm));
  await told.keep('connect');

  await tabTo(page, card(page, evm).getByRole('button', { name: 'More' }));
  await page.keyboard.press('Enter');
  await told('More: the menu', card(page, evm));
  await tabTo(page, card(page, evm).getByRole('button', { name: 'Sign in' }));
  await page.keyboard.press('Enter');
  await approval(page).waitFor();
  await told('Sign in: the card waits', card(page, evm));
  await approve(page);
  await activity(page).getByText('Signed a sign-in message').waitFor();
  await told('Approved: the activity', activity(page));
  await told.keep('sign-in');

  await tabTo(page, card(page, evm).getByRole('button', { name: 'Receive' }));
  await page.keyboard.press('Enter');
  const receive = page.getByRole('dialog', { name: 'Receive ETH' });
  await receive.getByRole('img').waitFor();
  await told('Receive: the address', receive);
  await page.keyboard.press('Escape');
  await told.keep('receive');

  await tabTo(page, card(page, evm).getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Send ETH' });
  await form.waitFor();
  await tabTo(page, page.getByLabel('Recipient'));
  await page.keyboard.press('Enter');
  await form.getByText('Enter a recipient').waitFor();
  await told('Send, with nothing entered: the form', form);
  await page.keyboard.type(evm.accounts.Pier);
  await tabTo(page, page.getByLabel('Amount'));
  await page.keyboard.type('1');
  await form.getByText(/^about /).waitFor();
  await told('A recipient and an amount: the form', form);
  await page.keyboard.press('Enter');
  await approval(page).waitFor();
  await told('Continue: the card waits', card(page, evm));
  await approve(page);
  await whenSend(page, evm, 'Confirmed');
  await told('Approved: the card', card(page, evm));
  await told('Approved: the activity', activity(page));
  await told.keep('send');
});

test('a wallet that rejects is told, and what can be done', async ({ journey }) => {
  const page = await journey.open();
  const told = createTranscript(page);
  for (const [family, wait] of [
    [solana, 'Solana'],
    [near, 'NEAR'],
  ] as const) {
    await tabTo(
      page,
      card(page, family).getByRole('button', { name: `Connect ${wait} with Practice Wallet` }),
    );
    await page.keyboard.press('Enter');
    await tabTo(page, approval(page).getByRole('button', { name: 'Reject' }));
    await page.keyboard.press('Enter');
    await card(page, family).getByText('You said no').waitFor();
    await told(`Rejected: the card of ${wait}`, card(page, family));
  }
  await told.keep('reject');
});

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' });

async function approve(page: Page): Promise<void> {
  await tabTo(page, approval(page).getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
}

/** Writes down what has the focus, what is announced and what a region holds, and keeps it beside this file. */
function createTranscript(page: Page) {
  let text = '';
  const tell = async (step: string, region: Locator) => {
    const announced = await page
      .locator('[aria-live]:not([aria-live=off]), [role=status], [role=alert]')
      .allInnerTexts();
    const focus = await page.evaluate(() => {
      const { activeElement } = document;
      const [label] = (activeElement as HTMLInputElement | null)?.labels ?? [];
      return activeElement?.ariaLabel ?? ((label ?? activeElement)?.textContent || activeElement?.id);
    });
    text += `# ${step}\nfocus: ${focus}\nannounced: ${announced.filter(Boolean).join(' | ')}\n${await region.ariaSnapshot()}\n\n`;
  };
  tell.keep = async (name: string) => {
    // Other journeys change what the accounts have.
    const steady = text
      .replaceAll(/\b\d[\d,.]+(?= ETH)/g, 'SOME')
      .replaceAll(/:\d{4,5}\b/g, ':0')
      .replaceAll(/(?<=definition: )(\w{4} ){7}\w{4}$/gm, 'NONCE')
      .replaceAll(/(?<=definition: ).*\b[AP]M$/gm, 'TIME');
    await expect(steady).toMatchFileSnapshot(`transcripts/${name}.txt`);
    text = '';
  };
  return tell;
}
