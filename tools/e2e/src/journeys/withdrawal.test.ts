import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { advanceClock } from '../page/advance-clock.ts';
import { approval } from '../page/approval.ts';
import { card, press, readAccount, readStatus, whenStatus } from '../page/card.ts';
import { connect } from '../page/connect.ts';
import { evm, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { lookAgain } from '../page/look-again.ts';
import { signIn } from '../page/sign-in.ts';
import { beginSpan } from '../page/span.ts';
import { startBrowser } from '../place/browser.ts';
import { type Recording, recordAnswers } from '../place/record-answers.ts';
import { openTeam } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';
import { isSignedBy } from '../signature/verify-signature.ts';

const { remote } = solana;
const minuteMs = 60_000;
const taken = {
  title: 'Solana support has been taken back by its team',
  advice: 'It will return when they publish it again. Your other wallets are not affected.',
  rest: 'Your account stays connected, but it cannot sign or send for now.',
};

describe('a withdrawal', { timeout: 120_000 }, () => {
  test('stops an open tab before its wallet is asked, within 60 seconds by the page’s clock', async ({
    journey,
  }) => {
    await using place = await openPlace('minute');
    const page = await journey.open({ url: place.url });
    await connect(page, solana);
    await connect(page, evm);
    using recording = recordAnswers();
    const countAsked = () => countDocuments(recording, place.originOf(remote));
    const checkedAt = await readClock(page);
    await lookAgain(page);
    await expect.poll(countAsked).toBe(1);
    await place.withdraw();
    const withdrawnAt = await readClock(page);

    await advanceTo(page, checkedAt + 0.8 * minuteMs);
    expect(await isSigning(page)).toBe(true);
    expect(countAsked()).toBe(1);

    await advanceTo(page, withdrawnAt + minuteMs);
    const tellStopped = beginSpan('pressed to refused, 60 s after the withdrawal by the page’s clock');
    await press(page, solana, 'Sign in');
    await whenTaken(page);
    tellStopped();
    expect(countAsked()).toBe(2);
    expect(await approval(page).count()).toBe(0);
    expect(await countSigned(page)).toBe(1);
    expect(await isSignedBy(await signIn(page, evm), evm.accounts.Harbour)).toBe(true);
  });

  test('stops every open tab as soon as it is looked at, whichever release it runs', async ({ journey }) => {
    await using place = await openPlace('tabs');
    const tabs = [await journey.open({ url: place.url })];
    await place.rollback();
    tabs.push(await journey.open({ url: place.url }));
    for (const tab of tabs) await connect(tab, solana);
    expect(await Promise.all(tabs.map(readRelease))).toEqual([`${remote} 0.1.1`, `${remote} 0.1.0`]);

    await place.withdraw();
    for (const tab of tabs) {
      const tellStopped = beginSpan('withdrawn to stopped, in a tab that is looked at again');
      await lookAgain(tab);
      await whenTaken(tab);
      tellStopped();
      expect(await listSigning(tab).count()).toBe(0);
      expect([await readStatus(tab, solana), await readAccount(tab, solana)]).toEqual([
        'Connected',
        solana.accounts.Harbour,
      ]);
    }
  });

  test('reaches who comes back and who is new: no wallet is asked, and the card says why', async ({
    journey,
  }) => {
    await using place = await openPlace('visitors');
    const earlier = await journey.open({ url: place.url });
    await connect(earlier, solana);
    await connect(earlier, evm);
    await earlier.close();
    await place.withdraw();
    const returned = await journey.open({ url: place.url, beside: earlier });
    for (const page of [returned, await journey.open({ url: place.url })]) {
      for (const text of [taken.title, taken.advice]) await card(page, solana).getByText(text).waitFor();
      expect(await listSigning(page).count()).toBe(0);
    }
    await whenStatus(returned, evm, 'Connected');
  });
});

describe('a withdrawal, in a browser that keeps pages it has left', { timeout: 120_000 }, () => {
  let browser: Browser;
  let end: () => Promise<void>;

  beforeAll(async () => {
    const server = await startBrowser({ keepsPages: true });
    end = () => server.close();
    browser = await chromium.connect(server.wsEndpoint());
  });
  afterAll(() => end?.());

  test('stops a page that comes back from the back-forward cache', async ({ journey }) => {
    await using place = await openPlace('kept');
    journey.expectProblems(/favicon\.ico/);
    const page = await journey.open({ url: place.url, browser });
    await connect(page, solana);
    expect(await isSigning(page)).toBe(true);
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { isRestored: persisted }));
    });
    await page.goto(`${place.originOf(remote)}/live.json`);
    await place.withdraw();
    const tellStopped = beginSpan('back from the back-forward cache to stopped');
    await page.evaluate(() => history.back());
    // A page that was kept is not loaded again.
    await page.waitForURL(`${place.url}/`, { waitUntil: 'commit' });
    expect(await readReturn(page)).toEqual({ isRestored: true, reasons: null });
    await whenTaken(page);
    tellStopped();
    expect(await listSigning(page).count()).toBe(0);
  });
});

/** A page of a team's own, on which a second release of remote-solana is live. */
async function openPlace(name: string) {
  const team = await openTeam(`withdrawn-${name}`);
  await team.deliver(remote, { version: '0.1.1', edit: { from: 'Phantom', into: 'Spectre' } });
  return {
    ...(await openTeamPlace(`withdrawn-${name}`, team)),
    rollback: () => team.run(`rollback ${remote} ${team.by('machine')}`),
    withdraw: () => team.run(`withdraw ${remote} ${team.by('machine')}`),
  };
}

const readClock = (page: Page) => page.evaluate(() => Date.now());

/** Sets the page's clock ahead, to milliseconds since 1970. */
async function advanceTo(page: Page, at: number): Promise<void> {
  await advanceClock(page, at - (await readClock(page)));
}

/** How often a remote's origin was asked for its live document. */
function countDocuments({ answers }: Recording, origin: string): number {
  return answers.filter((one) => one.origin === origin && one.path === '/live.json').length;
}

/** The card's buttons that ask a wallet for a signature. */
function listSigning(page: Page): Locator {
  return card(page, solana).getByRole('button', { name: /^(Sign|Send)/ });
}

async function isSigning(page: Page): Promise<boolean> {
  return isSignedBy(await signIn(page, solana), solana.accounts.Harbour);
}

/** How many signatures of Solana the page has shown since it was loaded. */
function countSigned(page: Page): Promise<number> {
  return page.locator(`[data-family=${solana.id}][data-kind=signed]`).count();
}

/** Waits until the card of a connected wallet says that the release was taken back, and what still stands. */
async function whenTaken(page: Page): Promise<void> {
  for (const text of Object.values(taken)) await card(page, solana).getByText(text).waitFor();
}

async function readRelease(page: Page): Promise<string> {
  return (await card(page, solana).locator('.card-foot .mono').textContent()) ?? '';
}

/** How the page was come back to, and why it was not kept where it was not. */
function readReturn(page: Page) {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    const { notRestoredReasons: reasons = null } = entry as PerformanceEntry & {
      notRestoredReasons?: unknown;
    };
    return { isRestored: (globalThis as { isRestored?: boolean }).isRestored, reasons };
  });
}
