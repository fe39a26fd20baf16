import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toInstantAccounts } from '../wallets/instant-accounts.ts';
import { type BuiltPages, buildPages } from './build-pages.ts';
import { openBrowser, type TestBrowser } from './testing/open-browser.ts';

const { evm, solana, near } = toInstantAccounts();
const shown = { evm: evm.address, solana: solana.address, near: near.accountId };
const families = ['evm', 'solana', 'near'] as const;

let folder: string;
let pages: BuiltPages;
let browser: TestBrowser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-pages-'));
  pages = await buildPages(folder);
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe.each(['floor', 'single'] as const)('the page %s', (name) => {
  it('lists one wallet of each family in its dialog', async () => {
    const page = await browser.open(pages[name]);
    await page.locator('[data-bench=button]').click();
    for (const family of families)
      await page.locator(`[data-bench=dialog][open] [data-bench-wallet=${family}]`).waitFor();
    expect(await page.locator('[data-bench-wallet]').allInnerTexts()).toEqual([
      'Instant EVM',
      'Instant Solana',
      'Instant NEAR',
    ]);
    await page.context().close();
  });

  it('connects a wallet of each family, one beside the other', async () => {
    const page = await browser.open(pages[name]);
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    for (const family of families) {
      await page.locator('[data-bench=button]').click();
      await page.locator(`[data-bench-wallet=${family}]`).click();
      await page.locator(`[data-bench-card=${family}][data-status=connected]`).waitFor();
    }
    for (const family of families)
      expect(await page.locator(`[data-bench-card=${family}]`).textContent()).toContain(shown[family]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
