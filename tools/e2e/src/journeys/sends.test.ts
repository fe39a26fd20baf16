import { changeFaults } from '@linkspan/practice/bench';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { openEvmHand } from '../chain/evm-hand.ts';
import { ask, readChainBalance } from '../chain/read-balance.ts';
import { readFields } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { card, press, whenStatus } from '../page/card.ts';
import { connect } from '../page/connect.ts';
import { evm, type Family, families, solana } from '../page/families.ts';
import { familyTest, type Journey, test } from '../page/journey.ts';
import { changeWallet } from '../page/practice-wallet.ts';
import { againButton, askToSend, send, whenSend } from '../page/send.ts';
import { whenReady } from '../page/when-ready.ts';
import { inTurn } from '../place/part.ts';
import { addresses } from '../place/stack.ts';

const amounts = { evm: '0.011', solana: '0.012', near: '0.013' } as const;
const smallest = { evm: 11n * 10n ** 15n, solana: 12n * 10n ** 6n, near: 13n * 10n ** 21n } as const;
/** More slots than a blockhash is valid for. */
const slotsUntilExpired = 310;
/** More blocks than anvil takes back. */
const blocksUntilFinal = 70;

const hand = openEvmHand(evm.networks[0].rpcUrl);

afterEach(async () => {
  await hand.automine(true);
  await hand.mine(1);
});

const lantern = (family: Family) => family.accounts.Lantern;
const received = async (family: Family) => readChainBalance(family, lantern(family));
const sendOn = (page: Page, family: Family) => send(page, family, lantern(family), amounts[family.id]);

const skipSlots = () => ask(solana.networks[0].rpcUrl, 'practice_skipSlots', [slotsUntilExpired]);

/** The page is gone from one moment to the next, as with a crash of its process. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The answer never comes.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** The browser without its page, and the person who comes back later. */
async function openLater(journey: Journey, beside: Page): Promise<Page> {
  const page = await journey.open({ beside });
  return page;
}

/** Opens the line; returns what it shows. */
async function readLine(page: Page, family: Family, word: string) {
  const line = await whenSend(page, family, word);
  await line.locator('summary').click();
  return { line, fields: await readFields(line), text: await line.textContent() };
}

describe('a send whose page is gone before the wallet has answered', () => {
  for (const [end, leave] of [
    ['a reload', (page: Page) => page.reload()],
    ['a crash', crash],
  ] as const)
    for (const family of inTurn(families))
      familyTest(`is found as landed after ${end}, with ${family.title}`, async ({ journey }) => {
        const page = await journey.open();
        await connect(page, family);
        await changeWallet(page, { wallet: family.id, switches: { hangsAfterApproval: true } });
        const before = await received(family);
        await sendOn(page, family);
        await expect.poll(() => received(family)).toBe(before + smallest[family.id]);
        await leave(page);
        const later = end === 'a crash' ? await openLater(journey, page) : page;
        if (later === page) await whenReady(page);
        const { line, fields, text } = await readLine(later, family, 'Confirmed as asked');
        expect(fields.transaction).toMatch(/^\w{40,}$/);
        expect(text).toContain('before this page');
        expect(await againButton(line).count()).toBe(0);
      });

  for (const family of inTurn(families))
    familyTest(
      `is not known where nobody had approved, and not offered again, with ${family.title}`,
      async ({ journey }) => {
        const page = await journey.open();
        await connect(page, family);
        const before = await received(family);
        await askToSend(page, family, lantern(family), amounts[family.id]);
        await crash(page);
        // However late: what is approved in the prompt then has a new blockhash.
        if (family === solana) await skipSlots();
        const later = await openLater(journey, page);
        const { line, text } = await readLine(later, family, 'Unknown');
        expect(text).toContain('Look in your wallet before you send again');
        expect(await againButton(line).count()).toBe(0);
        const told = card(later, family).getByText(/^We cannot tell whether .* was sent to/);
        await told.waitFor();
        await whenStatus(later, family, 'Connected');
        await press(later, family, 'Dismiss');
        await told.waitFor({ state: 'detached' });
        expect(await received(family)).toBe(before);
      },
    );
});

describe('a wallet that sends something else than it was asked for', () => {
  const elsewhere = { evm: 'more', solana: 'elsewhere', near: 'more' } as const;

  for (const family of inTurn(families))
    familyTest(`is told so, also after a reload, with ${family.title}`, async ({ journey }) => {
      const page = await journey.open();
      await connect(page, family);
      const [sends, before] = [elsewhere[family.id], await received(family)];
      await changeWallet(page, { wallet: family.id, switches: { sends } });
      await sendOn(page, family);
      for (const isLater of [false, true]) {
        if (isLater) await page.reload().then(() => whenReady(page));
        const { text } = await readLine(page, family, 'Not as asked');
        const told = text?.toLowerCase();
        expect(told).toContain(`to ${lantern(family).toLowerCase()}. instead, `);
        const paid = sends === 'more' ? lantern(family) : family.accounts.Pier;
        expect(told).toMatch(new RegExp(`instead, .* to ${paid.toLowerCase()}\\.`));
        expect(text).not.toContain('Sent to');
        await card(page, family).getByText('Your wallet sent something else than you asked for').waitFor();
      }
      const gained = sends === 'more' ? 50n * smallest[family.id] : 0n;
      expect(await received(family)).toBe(before + gained);
    });
});

describe('a send that its cluster has lost', () => {
  const forget = (forgets: boolean) =>
    changeFaults(addresses.chains.solana.url, { [solana.networks[0].id]: { forgets } });

  afterEach(() => forget(false));

  test('has expired, and is sent again once, with Solana', async ({ journey }) => {
    const page = await journey.open();
    await connect(page, solana);
    const before = await received(solana);
    await forget(true);
    await sendOn(page, solana);
    await whenSend(page, solana, 'Submitted');
    await forget(false);
    await skipSlots();
    const expired = card(page, solana).getByText(/^Your send of .* has expired/);
    await expired.waitFor();
    await page.reload();
    await whenReady(page);
    await expired.waitFor();
    await whenStatus(page, solana, 'Connected');
    await press(page, solana, 'Send again');
    expect(await page.getByLabel('Recipient').inputValue()).toBe(lantern(solana));
    expect(await page.getByLabel('Amount').inputValue()).toBe(amounts.solana);
    await page.getByRole('button', { name: /^Continue in/ }).click();
    await approve(page);
    await whenSend(page, solana, 'Confirmed as asked');
    expect(await received(solana)).toBe(before + smallest.solana);
    expect(await card(page, solana).getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await page.reload();
    await whenReady(page);
    await whenSend(page, solana, 'Confirmed as asked');
    expect(await againButton(page.getByRole('region', { name: 'Activity' })).count()).toBe(0);
  });
});

describe('a send that waits while the page is away', () => {
  async function waiting(journey: Journey): Promise<{ page: Page; transaction: string }> {
    await hand.automine(false);
    const page = await journey.open();
    await connect(page, evm);
    await sendOn(page, evm);
    const { fields } = await readLine(page, evm, 'Submitted');
    return { page, transaction: fields.transaction ?? '' };
  }

  test('has landed when it comes back, and tells nobody before', async ({ journey }) => {
    const { page } = await waiting(journey);
    await page.reload();
    await whenReady(page);
    await whenSend(page, evm, 'Submitted');
    await crash(page);
    await hand.mine(1);
    const later = await openLater(journey, page);
    await whenSend(later, evm, 'Confirmed as asked');
  });

  test('has landed under another id where the wallet has raised its fee', async ({ journey }) => {
    const { page, transaction } = await waiting(journey);
    await crash(page);
    const by = await hand.replace(transaction);
    await hand.mine(1);
    const later = await openLater(journey, page);
    const { line, fields, text } = await readLine(later, evm, 'Confirmed as asked');
    expect(fields).toMatchObject({ transaction, by });
    expect(text).toContain('another fee');
    expect(await againButton(line).count()).toBe(0);
  });

  test('was replaced where the wallet has cancelled it, and is not offered again', async ({ journey }) => {
    const { page, transaction } = await waiting(journey);
    await crash(page);
    const by = await hand.replace(transaction, { to: evm.accounts.Harbour, value: '0x0' });
    await hand.mine(blocksUntilFinal);
    const later = await openLater(journey, page);
    const { line, fields } = await readLine(later, evm, 'Replaced');
    expect(fields).toMatchObject({ transaction, by });
    await card(later, evm)
      .getByText(/^Your send of .* was replaced/)
      .waitFor();
    expect(await againButton(line).count()).toBe(0);
  });

  test('was replaced while the page looks on', async ({ journey }) => {
    const { page, transaction } = await waiting(journey);
    await hand.replace(transaction, { to: evm.accounts.Harbour, value: '0x0' });
    await hand.mine(1);
    await card(page, evm)
      .getByText(/^Your send of .* was replaced/)
      .waitFor();
  });
});

describe('a send that fails', () => {
  /** Code that reverts whatever comes. */
  const trap = '0x00000000000000000000000000000000000000bb';

  test('is offered again once nothing can undo that, and by one tab alone', async ({ journey }) => {
    await hand.automine(false);
    const page = await journey.open();
    await connect(page, evm);
    await send(page, evm, trap, amounts.evm);
    await whenSend(page, evm, 'Submitted');
    // Only now, or the wallet would see that it cannot succeed.
    await hand.setCode(trap, '0x60006000fd');
    await hand.mine(1);
    await card(page, evm)
      .getByText(/^Your send of .* failed/)
      .waitFor();
    expect(await card(page, evm).getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await hand.mine(blocksUntilFinal);
    await page.reload();
    await whenReady(page);
    const other = await journey.open({ beside: page });
    for (const tab of [page, other]) {
      await whenStatus(tab, evm, 'Connected');
      await card(tab, evm).getByRole('button', { name: 'Send again' }).waitFor();
    }
    await hand.setCode(trap, '0x');
    await hand.automine(true);
    await press(other, evm, 'Send again');
    await other.getByRole('button', { name: /^Continue in/ }).click();
    await approve(other);
    await whenSend(other, evm, 'Confirmed as asked');
    // The other tab hears of it by itself.
    await card(page, evm).getByRole('button', { name: 'Send again' }).waitFor({ state: 'detached' });
    await whenSend(page, evm, 'Confirmed as asked');
  });
});

describe('two tabs', () => {
  for (const family of inTurn(families))
    familyTest(`both know the outcome of a send, with ${family.title}`, async ({ journey }) => {
      const page = await journey.open();
      await connect(page, family);
      const other = await journey.open({ beside: page });
      await whenStatus(other, family, 'Connected');
      await sendOn(page, family);
      await whenSend(page, family, 'Confirmed as asked');
      const { text } = await readLine(other, family, 'Confirmed as asked');
      expect(text).toContain('before this page');
    });
});
