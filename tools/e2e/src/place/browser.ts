import { type BrowserServer, chromium } from 'playwright-core';
import { isSandboxed, quiet } from '../../../scripts/browser.mjs';

/** The browser that `LINKSPAN_BROWSER` names, else Debian's Chromium. */
export const browserPath = process.env.LINKSPAN_BROWSER || '/usr/bin/chromium';

/**
 * Starts the browser at a path: without one, the browser of all journeys.
 * `endsOnSignal`: a signal that ends this process ends the browser first. `keepsPages`: it has the back-forward cache
 * that people's browsers have, and that Playwright turns off.
 */
export function startBrowser({
  path = browserPath,
  endsOnSignal = true,
  keepsPages = false,
} = {}): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: path,
    handleSIGINT: endsOnSignal,
    handleSIGTERM: endsOnSignal,
    handleSIGHUP: endsOnSignal,
    chromiumSandbox: isSandboxed,
    args: quiet,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}
