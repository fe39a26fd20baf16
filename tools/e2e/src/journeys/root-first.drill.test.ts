import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signIn } from '../page/activity.ts';
import { approval } from '../page/approval.ts';
import { card } from '../page/card.ts';
import { connect } from '../page/connect.ts';
import { evm, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { lookAgain } from '../page/look-again.ts';
import { openTeam } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';
import { isSignedBy } from '../signature/verify-signature.ts';

const { remote } = solana;
const revoked = 'Its team has revoked version 0.1.1.';

describe('a root that revokes what is live', { timeout: 120_000 }, () => {
  test('that comes first stops open tabs and new pages, though what is live names no newer root', async ({
    journey,
  }) => {
    const place = journey.keep(await openPlace('root-first'));
    const open = await journey.open({ url: place.url });
    await connect(open, solana);
    expect(await isSignedBy(await signIn(open, solana), solana.accounts.Harbour)).toBe(true);

    await expect(place.publishRoot()).rejects.toThrow('command/root-stops-live');
    await place.publishRoot('--while-live');
    await expect(place.team.run(`refresh ${remote} ${place.by}`)).rejects.toThrow('command/live-refused');
    await lookAgain(open);
    await whenRevoked(open);
    expect(await approval(open).count()).toBe(0);

    // It has not seen that root: it lists its wallets, then learns of it.
    const fresh = await journey.open({ url: place.url });
    await connect(fresh, evm);
    await whenRevoked(fresh);

    await place.team.run(`rollback ${remote} ${place.by}`);
    const after = await journey.open({ url: place.url });
    await connect(after, solana);
    expect(await isSignedBy(await signIn(after, solana), solana.accounts.Harbour)).toBe(true);
  });

  test('that comes after a withdrawal keeps the release from coming back', async ({ journey }) => {
    const place = journey.keep(await openPlace('withdrawn-first'));
    const open = await journey.open({ url: place.url });
    await connect(open, solana);
    await place.team.run(`withdraw ${remote} ${place.by}`);
    await place.publishRoot();
    await lookAgain(open);
    await whenRevoked(open);
    await expect(place.team.run(`promote ${remote} 0.1.1 ${place.by}`)).rejects.toThrow('release/revoked');
    await place.team.run(`refresh ${remote} ${place.by}`);
    const fresh = await journey.open({ url: place.url });
    await card(fresh, solana).getByText('Solana was taken back by its team').waitFor();
  });
});

/** A page of a team's own, on which 0.1.1 of remote-solana is live, and a root that revokes it is signed. */
async function openPlace(name: string) {
  const team = await openTeam(name);
  await team.deliver(remote, { version: '0.1.1', edit: { from: 'Phantom', into: 'Spectre' } });
  const { file } = await team.run<{ file: string }>(
    `root change ${remote} --revoke 0.1.1 ${team.by('person')}`,
  );
  return {
    ...(await openTeamPlace(name, team)),
    team,
    by: team.by('machine'),
    publishRoot: (option = '') => team.run(`root publish ${file} ${option}`.trim()),
  };
}

/** Waits until the card says that the release was revoked, and nothing is left to sign with. */
async function whenRevoked(page: Page): Promise<void> {
  await card(page, solana).getByText(revoked).waitFor();
  await expect
    .poll(() =>
      card(page, solana)
        .getByRole('button', { name: /^(Sign|Send)/ })
        .count(),
    )
    .toBe(0);
}
