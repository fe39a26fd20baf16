import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signIn } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { press, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { useBrowserThatKeepsPages } from '../page/use-browser.ts';
import { addresses } from '../place/stack.ts';
import { isSignedBy } from '../signature/verify-signature.ts';

const keepsPages = useBrowserThatKeepsPages();

/** What older browsers lack, taken away before the first script of a page runs. */
const lacks = {
  'import maps': `HTMLScriptElement.supports = () => false;`,
  Ed25519: `
    const { importKey } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.importKey = function (form, key, algorithm, ...rest) {
      const refused = new DOMException('Unrecognized name', 'NotSupportedError');
      return algorithm === 'Ed25519' ? Promise.reject(refused) : importKey.call(this, form, key, algorithm, ...rest);
    };`,
  'hashes in import maps': `
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

/** Opens the page in a browser that lacks this. An altered map has not the hash of the policy, which is left out. */
async function openWithout(journey: Journey, lack: keyof typeof lacks): Promise<Page> {
  journey.expectProblems(/./);
  return journey.open({
    bypassCSP: lack === 'hashes in import maps',
    script: lacks[lack],
    until: lack === 'import maps' ? 'commit' : 'load',
    whenUsable: async () => undefined,
  });
}

describe('a browser', () => {
  test('without import maps gets a sentence that says which browsers work, and nothing else', async ({
    journey,
  }) => {
    const page = await openWithout(journey, 'import maps');
    await page.getByText('Firefox 138').waitFor();
    expect(await page.locator('body > *').count()).toBe(1);
  });

  for (const [lack, words] of [
    ['Ed25519', 'This browser is too old for'],
    ['hashes in import maps', 'This browser cannot check code before running it.'],
  ] as const)
    test(`without ${lack} runs nothing of a remote, and the page says so once`, async ({ journey }) => {
      const page = await openWithout(journey, lack);
      for (const family of families) await whenStatus(page, family, 'Unavailable');
      const notice = page.locator('.nothing');
      await notice.getByText(words).waitFor();
      // What is fetched ahead of its check is not run.
      const ran = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
          ({ name, initiatorType }) => name.includes('/releases/') && initiatorType !== 'fetch',
        ),
      );
      expect(ran).toEqual([]);
      await notice.getByText('Firefox 138').waitFor();
    });
});

describe('the back-forward cache', () => {
  test('keeps a connected page, which signs when it is back and knows what another tab has done', async ({
    journey,
  }) => {
    journey.expectProblems(/favicon\.ico/);
    const page = await journey.open({ browser: keepsPages() });
    const pending = watchRequests(page);
    for (const family of [evm, solana]) await connect(page, family);
    // A page that is still loading something may not be kept.
    await page.getByRole('button', { name: '2 wallets' }).waitFor();
    await expect.poll(() => pending.size, { interval: 10 }).toBe(0);
    await leave(page);
    const other = await journey.open({ beside: page });
    await whenStatus(other, evm, 'Connected');
    await press(other, evm, 'Disconnect');
    await whenStatus(other, evm, 'Disconnected');
    await connect(other, near);
    await goBack(page);
    await whenStatus(page, evm, 'Disconnected');
    await whenStatus(page, near, 'Connected');
    expect(await isSignedBy(await signIn(page, solana), solana.accounts.Harbour)).toBe(true);
  });

  test('keeps a page whose wallet is asking, and the attempt goes on', { tags: ['release'] }, async ({
    journey,
  }) => {
    journey.expectProblems(/favicon\.ico/);
    const page = await journey.open({ browser: keepsPages() });
    await pick(page, evm);
    await whenStatus(page, evm, 'Connecting');
    await leave(page);
    await goBack(page);
    await approve(page);
    await whenStatus(page, evm, 'Connected');
  });
});

/** What the page has requested and not got yet. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { isRestored: persisted }));
  });
  await page.goto(`${addresses.evm.url}/live.json`);
}

/** `goBack` hangs on a page that comes out of the cache. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back());
  await page.waitForURL(`${addresses.host.url}/`, { waitUntil: 'commit' });
  // If the browser has not kept the page, it says why.
  const isRestored = () =>
    page.evaluate(() => {
      const [{ notRestoredReasons } = {}] = performance.getEntriesByType('navigation') as readonly {
        readonly notRestoredReasons?: unknown;
      }[];
      return (globalThis as { isRestored?: boolean }).isRestored ?? JSON.stringify(notRestoredReasons);
    });
  await expect.poll(isRestored).toBe(true);
}
