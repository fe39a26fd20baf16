import { build, parts } from '@linkspan/stack/build';
import { checkBytes } from '@linkspan/stack/bytes';
import { findBrowser, findHeadless, installPrograms } from '@linkspan/stack/programs';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startBrowser } from './browser.ts';
import { openStack } from './open-stack.ts';
import { createStacks, findStackPorts, portsVariable } from './stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which the browser of all journeys is reached. */
    browser: string;
  }
}

interface Opened {
  readonly browser: BrowserServer;
  close(): Promise<void>;
}

/** Several projects of one run share what is opened. Each has its own copy of this module. */
const shared = globalThis as { linkspanStacks?: Promise<Opened> };

/** Builds what has changed, opens a stack for each worker, and starts the browser of the journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.linkspanStacks ??= open(project);
  const { browser, close } = await shared.linkspanStacks;
  project.provide('browser', browser.wsEndpoint());
  return close;
}

async function open({ name, config }: TestProject): Promise<Opened> {
  if (name.startsWith('release')) await installPrograms();
  process.env.LINKSPAN_BROWSER = await findBrowser();
  process.env.LINKSPAN_HEADLESS = await findHeadless(process.env.LINKSPAN_BROWSER);
  for (const part of parts) await build(part);
  await checkBytes();
  // Found after the builds, since others may take a port meanwhile. The workers inherit the variable.
  process.env[portsVariable] = await findStackPorts(config.maxWorkers);
  const closing = await Promise.all(createStacks().map(openStack));
  const browser = await startBrowser();
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    await browser.close();
    await Promise.all(closing.map((close) => close()));
  };
  return { browser, close: () => (closed ??= closeAll()) };
}
