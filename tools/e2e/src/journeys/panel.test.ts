import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { latestActivity } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { card, press, whenStatus } from '../page/card.ts';
import { connect } from '../page/connect.ts';
import { findViolations } from '../page/expect-readable.ts';
import { evm, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { openTeam } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Practice', exact: true });
const grid = (page: Page, title: string) =>
  panel(page)
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: new RegExp(`^${title}$`) }) });
const toggle = (page: Page, title: string, fault: string, name: string) =>
  grid(page, title)
    .getByRole('group', { name: fault, exact: true })
    .getByRole('button', { name, exact: true });
const told = (page: Page) => panel(page).getByRole('status');

describe('the practice panel', () => {
  test('breaks a network, and resets it', { tags: ['release'] }, async ({ journey }) => {
    const place = journey.keep(await openPlace('break-a-network'));
    const page = await journey.open({ url: place.url });
    await connect(page, evm);
    await connect(page, solana);
    await open(page, 'Network');
    const { title } = solana.networks[0];
    const isDown = toggle(page, 'Network', 'Is down', `Solana, ${title}`);
    expect(await findViolations(page)).toEqual([]);
    journey.expectProblems(/ERR_CONNECTION_RESET/);
    await isDown.press('Enter');
    await told(page).getByText(`${title}: changed.`).waitFor();
    await close(page);
    await trySend(page);
    await card(page, solana).getByText(`${title} did not answer`).waitFor();
    for (const family of [evm, solana]) await whenStatus(page, family, 'Connected');

    await open(page, 'Network');
    expect(await isDown.getAttribute('aria-pressed'), 'the panel shows what is on').toBe('true');
    await panel(page).getByRole('button', { name: 'Reset all' }).click();
    await told(page).getByText('Everything is as it should be').waitFor();
    await expect.poll(() => isDown.getAttribute('aria-pressed')).toBe('false');
    await close(page);
    await trySend(page);
    await approve(page);
    const line = await latestActivity(page, solana, 'sent');
    await line.getByText('Confirmed').waitFor();
  });
});

/** Whose servers can be broken, with a store of its own. */
const openPlace = async (name: string) => openTeamPlace(name, await openTeam(name), { isBreakable: true });

/** By the keyboard alone: the panel, and a grid of it. */
async function open(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Practice panel' }).press('Enter');
  const summary = grid(page, title).locator('summary');
  const isOpen = await grid(page, title).evaluate((fold) => fold.hasAttribute('open'));
  if (!isOpen) await summary.press('Enter');
}

async function close(page: Page): Promise<void> {
  await panel(page).press('Escape');
  await panel(page).waitFor({ state: 'hidden' });
}

async function trySend(page: Page): Promise<void> {
  await press(page, solana, 'Send');
  await page.getByLabel('Recipient').fill(solana.accounts.Lantern);
  await page.getByLabel('Amount').fill('0.1');
  await page.getByRole('button', { name: /^Continue in/ }).click();
}
