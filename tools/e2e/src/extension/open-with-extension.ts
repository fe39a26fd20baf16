import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSandboxed, quiet } from '@linkspan/stack/programs';
import { type BrowserContext, chromium } from 'playwright-core';
import { fullBrowserPath } from '../place/browser.ts';
import { buildExtension } from './build-extension.ts';

/** A person's browser that has the extension. */
export interface WithExtension extends AsyncDisposable {
  readonly context: BrowserContext;
}

/** Starts Chromium with the extension, once that runs. */
export async function openWithExtension(): Promise<WithExtension> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-extension-'));
  const extension = join(folder, 'extension');
  await buildExtension(extension);
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: fullBrowserPath(),
    chromiumSandbox: isSandboxed,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...quiet,
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      // Without it, newer ones take no extension from their command line.
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
    ],
  });
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker');
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
