import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { card, whenStatus } from '../page/card.ts';
import { connect, connectAll, openDialog, walletDialog } from '../page/connect.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { lookAgain } from '../page/look-again.ts';
import { isMarked, markPage } from '../page/mark.ts';
import { signIn } from '../page/sign-in.ts';
import { beginSpan } from '../page/span.ts';
import { readStatuses } from '../page/statuses.ts';
import { whenReady } from '../page/when-ready.ts';
import { buildSource } from '../place/build-source.ts';
import { readLiveDocument } from '../place/read-live.ts';
import { listChanged, readPrints } from '../place/read-prints.ts';
import { type Answer, recordAnswers } from '../place/record-answers.ts';
import { siteFolder } from '../place/stack.ts';
import { openTeam } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';
import { isSignedBy } from '../signature/verify-signature.ts';

const { remote } = solana;
const [former, version] = ['0.1.0', '0.1.1'];
/** What people read in the list of wallets. */
const [old, edited] = ['Phantom', 'Spectre'];
const edit = { file: 'src/catalog.ts', from: `name: '${old}'`, into: `name: '${edited}'` };

/** The folder of the release that the tests deliver. */
let release: string;
/** What was built of the house before that release was. */
let house: ReadonlyMap<string, string>;

beforeAll(async () => {
  house = await readHouse();
  const team = await openTeam('builder');
  const tellBuilt = beginSpan('release build, from an edited source');
  release = await buildSource(team, { remote, version, edit });
  tellBuilt();
  const tellChecked = beginSpan('release check, in a real browser');
  await team.run(`check ${release}`);
  tellChecked();
}, 300_000);

describe('an update of one remote', { timeout: 120_000 }, () => {
  test('leaves an open page undisturbed, and is offered to it: a reload has it, with every wallet', async ({
    journey,
  }) => {
    await using delivery = await openDelivery('offered');
    const page = await journey.open({ url: delivery.url });
    await connectAll(page);
    await expectSigning(page);
    await markPage(page);
    const before = await readScene(page);

    const tellOffered = beginSpan('promote to offered, on a page that is looked at again');
    await delivery.promote();
    await lookAgain(page);
    const offer = page.getByRole('complementary', { name: 'A newer version is ready.' });
    await offer.getByText('Reload to use it for Solana.').waitFor();
    tellOffered();
    expect(await readScene(page)).toEqual(before);
    await expectSigning(page);
    await whenListed(page, old);
    expect(await isMarked(page)).toBe(true);

    await offer.getByRole('button', { name: 'Reload' }).click();
    await whenServedBy(page, version);
    for (const family of families) await whenStatus(page, family, 'Connected');
    await whenListed(page, edited);
    await expectSigning(page);
    expect(await isMarked(page)).toBe(false);
    expect(await offer.isVisible()).toBe(false);
  });

  test('is what a new visitor and one who comes back have, who asks for nothing else again', async ({
    journey,
  }) => {
    await using delivery = await openDelivery('loaded');
    const earlier = await journey.open({ url: delivery.url });
    await connectAll(earlier);
    // What signing needs is loaded once a wallet is connected.
    await earlier.waitForLoadState('networkidle');
    await earlier.close();
    const tellLoaded = beginSpan('promote to a loaded page that has it');
    await delivery.promote();
    const newcomer = await journey.open({ url: delivery.url });
    await whenServedBy(newcomer, version);
    tellLoaded();
    await whenListed(newcomer, edited);

    using record = recordAnswers();
    const page = await journey.open({ url: delivery.url, beside: earlier });
    for (const family of families) await whenStatus(page, family, 'Connected');
    await whenListed(page, edited);
    await page.waitForLoadState('networkidle');
    const from = (origin: string) => listAnswers(record.answers, origin);
    // Only what may change is asked about, and has not changed. Beside the page that is the practice's own module.
    expect(from(delivery.url)).toEqual(['304 /', '304 /practice/wallets.js']);
    for (const { remote } of [evm, near])
      expect(from(delivery.originOf(remote))).toEqual(['304 /live.json', '304 /root.json']);
    // The others have the addresses that they had.
    expect(from(delivery.originOf(remote))).toEqual([
      '200 /live.json',
      expect.stringMatching(/^200 \/releases\/files\/discovery-[\w-]{8}\.js$/),
      '304 /root.json',
    ]);
    const bytes = record.answers.reduce((sum, answer) => sum + answer.bytes, 0);
    console.info(`What one who comes back fetches after an edit of one text: ${bytes} bytes, not compressed`);
  });

  test('builds and rewrites nothing of the host, of its page and of the other remotes', async () => {
    await using delivery = await openDelivery('alone');
    await delivery.promote();
    expect(listChanged(house, await readHouse())).toEqual([]);
  });

  test('is rolled back for whoever loads the page next, under a document that is newer still', async ({
    journey,
  }) => {
    await using delivery = await openDelivery('back');
    await delivery.promote();
    const page = await journey.open({ url: delivery.url });
    await connect(page, solana);
    await whenServedBy(page, version);
    const promoted = await delivery.readLive();

    const tellBack = beginSpan('rollback to a loaded page that has the old one');
    await delivery.rollback();
    const newcomer = await journey.open({ url: delivery.url });
    await whenServedBy(newcomer, former);
    tellBack();
    await whenListed(newcomer, old);
    expect((await delivery.readLive()).version).toBeGreaterThan(promoted.version);

    await lookAgain(page);
    await page.getByRole('complementary', { name: 'Another version is live now.' }).waitFor();
    expect(await isSignedBy(await signIn(page, solana), solana.accounts.Harbour)).toBe(true);
    await page.reload();
    await whenServedBy(page, former);
    await whenStatus(page, solana, 'Connected');
    await whenListed(page, old);
  });
});

/** A page of a team's own, and the edited release published beside the one that is live. */
async function openDelivery(name: string) {
  const team = await openTeam(name);
  await cp(release, join(team.folder, 'edited'), { recursive: true });
  await team.run(`sign edited ${team.by('person')}`);
  await team.run('publish edited');
  const place = await openTeamPlace(name, team);
  return {
    ...place,
    readLive: () => readLiveDocument(team.folderOf(remote)),
    promote: () => team.run(`promote ${remote} ${version} ${team.by('machine')}`),
    rollback: () => team.run(`rollback ${remote} ${team.by('machine')}`),
  };
}

async function expectSigning(page: Page): Promise<void> {
  for (const family of families)
    expect(await isSignedBy(await signIn(page, family), family.accounts.Harbour)).toBe(true);
}

/** Where each card stands, and all that its status has read since the page was loaded. */
async function readScene(page: Page) {
  const boxes = await Promise.all(families.map((family) => card(page, family).boundingBox()));
  const statuses = await Promise.all(families.map((family) => readStatuses(page, family)));
  return { boxes, statuses };
}

/** Waits until the page is loaded and the foot of the Solana card names the release. */
async function whenServedBy(page: Page, wanted: string): Promise<void> {
  await whenReady(page);
  await card(page, solana).getByText(`${remote} ${wanted}`, { exact: true }).waitFor();
}

/** The list of Solana's wallets has one of this name. */
async function whenListed(page: Page, name: string): Promise<void> {
  await openDialog(page);
  await walletDialog(page).getByRole('group', { name: 'Solana' }).getByText(name, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
}

function listAnswers(answers: readonly Answer[], origin: string): readonly string[] {
  return answers
    .filter((one) => one.origin === origin)
    .map(({ status, path }) => `${status} ${path}`)
    .sort();
}

/** All that is built of the host, of the other remotes, and of the page that everyone has. */
async function readHouse(): Promise<ReadonlyMap<string, string>> {
  const built = ['host', evm.remote, near.remote, remote].map((part) => join(root, part, 'dist'));
  const prints = [...built, siteFolder].map(async (folder) => {
    const files = await readPrints(folder);
    return [...files].map(([path, print]) => [`${folder}/${path}`, print] as const);
  });
  return new Map((await Promise.all(prints)).flat());
}
