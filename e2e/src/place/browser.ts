import { type BrowserServer, chromium } from 'playwright-core';

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser that `LINKSPAN_BROWSER` names, else Debian's Chromium. */
export function startBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: process.env.LINKSPAN_BROWSER || '/usr/bin/chromium',
    // Chromium refuses to run its sandbox for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: quiet,
  });
}
