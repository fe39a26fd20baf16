import type { Locator, Page } from 'playwright-core';

/** The window in which a practice wallet asks. */
export function approval(page: Page, wallet = 'Practice Wallet'): Locator {
  return page.getByRole('dialog', { name: wallet, exact: true });
}

export async function approve(page: Page, wallet?: string): Promise<void> {
  await approval(page, wallet).getByRole('button', { name: 'Approve' }).click();
}

export async function reject(page: Page, wallet?: string): Promise<void> {
  await approval(page, wallet).getByRole('button', { name: 'Reject' }).click();
}
