import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collectProblems, type Problems } from '@linkspan/check/problems';
import { findProgram } from '@linkspan/stack/programs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { test as base, inject } from 'vitest';
import { launchFirefox } from '../engines/firefox.ts';
import { addresses, screensFolder } from '../place/stack.ts';
import { letClockAdvance } from './advance-clock.ts';
import { recordStatuses } from './statuses.ts';
import { whenReady } from './when-ready.ts';

/** What a journey starts from. */
export interface Start extends BrowserContextOptions {
  /** The common page, unless another is named. */
  readonly url?: string;
  /** `commit` for a page that ends its own loading. */
  readonly until?: 'load' | 'commit';
  /** Waits until another page than a host's can be used. */
  readonly whenUsable?: (page: Page) => Promise<void>;
  /** Its clock and timers can be brought forward, by `passTime`. */
  readonly hasClock?: boolean;
  /** Runs in the page before any of its scripts. */
  readonly script?: string;
  /** What the page's storage holds before it is first loaded. */
  readonly storage?: Readonly<Record<string, unknown>>;
  /** Another browser than that of all journeys. */
  readonly browser?: Browser;
  /** An earlier page of the person: they are in the same browser, which has kept what it keeps. */
  readonly beside?: Page;
}

/** A person with a browser of their own. */
export interface Journey {
  /** Opens the page and waits until it can be used. */
  open(start?: Start): Promise<Page>;
  /** From now on such problems of the page are part of the journey. */
  expectProblems(...patterns: readonly RegExp[]): void;
  /** Closes it after all pages: what a page asks a server that has ended for would be a problem of the page. */
  keep<Opened extends AsyncDisposable>(opened: Opened): Opened;
}

/** Whether the journeys of this run are made in Firefox. */
export const inFirefox = process.env.LINKSPAN_ENGINES === 'Firefox';
/** What a busy machine may need. */
const patienceMs = 30_000;

let browser: Promise<Browser> | undefined;

/** The browser of all journeys: the run's one Chromium, or a Firefox of this worker if `LINKSPAN_ENGINES` names it. */
export function reachBrowser(): Promise<Browser> {
  browser ??= inFirefox ? startFirefox() : chromium.connect(inject('browser'));
  return browser;
}

async function startFirefox(): Promise<Browser> {
  const [path] = (await findProgram('Firefox')) ?? [];
  if (path === undefined) throw new Error('Firefox is not installed.');
  return launchFirefox(path);
}

/** A test with a journey, which fails on every problem of the page that it does not expect. */
export const test = base.extend<{ journey: Journey }>({
  journey: async ({ task }, use) => {
    const opened: { readonly page: Page; readonly problems: Problems }[] = [];
    const patterns: RegExp[] = [];
    const kept: AsyncDisposable[] = [];
    const connected = await reachBrowser();

    await use({
      async open(start = {}) {
        const { url = addresses.host.url, storage = {}, script, browser, beside, ...given } = start;
        const { whenUsable = whenReady, until = 'load', hasClock = false, ...options } = given;
        const context = beside?.context() ?? (await openContext(browser ?? connected, options, storage));
        // Before any page, since the page keeps others from replacing its timers.
        if (hasClock && !beside) await context.clock.install();
        if (script) await context.addInitScript(script);
        const page = await context.newPage();
        const problems = collectProblems(page);
        problems.expect(...patterns);
        opened.push({ page, problems });
        await page.goto(url, { waitUntil: until });
        await whenUsable(page);
        return page;
      },
      expectProblems(...more) {
        patterns.push(...more);
        for (const { problems } of opened) problems.expect(...more);
      },
      keep(one) {
        kept.push(one);
        return one;
      },
    });

    const isFailed = task.result?.state === 'fail';
    for (const { page } of opened) {
      if (isFailed) await keepPicture(page, task.name);
      await page.context().close();
    }
    for (const one of kept.reverse()) await one[Symbol.asyncDispose]();
    const unexpected = opened.flatMap(({ problems }) => problems.unexpected());
    if (unexpected.length > 0) throw new Error(`Problems of the page:\n${unexpected.join('\n')}`);
  },
});

async function openContext(
  browser: Browser,
  options: BrowserContextOptions,
  storage: object,
): Promise<BrowserContext> {
  // Firefox has it as a preference.
  const motion = inFirefox ? {} : ({ reducedMotion: 'reduce' } as const);
  const context = await browser.newContext({ ...motion, ...options });
  context.setDefaultTimeout(patienceMs);
  // Firefox ESR 153 crashes when Playwright reads it to find an element by its name.
  if (inFirefox)
    await context.addInitScript(
      () => void Reflect.deleteProperty(Element.prototype, 'ariaLabelledByElements'),
    );
  await context.addInitScript(letClockAdvance);
  await context.addInitScript(recordStatuses);
  await context.addInitScript((entries) => {
    // A blank document has no storage.
    if (globalThis.origin === 'null') return;
    if (sessionStorage.getItem('journey-begun') !== null) return;
    sessionStorage.setItem('journey-begun', 'yes');
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, JSON.stringify(value));
  }, storage);
  return context;
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = join(screensFolder, 'failed');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replace(/\W+/g, '-')}.png`) }).catch(() => undefined);
}
