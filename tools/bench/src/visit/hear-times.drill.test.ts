import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from '../pages/testing/open-browser.ts';
import { hearTimes, tellBinding, type UntilNoted } from './hear-times.ts';

let browser: TestBrowser;
let page: Page;
let session: CDPSession;
let untilNoted: UntilNoted;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.open();
  session = await page.context().newCDPSession(page);
  untilNoted = await hearTimes(session, 500);
  await page.goto('about:blank');
}, 60_000);

afterAll(() => browser[Symbol.asyncDispose]());

const tell = (name: string) => page.evaluate(`${tellBinding}(${JSON.stringify(name)})`);

it('waits for a time until the page tells of it', async () => {
  const heard: string[] = [];
  const list = untilNoted('list').then(() => heard.push('list'));
  await tell('button');
  await untilNoted('button');
  expect(heard).toEqual([]);
  await tell('list');
  await list;
});

it('answers at once where it was told before', async () => {
  await untilNoted('button');
});

it('says what did not come, at the deadline', async () => {
  await expect(untilNoted('connected')).rejects.toThrow(
    'The page has not come to: connected, within 500 ms.',
  );
});
