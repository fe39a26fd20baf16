import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '@linkspan/stack/root';
import { Plain, say } from '@linkspan/stack/say';
import { installFromDebian } from './debian.mjs';
import { runNode } from './run.mjs';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Debian's build of Chromium without windows: the same engine, for less than half of the processor's time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** It calls nobody by itself. */
export const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium refuses to run its sandbox for root. */
export const isSandboxed = process.getuid?.() !== 0;

/**
 * The path of a Chrome or Chromium to test with: the one that `LINKSPAN_BROWSER` names, an installed one, else
 * Debian's package where this user may install it, else Playwright's own.
 */
export async function findBrowser() {
  const named = process.env.LINKSPAN_BROWSER;
  if (named !== undefined && named !== '') {
    if (await exists(named)) return named;
    throw new Plain(`LINKSPAN_BROWSER names ${named}, and there is no such file.`);
  }
  return (
    (await firstOf(installed)) ??
    ((await installFromDebian(['chromium'], say)) ? await firstOf(installed) : undefined) ??
    (await installFromPlaywright())
  );
}

/**
 * The path of the browser for tests that need no window and no extension: beside Debian's Chromium its headless shell,
 * which is installed if this user may; else the browser itself.
 * @param {string} browser as `findBrowser` has found it
 */
export async function findHeadless(browser) {
  if (browser !== '/usr/bin/chromium') return browser;
  const isThere =
    (await exists(headlessShell)) || (await installFromDebian(['chromium-headless-shell'], say));
  return isThere ? headlessShell : browser;
}

async function installFromPlaywright() {
  const playwright = createRequire(join(root, 'tools/e2e/package.json')).resolve('playwright-core');
  const { chromium } = await import(pathToFileURL(playwright).href).then((module) => module.default);
  if (!(await exists(chromium.executablePath()))) {
    const cli = join(dirname(playwright), 'cli.js');
    await runNode([cli, 'install', 'chromium'], { show: true }).catch(() => {
      throw new Plain(
        'No browser to test with. Install Chrome or Chromium, or set LINKSPAN_BROWSER to its path.',
      );
    });
  }
  return chromium.executablePath();
}

/** @param {readonly string[]} paths */
async function firstOf(paths) {
  for (const path of paths) if (await exists(path)) return path;
  return undefined;
}

/** @param {string} path @returns {Promise<boolean>} */
function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
