import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { readChainBalance } from '../chain/read-balance.ts';
import { askToSend, latestActivity, readFields, send, whenSend } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { card, press, readBalance, whenStatus } from '../page/card.ts';
import { connect } from '../page/connect.ts';
import type { Family } from '../page/families.ts';
import type { Journey } from '../page/journey.ts';
import { misbehave } from '../page/practice-wallet.ts';
import { whenReady } from '../page/when-ready.ts';
import { isSignedBy } from '../signature/verify-signature.ts';

// What one test shows with one family, and the tests before a release with the others.

export const amounts = { evm: '0.011', solana: '0.012', near: '0.013' } as const;
const smallest = { evm: 11n * 10n ** 15n, solana: 12n * 10n ** 6n, near: 13n * 10n ** 21n } as const;
/** Nobody pays more than this for one transfer on these chains. */
const mostFee = { evm: 10n ** 15n, solana: 10_000n, near: 10n ** 21n } as const;

/** Returns what the recipient of all sends has. */
export const received = (family: Family) => readChainBalance(family, family.accounts.Lantern);

/** Sends to that recipient, and approves. */
export const sendOn = (page: Page, family: Family) =>
  send(page, family, family.accounts.Lantern, amounts[family.id]);

/** Signs a message, and verifies its signature without the page. */
export async function expectMessageSigned(page: Page, family: Family): Promise<void> {
  await connect(page, family);
  await press(page, family, 'Sign message');
  const text = `Ahoy from ${family.title}, ünïcode ✓`;
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: /^Continue in/ }).click();
  await approve(page);
  const signed = await readFields(await latestActivity(page, family, 'signed'));
  expect(signed.message).toBe(text);
  expect(await isSignedBy(signed, family.accounts.Harbour)).toBe(true);
  expect(await isSignedBy({ ...signed, message: `${text}.` }, family.accounts.Harbour)).toBe(false);
}

/** Signs in, verifies the signature without the page, and reads the text. EIP-4361, Sign-In With Solana and CAIP-122. */
export async function expectSignedIn(page: Page, family: Family): Promise<void> {
  await connect(page, family);
  await press(page, family, 'Sign in');
  await approve(page);
  const signed = await readFields(await latestActivity(page, family, 'signed'));
  expect(await isSignedBy(signed, family.accounts.Harbour)).toBe(true);
  const text = signed.message ?? '';
  const { host, origin } = new URL(page.url());
  const [opening, address] = text.split('\n');
  expect(opening).toBe(`${host} wants you to sign in with your ${family.title} account:`);
  expect(address).toBe(family.accounts.Harbour);
  expect(text).toContain(`\nURI: ${origin}`);
  expect(text).toMatch(/\nNonce: [0-9a-f]{32}\n/);
  const expires = Date.parse(/\nExpiration Time: (\S+)/.exec(text)?.[1] ?? '');
  expect(expires - Date.now()).toBeGreaterThan(0);
}

/** Sends, and compares what the chain has moved. */
export async function expectSent(page: Page, family: Family): Promise<void> {
  await connect(page, family);
  const { Harbour } = family.accounts;
  const amount = smallest[family.id];
  const before = { from: await readChainBalance(family, Harbour), to: await received(family) };
  await sendOn(page, family);
  const line = await whenSend(page, family, 'Confirmed');
  const after = { from: await readChainBalance(family, Harbour), to: await received(family) };
  expect(after.to - before.to).toBe(amount);
  expect(before.from - after.from).toBeGreaterThanOrEqual(amount);
  expect(before.from - after.from).toBeLessThan(amount + mostFee[family.id]);
  await expect.poll(() => readBalance(page, family)).toBe(after.from);
  expect((await readFields(line)).transaction).toMatch(/^\w{40,}$/);
}

/** Ends the page from one moment to the next, as a crash of its process does. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The answer never comes.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** Opens a send's line, and returns what it shows. */
export async function readLine(page: Page, family: Family, word: string) {
  const line: Locator = await whenSend(page, family, word);
  await line.locator('summary').click();
  return { line, fields: await readFields(line), text: await line.textContent() };
}

/** The page crashes after the approval, before the wallet has answered; the next page finds the send. */
export async function expectFoundAfterCrash(journey: Journey, family: Family): Promise<void> {
  const page = await journey.open();
  await connect(page, family);
  await misbehave(page, family.id, { does: 'hangAfter', on: 'approval' });
  const before = await received(family);
  await sendOn(page, family);
  await expect.poll(() => received(family)).toBe(before + smallest[family.id]);
  await crash(page);
  const later = await journey.open({ beside: page });
  const { fields, text } = await readLine(later, family, 'Confirmed');
  expect(fields.transaction).toMatch(/^\w{40,}$/);
  expect(text).toContain('from an earlier visit');
}

/** The page crashes before anybody has approved; the next page does not know, and says so. */
export async function expectUnknown(journey: Journey, family: Family): Promise<void> {
  const page = await journey.open();
  await connect(page, family);
  const before = await received(family);
  await askToSend(page, family, family.accounts.Lantern, amounts[family.id]);
  await crash(page);
  const later = await journey.open({ beside: page });
  const { text } = await readLine(later, family, 'Unknown');
  expect(text).toContain('Check your wallet before you send again');
  const said = card(later, family).getByText(/^It is not clear whether .* was sent/);
  await said.waitFor();
  await whenStatus(later, family, 'Connected');
  await press(later, family, 'I have checked my wallet');
  await said.waitFor({ state: 'detached' });
  expect(await received(family)).toBe(before);
}

/** The wallet sends something else than it was asked for; the page says so, also after a reload. */
export async function expectNotAsAsked(
  page: Page,
  family: Family,
  sends: 'more' | 'elsewhere',
): Promise<void> {
  await connect(page, family);
  const [{ Lantern, Pier }, before] = [family.accounts, await received(family)];
  await misbehave(page, family.id, { does: 'change', on: 'send', how: sends });
  await sendOn(page, family);
  for (const isLater of [false, true]) {
    if (isLater) await page.reload().then(() => whenReady(page));
    const { text } = await readLine(page, family, 'Different from your request');
    const paid = sends === 'more' ? Lantern : Pier;
    expect(text).toMatch(new RegExp(`Sent.* to ${paid}.*Asked.* to ${Lantern}`, 'is'));
    await card(page, family).getByText('Your wallet sent something different from your request').waitFor();
  }
  expect(await received(family)).toBe(before + (sends === 'more' ? 50n * smallest[family.id] : 0n));
}
