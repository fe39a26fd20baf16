import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from '../place/browser.ts';

/** Starts, before the tests of a file, a Chromium that keeps pages in the back-forward cache, and ends it after them. */
export function useBrowserThatKeepsPages(): () => Browser {
  let browser: Browser | undefined;
  let end: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const server = await startBrowser({ keepsPages: true });
    end = () => server.close();
    browser = await chromium.connect(server.wsEndpoint());
  });
  afterAll(() => end?.());

  return () => {
    if (browser === undefined) throw new Error('There is no browser before the tests begin.');
    return browser;
  };
}
