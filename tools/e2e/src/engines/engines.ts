import { findProgram } from '@linkspan/stack/programs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startBrowser } from '../place/browser.ts';
import { launchFirefox } from './firefox.ts';
import { readJsonAnswer, type Session, toJsonExpression } from './session.ts';
import { openWebKit } from './webkit.ts';

/** An engine that has been started. */
export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKitGTK';
  open(): Promise<Session>;
}

interface Started extends AsyncDisposable {
  open(): Promise<Session>;
}

/** How each engine is started; undefined if it is not installed. */
const engines: Readonly<Record<Engine['name'], () => Promise<(() => Promise<Started>) | undefined>>> = {
  Chromium: async () => async () => {
    const server = await startBrowser();
    return toStarted(await chromium.connect(server.wsEndpoint()), () => server.close());
  },
  async Firefox() {
    const [path] = (await findProgram('Firefox')) ?? [];
    return path === undefined ? undefined : async () => toStarted(await launchFirefox(path));
  },
  async WebKitGTK() {
    const paths = await findProgram('WebKitGTK');
    return paths && (() => openWebKit(paths));
  },
};

/** Those that `LINKSPAN_ENGINES` names, separated by commas; else Chromium. */
const chosen = (process.env.LINKSPAN_ENGINES || 'Chromium').split(',') as readonly Engine['name'][];

/** Registers the same tests for every engine of the run; one that is skipped for an engine that is not installed. */
export async function describeEngines(define: (engine: Engine) => void): Promise<void> {
  for (const name of chosen) {
    const start = await engines[name]();
    if (start === undefined) {
      test(`in ${name}`, ({ skip }) => skip(`${name} is not installed`));
      continue;
    }
    describe(`in ${name}`, () => {
      let started: Started;
      beforeAll(async () => {
        started = await start();
      });
      afterAll(() => started?.[Symbol.asyncDispose]());
      define({ name, open: () => started.open() });
    });
  }
}

function toStarted(browser: Browser, close: () => Promise<void> = () => browser.close()): Started {
  return {
    async open() {
      const context = await browser.newContext();
      const page = await context.newPage();
      return {
        go: async (address) => void (await page.goto(address)),
        evaluate: async (expression) => readJsonAnswer(await page.evaluate(toJsonExpression(expression))),
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    [Symbol.asyncDispose]: close,
  };
}
