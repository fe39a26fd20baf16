import { expect } from 'vitest';
import { latestActivity, readFields } from '../page/activity.ts';
import { card, press, whenStatus } from '../page/card.ts';
import { pick } from '../page/connect.ts';
import { evm, type Family, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { recordAnswers } from '../place/record-answers.ts';
import { openTeam } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';
import { goLiveWithFixture } from '../skew/go-live-with-fixture.ts';

test('a remote of this contract runs; one of a newer contract, and one for another React, are refused before their code is asked for', async ({
  journey,
}) => {
  const team = await openTeam('contracts');
  await goLiveWithFixture(team, evm.remote, { contract: '2.0' });
  await goLiveWithFixture(team, solana.remote, { contract: '3.0' });
  await goLiveWithFixture(team, near.remote, { shared: { react: '^18.0.0' } });
  const place = journey.keep(await openTeamPlace('contracts', team));
  using record = recordAnswers();
  const page = await journey.open({ url: place.url });
  for (const [family, code, words] of [
    [solana, 'release/misfit-contract', /does not fit this version of the page/],
    [near, 'release/misfit-shared', /does not fit this version of the page/],
  ] as const) {
    await whenStatus(page, family, 'Unavailable');
    await card(page, family).getByText(words).waitFor();
    expect(await card(page, family).locator('[data-field=failure]').textContent()).toContain(code);
  }

  await pick(page, evm, 'Fixture Wallet');
  await whenStatus(page, evm, 'Connected');
  await press(page, evm, 'Sign message');
  await page.getByLabel('Message', { exact: true }).fill('Ahoy');
  await page.getByRole('button', { name: /^Continue in/ }).click();
  const signed = await readFields(await latestActivity(page, evm, 'signed'));
  expect(signed).toMatchObject({ message: 'Ahoy', scheme: 'x-fixture', signature: 'Ahoy, signed' });

  const asked = ({ remote }: Family) =>
    record.answers.filter(({ origin }) => origin === place.originOf(remote)).map(({ path }) => path);
  for (const family of [solana, near]) expect([...new Set(asked(family))]).toEqual(['/live.json']);
  expect(asked(evm)).toContain('/releases/9.0.0/remote-entry.js');
});
