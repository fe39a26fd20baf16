import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../../tasks/browser.mjs';
import type { Certificate } from '../serve/make-certificate.ts';
import type { Opened } from './opened.ts';

/** It calls nobody by itself, and keeps to the link. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser of the tests, which believes one certificate more. */
export async function startBrowser({ print }: Certificate, opened: Opened): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    // A signal that ends this process ends all that it has opened, in turn.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    // Chromium refuses to run its sandbox for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...quiet, `--ignore-certificate-errors-spki-list=${print}`],
  });
  opened(() => browser.close());
  return browser;
}
