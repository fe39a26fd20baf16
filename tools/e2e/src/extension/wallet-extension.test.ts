import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFixture, useSharedFixture } from '../attacks/fixture.ts';
import { latestActivity, readFields } from '../page/activity.ts';
import { press, readAccount, whenStatus } from '../page/card.ts';
import { pick } from '../page/connect.ts';
import { evm } from '../page/families.ts';
import { isSignedBy } from '../signature/verify-signature.ts';
import { openWithExtension, type WithExtension } from './open-with-extension.ts';

const shared = useSharedFixture();
let person: WithExtension;

beforeAll(async () => {
  person = await openWithExtension();
});

afterAll(async () => {
  await person?.[Symbol.asyncDispose]();
});

const ways = {
  'a content script in the page’s own world': 'World Wallet',
  'a script of the extension’s address': 'Script Wallet',
};

for (const [way, wallet] of Object.entries(ways))
  it(`a wallet that an extension puts into the page by ${way} connects and signs under all of it`, {
    tags: wallet === 'World Wallet' ? [] : ['release'],
  }, async () => {
    await using fixture = await openFixture(shared(), wallet.replace(' ', '-').toLowerCase());
    const page = await person.context.newPage();
    const response = await page.goto(fixture.url);
    expect(response?.headers()).toMatchObject(fixture.page.headers);
    await pick(page, evm, wallet);
    await whenStatus(page, evm, 'Connected');
    await press(page, evm, 'Sign message');
    await page.getByLabel('Message', { exact: true }).fill('Ahoy from an extension');
    await page.getByRole('button', { name: /^Continue in/ }).click();
    const signed = await readFields(await latestActivity(page, evm, 'signed'));
    expect(signed.message).toBe('Ahoy from an extension');
    expect(await isSignedBy(signed, await readAccount(page, evm))).toBe(true);
    // And the page has loosened nothing for it.
    expect(await page.evaluate(() => 'inlineRan' in globalThis)).toBe(false);
    await page.close();
  });
