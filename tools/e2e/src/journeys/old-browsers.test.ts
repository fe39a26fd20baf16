import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { card, whenStatus } from '../page/card.ts';
import { families } from '../page/families.ts';
import { findViolations } from '../page/find-violations.ts';
import { reachBrowser, test } from '../page/journey.ts';
import { addresses, screensFolder } from '../place/stack.ts';

/** What older browsers lack, taken away before the first script of a page runs. */
const lacks = {
  'no import maps': `HTMLScriptElement.supports = () => false;`,
  'no way to say what it has': `delete HTMLScriptElement.supports;`,
  'no secure connection': `Object.defineProperty(globalThis, 'isSecureContext', { value: false });`,
  'no Ed25519': `
    const { importKey } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.importKey = function (form, key, algorithm, ...rest) {
      const refused = new DOMException('Unrecognized name', 'NotSupportedError');
      return algorithm === 'Ed25519' ? Promise.reject(refused) : importKey.call(this, form, key, algorithm, ...rest);
    };`,
  'no hashes in import maps': `
    const { append } = Element.prototype;
    Element.prototype.append = function (...nodes) {
      for (const node of nodes)
        if (node.type === 'importmap') {
          const { integrity, ...map } = JSON.parse(node.textContent);
          node.textContent = JSON.stringify(map);
        }
      return append.apply(this, nodes);
    };`,
} as const;

/** A page of a browser that lacks this. The hash of an altered map is not that of the policy: it does without. */
async function openWithout(lack: keyof typeof lacks): Promise<Page> {
  const context = await (await reachBrowser()).newContext({ bypassCSP: lack === 'no hashes in import maps' });
  await context.addInitScript(lacks[lack]);
  const page = await context.newPage();
  await page.goto(addresses.host.url);
  return page;
}

describe('a browser that cannot start the page', () => {
  for (const lack of ['no import maps', 'no way to say what it has'] as const)
    test(`because it has ${lack} gets a page that says what works`, async () => {
      const page = await openWithout(lack);
      await page.waitForURL('**/unsupported.html');
      await page.getByRole('heading', { name: 'This browser is too old for Linkspan' }).waitFor();
      await page.getByRole('row', { name: 'Firefox 138 April 2025' }).waitFor();
      expect(await page.getByLabel('Address').inputValue()).toBe(`${addresses.host.url}/`);
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('status').getByText('Copied').waitFor();
      await page.context().close();
    });

  test('because the page came without HTTPS is told so', async () => {
    const page = await openWithout('no secure connection');
    await page.waitForURL('**/unsupported.html');
    await page.getByRole('heading', { name: 'Linkspan needs a safe connection' }).waitFor();
    const address = await page.getByRole('link', { name: 'Open it with https' }).getAttribute('href');
    expect(address).toBe(`${addresses.host.url.replace('http:', 'https:')}/`);
    expect(await page.getByRole('heading', { name: 'too old' }).count()).toBe(0);
    await page.context().close();
  });

  test('because JavaScript is switched off is told so by the page itself', async () => {
    const context = await (await reachBrowser()).newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(addresses.host.url);
    const note = page.locator('noscript p');
    expect(await note.textContent()).toContain('This page needs JavaScript.');
    await note.locator('a').click();
    await page.waitForURL('**/unsupported.html');
    expect(await page.locator('noscript p').textContent()).toContain('Switch JavaScript on for this page');
    await context.close();
  });
});

describe('a browser that starts the page and cannot check what it runs', () => {
  for (const [lack, words] of [
    ['no Ed25519', 'This browser is too old for'],
    ['no hashes in import maps', 'This browser cannot check its code.'],
  ] as const)
    test(`since it has ${lack} runs nothing of a remote, and each card says which browsers work`, async () => {
      const page = await openWithout(lack);
      for (const family of families) {
        await whenStatus(page, family, 'Unavailable');
        await card(page, family).getByText(words).waitFor();
      }
      // What is fetched ahead of its check is not run.
      const ran = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
          ({ name, initiatorType }) => name.includes('/releases/') && initiatorType !== 'fetch',
        ),
      );
      expect(ran).toEqual([]);
      await mkdir(screensFolder, { recursive: true });
      await page.screenshot({ path: join(screensFolder, `too-old-${lack.replaceAll(' ', '-')}.png`) });
      const [first] = families;
      await card(page, first).getByRole('link', { name: 'Browsers that work' }).click();
      await page.getByRole('heading', { name: 'Browsers that Linkspan works in' }).waitFor();
      await page.getByRole('row', { name: 'Firefox 138' }).waitFor();
      await page.context().close();
    });
});

test('the page for older browsers reads well on a phone and on a desk, by day and by night', async () => {
  await mkdir(screensFolder, { recursive: true });
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await (await reachBrowser()).newContext({
        colorScheme,
        viewport: { width, height: 900 },
      });
      const page = await context.newPage();
      await page.goto(`${addresses.host.url}/unsupported.html`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(await findViolations(page)).toEqual([]);
      await page.screenshot({
        path: join(screensFolder, `unsupported-${width}-${colorScheme}.png`),
        fullPage: true,
      });
      await context.close();
    }
});
