import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { Plain, say } from './say.mjs';

/** What `npm run test:release` needs beside Node and a Chromium: files, and the Debian packages that have them. */
const programs = /** @type {const} */ ({
  Firefox: { files: ['firefox-esr'], packages: ['firefox-esr'] },
  WebKitGTK: {
    files: ['WebKitWebDriver', 'MiniBrowser', 'Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
  nginx: { files: ['nginx'], packages: ['nginx-light'] },
  Caddy: { files: ['caddy'], packages: ['caddy'] },
  OpenSSH: { files: ['ssh-agent', 'ssh-add', 'ssh-keygen'], packages: ['openssh-client'] },
  SoftHSM: {
    files: ['softhsm2-util', 'libsofthsm2.so', 'pkcs11-tool'],
    packages: ['softhsm2', 'opensc'],
  },
});

/** @typedef {keyof typeof programs} Program */

/** Where Debian and others put these files, beside the folders of `PATH`. */
const folders = [
  '/usr/sbin',
  '/usr/lib/softhsm',
  ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1`),
];

const browsers = [
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

/** Debian's Chromium without windows: the same engine, for less than half of the processor's time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** Chromium's switches for tests: it calls nobody by itself. */
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
 * Returns the path of a Chrome or Chromium: the one that `LINKSPAN_BROWSER` names, an installed one, else one that it
 * installs, which it says before. Throws if there is none.
 */
export async function findBrowser() {
  const named = process.env.LINKSPAN_BROWSER;
  if (named) {
    if (await exists(named)) return named;
    throw new Plain(`LINKSPAN_BROWSER names ${named}, and there is no such file.`);
  }
  return (await firstOf(browsers)) ?? (await installBrowser());
}

/**
 * Returns the path of the browser for tests that need no window and no extension.
 * @param {string} browser As `findBrowser` returns it.
 */
export async function findHeadless(browser) {
  if (browser !== '/usr/bin/chromium') return browser;
  if (!(await exists(headlessShell))) await installFromDebian(['chromium-headless-shell']);
  return (await firstOf([headlessShell])) ?? browser;
}

/**
 * Returns the paths of a program's files, in the order above; undefined if one is missing.
 * @param {Program} name
 * @returns {Promise<readonly string[] | undefined>}
 */
export async function findProgram(name) {
  const places = [...(process.env.PATH ?? '').split(delimiter), ...folders];
  const found = await Promise.all(
    programs[name].files.map((file) => firstOf(places.map((place) => join(place, file)))),
  );
  return found.every((path) => path !== undefined) ? /** @type {string[]} */ (found) : undefined;
}

/** Installs the programs that are missing, if this is Debian and the user is root. Says what it installs before it does. */
export async function installPrograms() {
  /** @type {string[]} */
  const missing = [];
  for (const [name, { packages }] of Object.entries(programs))
    if ((await findProgram(/** @type {Program} */ (name))) === undefined) missing.push(...packages);
  if (missing.length > 0) await installFromDebian(missing);
}

async function installBrowser() {
  await installFromDebian(['chromium']);
  const installed = await firstOf(browsers);
  if (installed) return installed;
  const playwright = createRequire(import.meta.url).resolve('playwright-core');
  const { chromium } = await import(pathToFileURL(playwright).href).then((module) => module.default);
  if (await exists(chromium.executablePath())) return String(chromium.executablePath());
  say('Installing Chromium with Playwright, since no Chrome or Chromium is installed.');
  const cli = join(dirname(playwright), 'cli.js');
  await execa('node', [cli, 'install', 'chromium'], { stdio: 'inherit' }).catch(() => {
    throw new Plain(
      'No browser to test with. Install Chrome or Chromium, or set LINKSPAN_BROWSER to its path.',
    );
  });
  return String(chromium.executablePath());
}

/** @param {readonly string[]} packages */
async function installFromDebian(packages) {
  if (process.getuid?.() !== 0 || !(await exists('/etc/debian_version'))) return;
  say(`Installing from Debian, as root: ${packages.join(', ')}.`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = execa({ env, stdin: 'ignore' });
  try {
    await aptGet('apt-get', ['update', '-qq']);
    await aptGet('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  } catch (error) {
    say(String(error));
  }
}

/** @param {readonly string[]} paths */
async function firstOf(paths) {
  for (const path of paths) if (await exists(path)) return path;
  return undefined;
}

/** @param {string} path */
function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
