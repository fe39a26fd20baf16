import { resolve } from 'node:path';
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { instantWalletsScript } from '../../wallets/instant-wallets-script.ts';

/** A browser whose every page has the instant wallets. */
export interface TestBrowser extends AsyncDisposable {
  /** Opens a page of a folder, or an empty one, as a visitor who has never been there. */
  open(folder?: string): Promise<Page>;
}

const origin = 'http://localhost';

/** Starts Chromium. */
export async function openBrowser(): Promise<TestBrowser> {
  const script = await instantWalletsScript();
  const browser = await chromium.launch({
    executablePath: process.env.LINKSPAN_BROWSER || '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu'],
  });
  return {
    async open(folder) {
      const context = await browser.newContext();
      await context.addInitScript({ content: script });
      await serve(context, folder);
      const page = await context.newPage();
      await page.goto(`${origin}/`);
      return page;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Answers with the files of a folder; whatever is not of this origin, such as a chain, is away. */
async function serve(context: BrowserContext, folder: string | undefined): Promise<void> {
  await context.route('**', (route: Route) => {
    const { origin: asked, pathname } = new URL(route.request().url());
    if (asked !== origin) return route.abort();
    if (folder === undefined) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    return route.fulfill({ path: resolve(folder, pathname === '/' ? 'index.html' : pathname.slice(1)) });
  });
}
