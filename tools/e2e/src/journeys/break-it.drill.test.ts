import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { latestActivity } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { card, press, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, near, solana } from '../page/families.ts';
import { findViolations } from '../page/find-violations.ts';
import { familyTest as test } from '../page/journey.ts';
import { whenReady } from '../page/when-ready.ts';
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

describe('the panel “Break it”', { timeout: 150_000 }, () => {
  test('breaks a chain, and repairs it', async ({ journey }) => {
    await using place = await openPlace('break-a-chain');
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
    await panel(page).getByRole('button', { name: 'Mend all chains' }).click();
    await told(page).getByText('All chains are as they should be.').waitFor();
    expect(await answers.inputValue()).toBe('soundly');
    await close(page);
    await trySend(page);
    await approve(page);
    const line = await latestActivity(page, solana, 'sent');
    await line.getByText('Confirmed as asked').waitFor();
  });

  test('breaks what a server sends and what a release does, and repairs both', async ({ journey }) => {
    await using place = await openPlace('break-a-remote');
    const page = await journey.open({ url: place.url });
    await connect(page, solana);
    await open(page, 'Remotes');
    await group(page, 'Remotes', 'NEAR').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await group(page, 'Remotes', 'NEAR')
      .getByLabel('Its connector comes')
      .selectOption('With one byte changed');
    await told(page).getByText('remote-near: changed.').waitFor();
    await group(page, 'Remotes', 'Ethereum')
      .getByLabel('Its code fails')
      .selectOption('When its connector starts');
    await told(page).getByText('remote-evm: changed.').waitFor({ timeout: 30_000 });
    expect(await group(page, 'Remotes', 'Ethereum').getByLabel('There').inputValue()).toBe('throws');
    journey.expectProblems(/loader\/(altered|broken)/, /integrity/i);
    await loadAgain(page);

    await whenStatus(page, solana, 'Connected');
    await pick(page, near);
    await approve(page);
    await card(page, near).getByText('NEAR support was not loaded, to keep you safe').waitFor();
    await pick(page, evm);
    await approve(page);
    await card(page, evm).getByText('Ethereum support could not be started').waitFor();

    await open(page, 'Remotes');
    await panel(page).getByRole('button', { name: 'Mend all remotes' }).click();
    await told(page).getByText('All remotes are as they should be').waitFor({ timeout: 30_000 });
    await loadAgain(page);
    // Both wallets have agreed before: it was their remotes that failed.
    for (const family of [evm, near]) {
      await pick(page, family);
      await whenStatus(page, family, 'Connected');
    }
    await whenStatus(page, solana, 'Connected');
  });
});

describe('on a phone, the panel “Break it”', { timeout: 150_000 }, () => {
  test('brings into view what is opened in it, and its launcher covers no text of a card', async ({
    journey,
  }) => {
    await using place = await openPlace('break-on-a-phone');
    const page = await journey.open({ url: place.url, viewport: { width: 390, height: 844 } });
    const launcher = await page.getByRole('button', { name: 'Practice panel' }).boundingBox();
    for (const family of [evm, solana, near]) {
      const status = await card(page, family).getByRole('status').boundingBox();
      expect((status?.x ?? 0) + (status?.width ?? 0)).toBeLessThanOrEqual(launcher?.x ?? 0);
    }
    await page.getByRole('button', { name: 'Practice panel' }).press('Enter');
    // One after the other, the lowest first: each begins below the fold.
    for (const part of ['Remotes', 'Chains']) {
      // By its own click: the driver's would scroll by itself.
      await summaryOf(page, part).evaluate((summary: HTMLElement) => summary.click());
      await group(page, part, part === 'Chains' ? `Solana, ${solana.networks[0].title}` : 'NEAR').waitFor();
      await expect.poll(() => isAtTop(page, part)).toBe(true);
    }
  });
});

/** Whether the opened part begins where what the panel shows begins. */
async function isAtTop(page: Page, part: string): Promise<boolean> {
  const [begin, shown] = await Promise.all([
    summaryOf(page, part).boundingBox(),
    panel(page).getByRole('group', { name: 'What can be broken' }).boundingBox(),
  ]);
  return begin !== null && shown !== null && begin.y >= shown.y - 1 && begin.y < shown.y + 60;
}

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

async function loadAgain(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await panel(page).getByRole('button', { name: 'Load the page again' }).press('Enter');
  await loaded;
  await whenReady(page);
}

async function trySend(page: Page): Promise<void> {
  await press(page, solana, 'Send');
  await page.getByLabel('Recipient').fill(solana.accounts.Lantern);
  await page.getByLabel('Amount').fill('0.1');
  await page.getByRole('button', { name: /^Continue in/ }).click();
}
