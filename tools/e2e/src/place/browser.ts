import { type BrowserServer, chromium } from 'playwright-core';
import { isSandboxed, quiet } from '../../../scripts/browser.mjs';

/** The browser that `LINKSPAN_BROWSER` names, else Debian's Chromium. It takes extensions. */
export const fullBrowserPath = process.env.LINKSPAN_BROWSER || '/usr/bin/chromium';

/** The browser of tests that need no window and no extension: a build without windows, if the command has found one. */
const headlessPath = process.env.LINKSPAN_HEADLESS || fullBrowserPath;

/**
 * Starts the browser at a path: without one, the browser of all journeys.
 * `endsOnSignal`: a signal that ends this process ends the browser first. `keepsPages`: it has the back-forward cache
 * that people's browsers have, and that Playwright turns off.
 */
export function startBrowser({
  keepsPages = false,
  path = '',
  endsOnSignal = true,
} = {}): Promise<BrowserServer> {
  return chromium.launchServer({
    // Only a browser with windows has that cache.
    executablePath: path || (keepsPages ? fullBrowserPath : headlessPath),
    handleSIGINT: endsOnSignal,
    handleSIGTERM: endsOnSignal,
    handleSIGHUP: endsOnSignal,
    chromiumSandbox: isSandboxed,
    args: quiet,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}
