import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from '../pages/testing/open-browser.ts';
import { choose } from './choose.ts';
import type { Exchange } from './traffic.ts';

let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.open();
  await page.setContent('<p style="height: 3000px"></p><button><i>Wallet</i></button>');
  await page.evaluate(`
    globalThis.heard = [];
    for (const name of ['pointerover', 'pointerdown', 'click'])
      document.querySelector('button').addEventListener(name, ({ isTrusted, timeStamp }) => {
        heard.push([name, isTrusted, timeStamp]);
      });
  `);
}, 60_000);

afterAll(() => browser[Symbol.asyncDispose]());

it('hovers with the real pointer, presses after a pause, and tells what was asked for by then', async () => {
  const exchanges: Exchange[] = [];
  const ask = () => exchanges.push({ url: '', type: 'Script', startMs: 0, endMs: 1, bytes: 1 });
  await page.exposeFunction('ask', ask);
  await page.evaluate("document.querySelector('button').addEventListener('pointerover', () => ask())");
  ask();
  expect(await choose(page, 'button', { exchanges })).toEqual({ byHover: 1, byPress: 2 });
  const heard = await page.evaluate<[string, boolean, number][]>('heard');
  expect(heard.map(([name, isTrusted]) => [name, isTrusted])).toEqual([
    ['pointerover', true],
    ['pointerdown', true],
    ['click', true],
  ]);
  const [over = Number.NaN, down = Number.NaN] = heard.map(([, , ms]) => ms);
  expect(down - over).toBeGreaterThanOrEqual(290);
});
