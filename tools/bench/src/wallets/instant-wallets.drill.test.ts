import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from '../pages/testing/open-browser.ts';
import { toInstantAccounts } from './instant-accounts.ts';

const { evm, solana, near } = toInstantAccounts();

let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);

afterAll(() => browser[Symbol.asyncDispose]());

beforeEach(async () => {
  page = await browser.open();
  return () => page.context().close();
});

it('shows no account to a page that was never approved', async () => {
  expect(await readSilently()).toEqual({ evm: [], solana: [], near: [] });
  expect(await page.evaluate('instantWallets')).toEqual({ asked: {}, approved: {} });
});

it('approves at once, and notes when it was asked first and when it answered', async () => {
  const { before, after, notes } = await connectAll();
  for (const family of ['evm', 'solana', 'near'] as const) {
    const [asked = 0, approved = 0] = [notes.asked[family], notes.approved[family]];
    expect(asked).toBeGreaterThanOrEqual(before);
    expect(approved).toBeGreaterThanOrEqual(asked);
    expect(approved).toBeLessThanOrEqual(after);
  }
  expect((await connectAll()).notes).toEqual(notes);
});

it('shows the accounts again, silently and after a reload, until they are taken back', async () => {
  await connectAll();
  await page.reload();
  expect(await readSilently()).toEqual({
    evm: [evm.address],
    solana: [solana.address],
    near: [near.accountId],
  });
  expect(await page.evaluate('instantWallets.asked')).toEqual({});
  await takeAllBack();
  expect(await readSilently()).toEqual({ evm: [], solana: [], near: [] });
});

it('signs nothing', async () => {
  const refused = await onWallets<string[]>(`const calls = [
    () => evm.request({ method: 'personal_sign', params: ['0x00', '${evm.address}'] }),
    () => solana.features['solana:signMessage'].signMessage({}),
    () => near.signMessage({}),
  ];
  return Promise.all(calls.map((call) => call().then(() => 'signed', (error) => error.message)));`);
  expect(refused).toEqual(Array(3).fill('An instant wallet signs nothing.'));
});

interface Connected {
  readonly before: number;
  readonly after: number;
  readonly notes: Record<'asked' | 'approved', Partial<Record<'evm' | 'solana' | 'near', number>>>;
}

function connectAll(): Promise<Connected> {
  return onWallets(`const before = performance.now();
    await evm.request({ method: 'eth_requestAccounts' });
    await solana.features['standard:connect'].connect();
    await near.signIn({ network: 'testnet' });
    return { before, after: performance.now(), notes: instantWallets };`);
}

function readSilently(): Promise<unknown> {
  return onWallets(`return {
    evm: await evm.request({ method: 'eth_accounts' }),
    solana: (await solana.features['standard:connect'].connect({ silent: true })).accounts.map(
      ({ address }) => address,
    ),
    near: (await near.getAccounts()).map(({ accountId }) => accountId),
  };`);
}

function takeAllBack(): Promise<void> {
  return onWallets(`await evm.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
    await solana.features['standard:disconnect'].disconnect();
    await near.signOut();`);
}

/** Runs a text in the page with the three wallets, found as pages find them. */
function onWallets<Answer>(body: string): Promise<Answer> {
  return page.evaluate<Answer>(`(async () => {
    let evm, solana, near;
    addEventListener('eip6963:announceProvider', ({ detail }) => { evm = detail.provider; });
    dispatchEvent(new Event('eip6963:requestProvider'));
    const api = { register: (wallet) => { solana = wallet; } };
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
    addEventListener('near-wallet-injected', ({ detail }) => { near = detail; });
    dispatchEvent(new Event('near-selector-ready'));
    ${body}
  })()`);
}
