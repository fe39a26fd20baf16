import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from '../place/browser.ts';
import { whenReady } from './when-ready.ts';

/** A browser for the tests of one file; each page that it opens is another person's. */
export interface TestBrowser {
  /** Opens a page, and waits until it can be used. `prepare` is run in it before any of its scripts. */
  open(url: string, options?: OpenOptions): Promise<Page>;
}

interface OpenOptions {
  readonly prepare?: () => void;
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
}

/** Starts Chromium before the tests of a file, and ends it after them. */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined;
  let end: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const server = await startBrowser();
    end = () => server.close();
    browser = await chromium.connect(server.wsEndpoint());
  });
  afterAll(() => end?.());

  return {
    async open(url, { prepare, scheme = 'light', width = 1280 } = {}) {
      if (browser === undefined) throw new Error('no browser before the tests begin');
      const viewport = { width, height: 900 };
      const page = await (await browser.newContext({ viewport, colorScheme: scheme })).newPage();
      page.setDefaultTimeout(20_000);
      if (prepare) await page.addInitScript(prepare);
      await page.goto(url);
      await whenReady(page);
      return page;
    },
  };
}
