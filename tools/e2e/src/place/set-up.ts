import { build, parts } from '@linkspan/stack/build';
import type { TestProject } from 'vitest/node';
import { startBrowser } from './browser.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { openStack } from './open-stack.ts';
import { stacks } from './stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which the browser of all journeys is reached. */
    browser: string;
  }
}

/** Builds what has changed, opens a stack for each worker, and starts the browser of the journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await oneAtATime(async () => {
    for (const part of parts) await build(part);
  });
  const closing = await Promise.all(stacks.map(openStack));
  const browser = await startBrowser();
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await Promise.all(closing.map((close) => close()));
  };
}
