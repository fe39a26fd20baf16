import { type BrowserServer, chromium } from 'playwright-core';

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts the browser at a path: without one, the browser that `LINKSPAN_BROWSER` names, else Debian's Chromium.
 * `endsOnSignal`: a signal that ends this process ends the browser first. `keepsPages`: it has the back-forward cache
 * that people's browsers have, and that Playwright turns off.
 */
export function startBrowser({
  path = process.env.LINKSPAN_BROWSER || '/usr/bin/chromium',
  endsOnSignal = true,
  keepsPages = false,
} = {}): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: path,
    handleSIGINT: endsOnSignal,
    handleSIGTERM: endsOnSignal,
    handleSIGHUP: endsOnSignal,
    // Chromium refuses to run its sandbox for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: quiet,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}
