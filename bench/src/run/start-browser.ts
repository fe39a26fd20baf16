import { type Browser, chromium } from 'playwright-core';
import { findBrowser, isSandboxed, quiet } from '../../../tasks/browser.mjs';
import type { Certificate } from '../serve/make-certificate.ts';
import type { Opened } from './opened.ts';

/** Starts the browser of the tests, which believes one certificate more. */
export async function startBrowser({ print }: Certificate, opened: Opened): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    // A signal that ends this process ends all that it has opened, in turn.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    chromiumSandbox: isSandboxed,
    args: [...quiet, `--ignore-certificate-errors-spki-list=${print}`],
  });
  opened(() => browser.close());
  return browser;
}
