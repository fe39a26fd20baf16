import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signIn } from '../page/activity.ts';
import { advanceClock } from '../page/advance-clock.ts';
import { approval } from '../page/approval.ts';
import { card, press, readAccount, readStatus, whenStatus } from '../page/card.ts';
import { connect, connectAll, openDialog, walletDialog } from '../page/connect.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { lookAgain } from '../page/look-again.ts';
import { isMarked, markPage } from '../page/mark.ts';
import { readStatuses } from '../page/statuses.ts';
import { useBrowserThatKeepsPages } from '../page/use-browser.ts';
import { whenReady } from '../page/when-ready.ts';
import { readLiveDocument } from '../place/read-live.ts';
import { type Answer, recordAnswers } from '../place/record-answers.ts';
import { openTeam } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';
import { isSignedBy } from '../signature/verify-signature.ts';

const { remote } = solana;
const [former, version] = ['0.1.0', '0.1.1'];
/** What people read in the list of wallets. */
const [old, edited] = ['Phantom', 'Spectre'];
const minuteMs = 60_000;
const keepsPages = useBrowserThatKeepsPages();

describe('an update of one remote', () => {
  test('leaves an open page undisturbed, and is offered to it: a reload has it, with every wallet', async ({
    journey,
  }) => {
    const delivery = journey.keep(await openDelivery('offered'));
    const page = await journey.open({ url: delivery.url });
    await connectAll(page);
    await markPage(page);
    const before = await readScene(page);

    await delivery.promote();
    await lookAgain(page);
    const offer = page.getByRole('complementary', { name: 'A newer version is ready.' });
    await offer.getByText('Reload to use it.').waitFor();
    expect(await readScene(page)).toEqual(before);
    expect(await isSigning(page)).toBe(true);
    await whenListed(page, old);
    expect(await isMarked(page)).toBe(true);

    await offer.getByRole('button', { name: 'Reload' }).click();
    await whenRunning(page, version);
    for (const family of families) await whenStatus(page, family, 'Connected');
    await whenListed(page, edited);
    expect(await isSigning(page)).toBe(true);
    expect(await isMarked(page)).toBe(false);
    expect(await offer.isVisible()).toBe(false);
  });

  test('is what a new visitor and one who comes back have, who asks for nothing else again', {
    tags: ['release'],
  }, async ({ journey }) => {
    const delivery = journey.keep(await openDelivery('loaded'));
    const earlier = await journey.open({ url: delivery.url });
    await connectAll(earlier);
    // What signing needs is loaded once a wallet is connected.
    for (const family of families) await signIn(earlier, family);
    await earlier.close();
    await delivery.promote();
    const newcomer = await journey.open({ url: delivery.url });
    await whenRunning(newcomer, version);
    await whenListed(newcomer, edited);

    using record = recordAnswers();
    const page = await journey.open({ url: delivery.url, beside: earlier });
    for (const family of families) await whenStatus(page, family, 'Connected');
    await whenListed(page, edited);
    await page.locator('main[data-whole]').waitFor();
    const from = (origin: string) => listAnswers(record.answers, origin);
    const hasRoots = () =>
      families.every((family) => from(delivery.originOf(family.remote)).includes('304 /root.json'));
    await expect.poll(hasRoots).toBe(true);
    // Only what may change is asked about, and has not changed. Beside the page that is the practice's own module.
    expect(from(delivery.url)).toEqual(['304 /', '304 /blocked.json', '304 /practice/wallets.js']);
    for (const { remote } of [evm, near])
      expect(from(delivery.originOf(remote))).toEqual(['304 /live.json', '304 /root.json']);
    // The others have the addresses that they had.
    const own = from(delivery.originOf(remote));
    const files = own.filter((line) => line.includes('/releases/'));
    expect(own.filter((line) => !files.includes(line))).toEqual(['200 /live.json', '304 /root.json']);
    // What it imports later names it, and so has another address too.
    expect(files).toContainEqual(expect.stringMatching(/^200 \/releases\/files\/discovery-[\w-]{8}\.js$/));
  });

  test('is rolled back for whoever loads the page next, under a document that is newer still', {
    tags: ['release'],
  }, async ({ journey }) => {
    const delivery = journey.keep(await openDelivery('back'));
    await delivery.promote();
    const page = await journey.open({ url: delivery.url });
    await connect(page, solana);
    await whenRunning(page, version);
    const promoted = await delivery.readLive();

    await delivery.rollback();
    const newcomer = await journey.open({ url: delivery.url });
    await whenRunning(newcomer, former);
    await whenListed(newcomer, old);
    expect((await delivery.readLive()).version).toBeGreaterThan(promoted.version);

    await lookAgain(page);
    await page.getByRole('complementary', { name: 'Another version is live now.' }).waitFor();
    expect(await isSigning(page)).toBe(true);
    await page.reload();
    await whenRunning(page, former);
    await whenStatus(page, solana, 'Connected');
  });
});

describe('a withdrawal', () => {
  test('stops an open tab before its wallet is asked, within 60 seconds by the page’s clock', async ({
    journey,
  }) => {
    const delivery = journey.keep(await openDelivery('minute'));
    const page = await journey.open({ url: delivery.url });
    await connect(page, solana);
    await connect(page, evm);
    await delivery.withdraw();
    await advanceClock(page, minuteMs + 1_000);
    await press(page, solana, 'Sign in');
    await whenTaken(page);
    expect(await approval(page).count()).toBe(0);
    expect(await isSignedBy(await signIn(page, evm), evm.accounts.Harbour)).toBe(true);
  });

  test('stops every open tab as soon as it is looked at, whichever release it runs', {
    tags: ['release'],
  }, async ({ journey }) => {
    const delivery = journey.keep(await openDelivery('tabs'));
    await delivery.promote();
    const tabs = [await journey.open({ url: delivery.url })];
    await delivery.rollback();
    tabs.push(await journey.open({ url: delivery.url }));
    for (const tab of tabs) await connect(tab, solana);
    expect(await Promise.all(tabs.map(readRelease))).toEqual([`${remote}@0.1.1`, `${remote}@0.1.0`]);

    await delivery.withdraw();
    for (const tab of tabs) {
      await lookAgain(tab);
      await whenTaken(tab);
      expect(await listSigning(tab).count()).toBe(0);
      expect([await readStatus(tab, solana), await readAccount(tab, solana)]).toEqual([
        'Connected',
        solana.accounts.Harbour,
      ]);
    }
  });

  test('stops a page that comes back from the back-forward cache', {
    tags: ['release'],
  }, async ({ journey }) => {
    const delivery = journey.keep(await openDelivery('kept'));
    journey.expectProblems(/favicon\.ico/);
    const page = await journey.open({ url: delivery.url, browser: keepsPages() });
    await connect(page, solana);
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { isRestored: persisted }));
    });
    await page.goto(`${delivery.originOf(remote)}/live.json`);
    await delivery.withdraw();
    await page.evaluate(() => history.back());
    // A page that was kept is not loaded again.
    await page.waitForURL(`${delivery.url}/`, { waitUntil: 'commit' });
    const isRestored = () => page.evaluate(() => (globalThis as { isRestored?: boolean }).isRestored);
    await expect.poll(isRestored).toBe(true);
    await whenTaken(page);
    expect(await listSigning(page).count()).toBe(0);
  });
});

/** A page of a team's own, and an edited release of remote-solana published beside the one that is live. */
async function openDelivery(name: string) {
  const team = await openTeam(`delivery-${name}`);
  await team.publish(remote, { version, edit: { from: old, into: edited } });
  const run = (line: string) => team.run(`${line} ${team.by('machine')}`);
  return {
    ...(await openTeamPlace(`delivery-${name}`, team)),
    readLive: () => readLiveDocument(team.folderOf(remote)),
    promote: () => run(`promote ${remote} ${version}`),
    rollback: () => run(`rollback ${remote}`),
    withdraw: () => run(`withdraw ${remote}`),
  };
}

async function isSigning(page: Page): Promise<boolean> {
  return isSignedBy(await signIn(page, solana), solana.accounts.Harbour);
}

/** The card's buttons that ask a wallet for a signature. */
function listSigning(page: Page): Locator {
  return card(page, solana).getByRole('button', { name: /^(Sign|Send)/ });
}

/** Waits until the card of a connected wallet says that the release was taken back, and what still works. */
async function whenTaken(page: Page): Promise<void> {
  for (const text of [
    'Solana was taken back by its team',
    'Solana returns when they publish again. Your other wallets are not affected.',
    'You stay connected. Signing and sending are paused.',
  ])
    await card(page, solana).getByText(text).waitFor();
}

async function readRelease(page: Page): Promise<string> {
  return (await card(page, solana).getAttribute('data-release')) ?? '';
}

/** Where each card is, and all that its status has read since the page was loaded. */
async function readScene(page: Page) {
  const boxes = await Promise.all(families.map((family) => card(page, family).boundingBox()));
  const statuses = await Promise.all(families.map((family) => readStatuses(page, family)));
  return { boxes, statuses };
}

/** Waits until the page is loaded and the foot of the Solana card names the release. */
async function whenRunning(page: Page, wanted: string): Promise<void> {
  await whenReady(page);
  await page.locator(`section[data-release="${remote}@${wanted}"]`).waitFor();
}

/** The list of Solana's wallets has one of this name. */
async function whenListed(page: Page, name: string): Promise<void> {
  await openDialog(page);
  await walletDialog(page).getByText(name, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
}

function listAnswers(answers: readonly Answer[], origin: string): readonly string[] {
  return answers
    .filter((one) => one.origin === origin)
    .map(({ status, path }) => `${status} ${path}`)
    .sort();
}
