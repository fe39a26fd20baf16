import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { latestActivity } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { card, press, whenStatus } from '../page/card.ts';
import { connect } from '../page/connect.ts';
import { evm, solana } from '../page/families.ts';
import { findViolations } from '../page/find-violations.ts';
import { test } from '../page/journey.ts';
import { openTeam } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Break it', exact: true });
const summaryOf = (page: Page, part: string) =>
  panel(page).locator('summary', { hasText: new RegExp(`^${part}$`) });
/** A part has groups of the same names as another one. */
const group = (page: Page, part: string, name: string) =>
  panel(page)
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: new RegExp(`^${part}$`) }) })
    .getByRole('group', { name, exact: true });
const told = (page: Page) => panel(page).getByRole('status');

describe('the panel “Break it”', () => {
  test('breaks a chain, and repairs it', async ({ journey }) => {
    const place = journey.keep(await openPlace('break-a-chain'));
    const page = await journey.open({ url: place.url });
    await connect(page, evm);
    await connect(page, solana);
    await open(page, 'Chains');
    const { title } = solana.networks[0];
    const answers = group(page, 'Chains', `Solana, ${title}`).getByLabel('It answers');
    expect(await findViolations(page)).toEqual([]);
    journey.expectProblems(/ERR_CONNECTION_RESET/);
    await answers.selectOption('Down: no connection');
    await told(page).getByText(`${title}: changed.`).waitFor();
    await close(page);
    await trySend(page);
    await card(page, solana).getByText(`${title} did not answer`).waitFor();
    for (const family of [evm, solana]) await whenStatus(page, family, 'Connected');

    await open(page, 'Chains');
    expect(await answers.inputValue(), 'the panel shows what is on').toBe('down');
    await panel(page).getByRole('button', { name: 'Repair all chains' }).click();
    await told(page).getByText('All chains are as they should be.').waitFor();
    expect(await answers.inputValue()).toBe('soundly');
    await close(page);
    await trySend(page);
    await approve(page);
    const line = await latestActivity(page, solana, 'sent');
    await line.getByText('Confirmed as asked').waitFor();
  });
});

/** Whose servers can be broken, with a store of its own. */
const openPlace = async (name: string) => openTeamPlace(name, await openTeam(name), { isBreakable: true });

/** By the keyboard alone: the launcher, the panel, and the part of it. */
async function open(page: Page, part: string): Promise<void> {
  await page.getByRole('button', { name: 'Practice panel' }).press('Enter');
  const summary = summaryOf(page, part);
  const isOpen = await summary.locator('..').evaluate((fold) => fold.hasAttribute('open'));
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
