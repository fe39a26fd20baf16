import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { findBrowser, isSandboxed, quiet } from '../../../tasks/browser.mjs';
import type { Certificate } from '../serve/make-certificate.ts';
import type { Opened } from './opened.ts';

/** Starts the browser of the tests, which believes one certificate more. Its contexts are private windows. */
export async function startBrowser(certificate: Certificate, opened: Opened): Promise<Browser> {
  const browser = await chromium.launch(await toOptions(certificate));
  opened(() => browser.close());
  return browser;
}

/** Starts it with a profile of its own, which is new, and goes with it. */
export async function startProfile(certificate: Certificate, viewport: Viewport): Promise<BrowserContext> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-profile-'));
  const context = await chromium.launchPersistentContext(folder, {
    ...(await toOptions(certificate)),
    viewport,
  });
  context.on('close', () =>
    rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined),
  );
  return context;
}

/** In CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

async function toOptions({ print }: Certificate): Promise<LaunchOptions> {
  return {
    executablePath: await findBrowser(),
    // A signal that ends this process ends all that it has opened, in turn.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    chromiumSandbox: isSandboxed,
    args: [...quiet, `--ignore-certificate-errors-spki-list=${print}`],
  };
}
