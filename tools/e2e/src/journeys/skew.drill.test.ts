import { contractVersion } from '@linkspan/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { latestActivity, readFields } from '../page/activity.ts';
import { card, press, readStatus, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, type Family, families, near, solana } from '../page/families.ts';
import { familyTest as test } from '../page/journey.ts';
import { signIn } from '../page/sign-in.ts';
import { recordAnswers } from '../place/record-answers.ts';
import { readConfig, type Site, type SiteConfig } from '../place/site.ts';
import { openTeam } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';
import { isSignedBy } from '../signature/verify-signature.ts';
import { deliverDeclared } from '../skew/deliver-declared.ts';
import { goLive, rotateRoot } from '../skew/go-live.ts';
import { goLiveWithFixture } from '../skew/go-live-with-fixture.ts';
import { openFixturePage, whenFixtureReady } from '../skew/open-fixture-page.ts';
import { type Age, contracts } from '../skew/page/contracts.ts';
import { signRelease } from '../skew/sign-release.ts';
import { useFixturePage } from '../skew/use-fixture-page.ts';

const whenUsable = whenFixtureReady;
const open: Site[] = [];
const pages = new Map<Age, Site>();

/** The address of a fixture page that has everyone's remotes. */
const addressOf = (age: Age) => pages.get(age)?.url ?? '';

beforeAll(async () => {
  for (const age of ['older', 'newer'] as const) pages.set(age, await openFixture(age, await readConfig()));
});

afterAll(async () => {
  for (const site of open) await site.close();
});

describe('today’s contract', () => {
  test('is between those of the fixture pages', () => {
    expect([contracts.older, contractVersion, contracts.newer]).toEqual(['1.0', '1.4', '1.5']);
  });
});

describe('a page of a newer contract', () => {
  for (const family of families)
    test(`connects, signs and disconnects with today’s ${family.remote}`, async ({ journey }) => {
      const page = await journey.open({ url: addressOf('newer'), whenUsable });
      // It refuses the balance, by a code that no remote of today knows.
      const whenRefused = () => page.locator('body[data-refused=balance]').waitFor();
      await useFixturePage(page, family, whenRefused);
    });
});

describe('a page of an older contract', () => {
  test('refuses today’s remotes on their cards, and asks for nothing but their documents', async ({
    journey,
  }) => {
    const page = await journey.open({ url: addressOf('older'), whenUsable });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await whenUsable(page);
    for (const family of families) {
      expect(await readStatus(page, family)).toBe('Unavailable');
      const reason = card(page, family).locator('[data-code="release/misfit-contract"]');
      expect(await reason.textContent()).toContain(
        'It was made for version 1.4 of what this page offers, and this page has 1.0.',
      );
      const ofRemote = asked.filter((url) => url.startsWith(family.origin));
      expect(ofRemote).toEqual([`${family.origin}/live.json`]);
    }
  });

  test('runs today’s remotes, once their builds declare that they need no more', {
    timeout: 300_000,
  }, async ({ journey }) => {
    const team = await openTeam('declared');
    await using place = await openTeamPlace('declared', team);
    const declared = { version: '0.3.0', contract: contracts.older, host: addressOf('older') };
    for (const { remote } of families) await deliverDeclared(team, remote, declared);
    const { url } = await openFixture('older', place.config, 'declared');
    const page = await journey.open({ url, whenUsable });
    for (const family of families) await useFixturePage(page, family);

    const today = await journey.open({ url: place.url });
    for (const { remote } of families)
      await today.getByText(`${remote} ${declared.version}`, { exact: true }).waitFor();
    await connect(today, evm);
    // Before its servers: what it loads after a connection would fail.
    await today.close();
  });
});

describe('today’s page', () => {
  test('runs a remote of an older contract, and refuses those of newer ones before it asks for their code', async ({
    journey,
  }) => {
    const team = await openTeam('contracts');
    await goLiveWithFixture(team, evm.remote, { contract: '1.0' });
    await goLiveWithFixture(team, solana.remote, { contract: '1.5' });
    await goLiveWithFixture(team, near.remote, { contract: '2.0' });
    await using place = await openTeamPlace('contracts', team);
    using record = recordAnswers();
    const page = await journey.open({ url: place.url });
    for (const [family, needs] of [[solana, '1.5'] as const, [near, '2.0'] as const])
      await expectRefused(page, family, {
        code: 'release/misfit-contract',
        words: `It was made for version ${needs} of what this page offers, and this page has 1.4.`,
      });

    await pick(page, evm, 'Fixture Wallet');
    await whenStatus(page, evm, 'Connected');
    await press(page, evm, 'Sign message');
    await page.getByLabel('Message', { exact: true }).fill('Ahoy');
    await page.getByRole('button', { name: /^Continue in/ }).click();
    const signed = await readFields(await latestActivity(page, evm, 'signed'));
    expect(signed).toMatchObject({ message: 'Ahoy', scheme: 'x-fixture', signature: 'Ahoy, signed' });
    await press(page, evm, 'Disconnect');
    await whenStatus(page, evm, 'Disconnected');

    const asked = (family: Family) => listAsked(record, place.originOf(family.remote));
    const code = ['/releases/9.0.0/discovery.js', '/releases/9.0.0/remote-entry.js'];
    expect(asked(evm)).toEqual(['/live.json', ...code, '/root.json']);
    for (const family of [solana, near]) expect(asked(family)).toEqual(['/live.json']);
  });

  test('refuses remotes that need libraries which it does not share, before it asks for their code', async ({
    journey,
  }) => {
    const team = await openTeam('libraries');
    await goLiveWithFixture(team, evm.remote, { shared: { react: '^18.0.0' } });
    await goLiveWithFixture(team, solana.remote, { shared: { react: '^20.0.0' } });
    await goLiveWithFixture(team, near.remote, { shared: { preact: '^10.0.0' } });
    await using place = await openTeamPlace('libraries', team);
    using record = recordAnswers();
    const page = await journey.open({ url: place.url });
    const words = [
      [evm, /It was made for react \^18\.0\.0, and this page has 19\.\d+\.\d+\./],
      [solana, /It was made for react \^20\.0\.0, and this page has 19\.\d+\.\d+\./],
      [near, 'It was made for preact ^10.0.0, and this page has none.'],
    ] as const;
    for (const [family, said] of words) {
      await expectRefused(page, family, { code: 'release/misfit-shared', words: said });
      expect(listAsked(record, place.originOf(family.remote))).toEqual(['/live.json']);
    }
  });

  test('explains a refusal whose code is newer than itself', async ({ journey }) => {
    const team = await openTeam('codes');
    await goLiveWithFixture(team, evm.remote, { contract: '1.0' });
    await using place = await openTeamPlace('codes', team);
    const page = await journey.open({ url: place.url });
    await pick(page, evm, 'Napping Wallet');
    await card(page, evm).getByText('Ethereum could not do this').waitFor();
    await card(page, evm).getByText('The reason (wallet/asleep) is newer than this page.').waitFor();
    await whenStatus(page, evm, 'Disconnected');
  });

  test('reads documents with fields that are newer than itself, under a root that has some too', async ({
    journey,
  }) => {
    const team = await openTeam('fields');
    await using place = await openTeamPlace('fields', team);
    const { remote } = evm;
    await rotateRoot(team, remote, { witness: { log: 'harbour' } });
    await goLive(team, remote, {
      manifest: { version: '0.9.9', licence: 'MIT' },
      release: { tide: 'high' },
      live: { root: 2, notices: ['Ahoy'] },
    });
    const page = await journey.open({ url: place.url });
    await card(page, evm).getByText(`${remote} 0.9.9`, { exact: true }).waitFor();
    await connect(page, evm);
    expect(await isSignedBy(await signIn(page, evm), evm.accounts.Harbour)).toBe(true);
  });
});

describe('publish', () => {
  test('refuses a release that no live page can run, and takes one that any of them can', async () => {
    const team = await openTeam('asked');
    const folder = await signRelease(team, solana.remote);
    const [older, newer] = [`--host ${addressOf('older')}`, `--host ${addressOf('newer')}`];
    await expect(team.run(`publish ${folder} ${older}`)).rejects.toThrow('command/no-host-fits');
    await expect(team.run(`publish ${folder} ${older}`)).rejects.toThrow(
      'it offers contract 1.0, and 1.4 is needed',
    );
    expect(await team.run(`publish ${folder} ${older} ${newer}`)).toMatchObject({ isWritten: true });
  });
});

async function openFixture(age: Age, config: SiteConfig, name: string = age): Promise<Site> {
  const site = await openFixturePage(age, config, name);
  open.push(site);
  return site;
}

/** What has been asked of an origin, each path once. */
function listAsked({ answers }: ReturnType<typeof recordAnswers>, of: string): readonly string[] {
  const paths = answers.filter(({ origin }) => origin === of).map(({ path }) => path);
  return [...new Set(paths)].sort();
}

/** The card of a family says why its remote was refused. */
async function expectRefused(
  page: Page,
  family: Family,
  { code, words }: { readonly code: string; readonly words: string | RegExp },
): Promise<void> {
  await whenStatus(page, family, 'Unavailable');
  await card(page, family).getByText(words).waitFor();
  expect(await card(page, family).locator('[data-field=failure]').textContent()).toContain(code);
}
