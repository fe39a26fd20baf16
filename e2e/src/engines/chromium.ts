import { type Page, chromium as playwright } from 'playwright-core';
import { startBrowser } from '../place/browser.ts';
import { type EngineKind, readJsonAnswer, toJsonExpression } from './engine.ts';

/** Chromium, driven by Playwright over its DevTools protocol: the browser of all journeys, so it is always there. */
export const chromium: EngineKind = {
  name: 'Chromium',
  missing: undefined,
  async start() {
    const server = await startBrowser();
    const browser = await playwright.connect(server.wsEndpoint());
    return {
      async open() {
        const context = await browser.newContext();
        const page = await context.newPage();
        return {
          go: (address) => go(page, address),
          evaluate: async (expression) => readJsonAnswer(await page.evaluate(toJsonExpression(expression))),
          [Symbol.asyncDispose]: () => context.close(),
        };
      },
      [Symbol.asyncDispose]: () => server.close(),
    };
  },
};

/** The page of its own that the browser shows where an address does not open would cut short what is opened next. */
async function go(page: Page, address: string): Promise<void> {
  const shown = page.waitForEvent('framenavigated', { timeout: 5_000 }).catch(() => undefined);
  try {
    await page.goto(address);
  } catch (error) {
    await shown;
    throw error;
  }
}
