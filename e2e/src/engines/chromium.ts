import { chromium as playwright } from 'playwright-core';
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
          go: async (address) => void (await page.goto(address)),
          evaluate: async (expression) => readJsonAnswer(await page.evaluate(toJsonExpression(expression))),
          [Symbol.asyncDispose]: () => context.close(),
        };
      },
      [Symbol.asyncDispose]: () => server.close(),
    };
  },
};
