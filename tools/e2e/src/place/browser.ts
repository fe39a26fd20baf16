import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isSandboxed, quiet } from '@linkspan/stack/programs';
import { type BrowserServer, chromium } from 'playwright-core';

/** The browser that takes windows and extensions: that of `LINKSPAN_BROWSER`, which the set-up has found. */
export function fullBrowserPath(): string {
  return process.env.LINKSPAN_BROWSER || '/usr/bin/chromium';
}

/**
 * Starts the browser at a path: without one, the browser of all journeys.
 * `endsOnSignal`: a signal that ends this process ends the browser first. `keepsPages`: it has the back-forward cache
 * that people's browsers have, and that Playwright turns off. `trusts`: the file of a certificate that no authority has
 * signed; with errors merely ignored, a browser would cache nothing.
 */
export function startBrowser({
  keepsPages = false,
  path = '',
  endsOnSignal = true,
  trusts = '',
} = {}): Promise<BrowserServer> {
  return chromium.launchServer({
    // Only a browser with windows has that cache.
    executablePath: path || (!keepsPages && process.env.LINKSPAN_HEADLESS) || fullBrowserPath(),
    handleSIGINT: endsOnSignal,
    handleSIGTERM: endsOnSignal,
    handleSIGHUP: endsOnSignal,
    chromiumSandbox: isSandboxed,
    args: trusts ? [...quiet, `--ignore-certificate-errors-spki-list=${toKeyHash(trusts)}`] : [...quiet],
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}

function toKeyHash(certificate: string): string {
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
