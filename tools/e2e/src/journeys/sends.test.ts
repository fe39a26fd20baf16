import { changeFaults } from '@linkspan/practice/fault-control';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { ask } from '../chain/read-balance.ts';
import { send, whenSend } from '../page/activity.ts';
import { card, press, readBalance } from '../page/card.ts';
import { connect } from '../page/connect.ts';
import { evm, solana } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { misbehave } from '../page/practice-wallet.ts';
import { whenReady } from '../page/when-ready.ts';
import { addresses } from '../place/stack.ts';
import {
  amounts,
  crash,
  expectFoundAfterCrash,
  expectNotAsAsked,
  expectUnknown,
  readLine,
  received,
  sendOn,
} from './steps.ts';

/** More slots than a blockhash is valid for. */
const slotsUntilExpired = 310;
/** More blocks than anvil takes back. */
const blocksUntilFinal = 70;

const anvil = <Answer>(method: string, ...params: unknown[]) =>
  ask<Answer>(evm.networks[0].rpcUrl, method, params);
const toHex = (value: number) => `0x${value.toString(16)}`;

/** By anvil's own methods: the hand of whoever makes blocks, and of a person who acts in their wallet elsewhere. */
const hand = {
  /** Whether each transaction makes a block, as at first. */
  automine: (isOn: boolean) => anvil('evm_setAutomine', isOn),
  mine: (blocks: number) => anvil('anvil_mine', toHex(blocks)),
  /** Puts another transaction in the place of one that waits, for a higher fee; answers its id. */
  async replace(hash: string, change?: { readonly to: string; readonly value: string }): Promise<string> {
    const { from, to, value, nonce } = await anvil<Waiting>('eth_getTransactionByHash', hash);
    const fees = { maxFeePerGas: '0x2540be4000', maxPriorityFeePerGas: '0x1a13b8600' };
    return anvil('eth_sendTransaction', { from, to, value, nonce, gas: toHex(50_000), ...fees, ...change });
  },
  /** A wallet estimates before it signs: code that reverts is put here while the transaction waits. */
  setCode: (address: string, code: string) => anvil('anvil_setCode', address, code),
};

afterEach(async () => {
  await hand.automine(true);
  await hand.mine(1);
});

describe('a send whose page is gone before the wallet has answered', () => {
  test('is found as landed after a crash', { tags: ['release'] }, async ({ journey }) => {
    await expectFoundAfterCrash(journey, evm);
  });

  test('is not known where nobody had approved', async ({ journey }) => {
    await expectUnknown(journey, evm);
  });
});

test('a send that was cancelled here stays in doubt until the network shows it, and renews the balance', async ({
  journey,
}) => {
  await hand.automine(false);
  const page = await journey.open();
  await connect(page, evm);
  const before = await readBalance(page, evm);
  await misbehave(page, 'evm', { does: 'hangAfter', on: 'send' });
  await sendOn(page, evm);
  await press(page, evm, 'Cancel');
  const doubt = card(page, evm).getByText(/^It is not clear whether .* was sent/);
  await doubt.waitFor();
  await whenSend(page, evm, 'Unknown');
  await press(page, evm, 'Dismiss');
  await press(page, evm, 'Send');
  await page
    .locator('form')
    .getByText(/^It is not clear whether .* was sent/)
    .waitFor();
  await page.keyboard.press('Escape');
  await hand.mine(1);
  await whenSend(page, evm, 'Confirmed');
  await doubt.waitFor({ state: 'detached' });
  await expect.poll(() => readBalance(page, evm)).toBeLessThan(before);
});

describe('a wallet that sends something else than it was asked for', () => {
  test('is told so, also after a reload', async ({ journey }) => {
    await expectNotAsAsked(await journey.open(), evm, 'more');
  });
});

describe('a send that its cluster has lost', () => {
  const forget = (forgets: boolean) =>
    changeFaults(addresses.chains.solana.url, { [solana.networks[0].id]: { forgets } });

  afterEach(() => forget(false));

  test('has expired, also for a later page, with Solana', { tags: ['release'] }, async ({ journey }) => {
    const page = await journey.open();
    await connect(page, solana);
    const before = await received(solana);
    await forget(true);
    await sendOn(page, solana);
    await whenSend(page, solana, 'Submitted');
    await forget(false);
    await ask(solana.networks[0].rpcUrl, 'practice_skipSlots', [slotsUntilExpired]);
    const expired = card(page, solana).getByText(/^Not confirmed in time: /);
    await expired.waitFor();
    await page.reload();
    await whenReady(page);
    await expired.waitFor();
    expect(await received(solana)).toBe(before);
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

  test('has landed under another id where the wallet has raised its fee', async ({ journey }) => {
    const { page, transaction } = await waiting(journey);
    await crash(page);
    const by = await hand.replace(transaction);
    await hand.mine(1);
    const later = await journey.open({ beside: page });
    const { fields, text } = await readLine(later, evm, 'Confirmed');
    expect(fields).toMatchObject({ transaction, by });
    expect(text).toContain('another transaction');
  });

  test('was replaced where the wallet has cancelled it', { tags: ['release'] }, async ({ journey }) => {
    const { page, transaction } = await waiting(journey);
    await crash(page);
    const by = await hand.replace(transaction, { to: evm.accounts.Harbour, value: '0x0' });
    await hand.mine(blocksUntilFinal);
    const later = await journey.open({ beside: page });
    const { fields } = await readLine(later, evm, 'Replaced');
    expect(fields).toMatchObject({ transaction, by });
    await card(later, evm)
      .getByText(/^Replaced: /)
      .waitFor();
  });
});

describe('a send that fails', () => {
  /** Code that reverts whatever comes. */
  const trap = '0xbadc0de000000000000000000000000000000123';

  test('is told so, also by a later page', { tags: ['release'] }, async ({ journey }) => {
    await hand.automine(false);
    const page = await journey.open();
    await connect(page, evm);
    await send(page, evm, trap, amounts.evm);
    await whenSend(page, evm, 'Submitted');
    // Only now, or the wallet would see that it cannot succeed.
    await hand.setCode(trap, '0x60006000fd');
    await hand.mine(1);
    const failed = card(page, evm).getByText(/^Failed: /);
    await failed.waitFor();
    await page.reload();
    await whenReady(page);
    await failed.waitFor();
    await hand.setCode(trap, '0x');
  });
});

interface Waiting {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly nonce: string;
}
