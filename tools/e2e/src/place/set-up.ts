import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { families, familyIds } from '@linkspan/practice/families';
import { serveSite } from '@linkspan/release/serve';
import { buildAll } from '@linkspan/stack/build';
import { checkBytes } from '@linkspan/stack/bytes';
import { startChains } from '@linkspan/stack/chains';
import { deliverAll, storeOf } from '@linkspan/stack/deliver';
import { serveBreakable } from '@linkspan/stack/faulty-server';
import { keyFile } from '@linkspan/stack/keys';
import { findBrowser, findHeadless, installPrograms } from '@linkspan/stack/programs';
import { deploySite } from '@linkspan/stack/site';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startBrowser } from './browser.ts';
import { createStacks, findStackPorts, portsVariable, type Stack } from './stack.ts';

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
  await buildAll();
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

/**
 * Releases what is built into a store of the stack's own, starts its chains, and serves the page and the remotes from
 * four origins. The faults of the remotes' servers can be switched on by requests, as with `npm start`. Returns the
 * undoing, which also removes what the stack has written.
 */
async function openStack(stack: Stack): Promise<() => Promise<void>> {
  const { addresses, environment, name, outputFolder, practiceFolder } = stack;
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
  await deliverAll(practiceFolder);
  const from = { store: storeOf(practiceFolder), env: environment };
  const site = await deploySite(join(name, 'site'), from);
  const running = await startChains(environment);
  const servers = await Promise.all([
    serveSite(site, addresses.host),
    ...familyIds.map((id) => serveBreakable(practiceFolder, families[id].remote, addresses[id])),
  ]);
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
    await running.end();
    await rm(outputFolder, { recursive: true, force: true });
    await rm(dirname(keyFile(practiceFolder, 'person')), { recursive: true, force: true });
  };
}
