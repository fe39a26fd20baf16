import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { whenSend } from '../page/activity.ts';
import { approval, approve, reject } from '../page/approval.ts';
import { press, whenSays, whenStatus } from '../page/card.ts';
import { openDialog, pick, walletDialog } from '../page/connect.ts';
import { evm, type Family, families, near, solana } from '../page/families.ts';
import { type Journey, type Start, test } from '../page/journey.ts';
import { whenReady } from '../page/when-ready.ts';
import { addresses } from '../place/stack.ts';

/** An element that has moved though what it is in has not: who it is in, and by how much. */
interface Move {
  readonly within: string;
  readonly what: string;
  readonly down: number;
  readonly across: number;
  /** The share of the page that has moved though nobody had pressed or typed: what counts as a layout shift. */
  readonly unasked: number;
}

describe('at 1280 pixels', () => testStill(1280));
describe('at 390 pixels', { tags: ['release'] }, () => testStill(390));

function testStill(width: number): void {
  test('nothing moves down or up but what a change is of', async ({ journey }) => {
    const page = await open(journey, width);
    await expectStill(page, 'the list', () => openDialog(page));
    await walletDialog(page).getByRole('button', { name: 'Close' }).click();
    const ask = (family: Family) => pick(page, family).then(() => approval(page).waitFor());
    await expectStill(page, 'connecting', () => ask(evm), evm);
    await expectStill(
      page,
      'rejected',
      () => reject(page).then(() => whenSays(page, evm, 'You said no')),
      evm,
    );
    for (const family of [evm, solana, near]) {
      await expectStill(page, 'asked to connect', () => ask(family), family);
      await expectStill(
        page,
        'connected',
        () => approve(page).then(() => whenStatus(page, family, 'Connected')),
        family,
      );
    }
    await expectStill(page, 'menu', () => press(page, evm, 'More'), evm);
    await page.keyboard.press('Escape');
    await expectStill(page, 'receive', async () => {
      await press(page, evm, 'Receive');
      await page.getByRole('img', { name: 'QR code of your Ethereum address' }).waitFor();
    });
    await page.keyboard.press('Escape');
    await press(page, evm, 'Send');
    await expectStill(page, 'a recipient', async () => {
      await page.getByLabel('Recipient').fill(evm.accounts.Pier);
      await page.getByText(/^about /).waitFor();
    });
    await expectStill(page, 'an amount', async () => {
      await page.getByLabel('Amount').fill('1');
      await page.locator('.sums-total').getByText(/ETH$/).waitFor();
    });
    const send = page.getByRole('button', { name: /^Continue in/ });
    await expectStill(page, 'asked to send', () => send.click().then(() => approval(page).waitFor()), evm);
    await expectStill(
      page,
      'sent',
      () => approve(page).then(() => whenSend(page, evm, 'Confirmed').then(() => undefined)),
      evm,
    );
    await expectStill(page, 'disconnected', () => press(page, evm, 'Disconnect'), evm);
    await expectStill(page, 'reconnected', async () => {
      await page.reload();
      await whenReady(page);
      for (const family of [solana, near]) await whenStatus(page, family, 'Connected');
    });
  });

  test('the first card has its place before the browser has read the others', async ({ journey }) => {
    const { url } = addresses.host;
    const first = (page: Page) => page.locator('.slot').first().boundingBox();
    const whole = await first(await open(journey, width));
    const html = await (await fetch(url)).text();
    const body = html.slice(0, html.indexOf('<section', html.indexOf('<section') + 1));
    // A page that the test answers for may not ask other servers.
    journey.expectProblems(/live\.json|discovery-|ERR_FAILED/);
    const page = await open(journey, width, { url: 'about:blank', whenUsable: async () => undefined });
    await page.route(url, (route) => route.fulfill({ body, contentType: 'text/html' }));
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('.slot').first().waitFor();
    expect(await page.locator('.slot').count()).toBeLessThan(3);
    expect(await first(page)).toEqual(whole);
  });

  test('nothing moves in the list while it fills, in whatever order families come', async ({ journey }) => {
    for (const last of families) {
      const page = await open(journey, width, { url: 'about:blank', whenUsable: async () => undefined });
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(`${last.origin}/**/*.js`, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(addresses.host.url, { waitUntil: 'commit' });
      await openDialog(page);
      for (const family of families) if (family !== last) await whenListed(page, family);
      release();
      await whenListed(page, last);
      // The page behind the list is laid out meanwhile.
      const moves = await takeMoves(page);
      expect(
        moves.filter(({ within }) => within === 'connect'),
        last.id,
      ).toEqual([]);
    }
  });
}

/** Opens a page that notes what moves in it, of any visible element, also within half a second of a press. */
async function open(journey: Journey, width: number, start: Start = {}): Promise<Page> {
  const script = `(${note})()`;
  return journey.open({
    ...start,
    script,
    viewport: { width, height: 860 },
    ...(width < 500 && { hasTouch: true, isMobile: true }),
  });
}

/** A layout shift as browsers tell it (Layout Instability, section 4). */
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

type Noted = typeof globalThis & { moves: Move[] };

function note(): void {
  const moves: Move[] = [];
  Object.assign(globalThis, { moves });
  const hear = (list: PerformanceObserverEntryList) => {
    for (const { sources, value, hadRecentInput } of list.getEntries() as Shift[])
      for (const [at, { node, previousRect, currentRect }] of sources.entries()) {
        const element = node instanceof Element ? node : node?.parentElement;
        // What has gone by then.
        if (!element) continue;
        const place = element.closest<HTMLElement>('.card, dialog, .activity, .page-foot, .head, .bar');
        moves.push({
          within: place?.dataset.family || place?.id || place?.className || 'elsewhere',
          what: `${element.className} ${element.textContent?.slice(0, 40)}`,
          down: Math.round(currentRect.y - previousRect.y),
          across: Math.round(currentRect.x - previousRect.x),
          // Of all that moved in a frame together.
          unasked: hadRecentInput || at > 0 ? 0 : value,
        });
      }
  };
  new PerformanceObserver(hear).observe({ type: 'layout-shift' });
}

/** What has moved since it was last asked, once a frame has shown it. */
async function takeMoves(page: Page): Promise<readonly Move[]> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return page.evaluate(() => (globalThis as Noted).moves.splice(0));
}

/** Whether title, cards and all that is in them stay at their height, but for the card that the change is of. */
async function expectStill(
  page: Page,
  name: string,
  change: () => Promise<unknown>,
  family?: Family,
): Promise<void> {
  await takeMoves(page);
  await change();
  const moves = await takeMoves(page);
  const own = ['activity', 'page-foot', family?.id];
  expect(
    moves.filter(({ down, within }) => Math.abs(down) > 1 && !own.includes(within)),
    name,
  ).toEqual([]);
  // Where accounts come back, the bar's button makes room for them, to the side and back: 0.0020 together, of which a browser
  // counts what comes half a second after a press. A status that reads otherwise: 0.00002.
  const unasked = moves.reduce((sum, one) => sum + one.unasked, 0);
  expect(unasked, name).toBeLessThan(name === 'reconnected' ? 0.0025 : 0.0005);
}

async function whenListed(page: Page, { id }: Family): Promise<void> {
  await walletDialog(page).locator(`[data-wallet][data-family=${id}]`).first().waitFor();
}
