import { type BrowserContext, type Page, chromium as playwright } from 'playwright-core';
import { startBrowser } from '../place/browser.ts';
import { type EngineKind, readJsonAnswer, type Session, toJsonExpression } from './engine.ts';

/** Chromium, driven by Playwright over its DevTools protocol: the browser of all journeys, so it is always there. */
export const chromium: EngineKind = {
  name: 'Chromium',
  isMissing: false,
  async start() {
    const server = await startBrowser();
    const browser = await playwright.connect(server.wsEndpoint());
    return {
      async open({ canPassTime = false } = {}) {
        const context = await browser.newContext();
        // Before any page: the page keeps others from replacing its timers.
        if (canPassTime) await context.clock.install();
        const uncaught: string[] = [];
        context.on('weberror', (told) => uncaught.push(String(told.error())));
        return openTab(context, { canPassTime, uncaught });
      },
      [Symbol.asyncDispose]: () => server.close(),
    };
  },
};

interface Shared {
  readonly canPassTime: boolean;
  readonly uncaught: readonly string[];
}

async function openTab(context: BrowserContext, shared: Shared): Promise<Session> {
  const page = await context.newPage();
  return {
    go: (address) => go(page, address),
    evaluate: async (expression) => readJsonAnswer(await page.evaluate(toJsonExpression(expression))),
    openTab: () => openTab(context, shared),
    close: () => page.close(),
    ...(shared.canPassTime && { passTime: (ms: number) => context.clock.fastForward(ms) }),
    beforePages: async (content) => void (await context.addInitScript({ content })),
    setOffline: (isOffline) => context.setOffline(isOffline),
    heapBytes: () => readHeap(page),
    uncaught: () => shared.uncaught,
    [Symbol.asyncDispose]: () => context.close(),
  };
}

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

async function readHeap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  try {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  } finally {
    await devtools.detach();
  }
}
