import type { TestProject } from 'vitest/node';
import { startBrowser } from './browser.ts';
import { openHouse } from './open-house.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of all journeys is reached. */
    browser: string;
  }
}

/** Opens the house of the journeys and starts their browser. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const close = await openHouse();
  const browser = await startBrowser();
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await close();
  };
}
