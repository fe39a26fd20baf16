import { mkdir, rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { build, parts } from '../../../tasks/build.mjs';
import { startChains } from '../../../tasks/chains.mjs';
import { assertFree } from '../../../tasks/ports.mjs';
import { rehearse, storeOf } from '../../../tasks/rehearse.mjs';
import { serve } from '../../../tasks/serve.mjs';
import { deploySite, serveSite } from '../../../tasks/site.mjs';
import { addresses, environment } from './addresses.ts';
import { startBrowser } from './browser.ts';
import { outputFolder, practiceFolder, releaseFolder } from './folders.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of all journeys is reached. */
    browser: string;
  }
}

/** The address of each remote's own origin. */
const remotes = {
  'remote-evm': addresses.evm,
  'remote-solana': addresses.solana,
  'remote-near': addresses.near,
} as const;

/**
 * Builds what has changed, releases it into a store of the journeys' own, starts the chains, serves host and remotes
 * on four origins, starts the browser.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { host, chains } = addresses;
  const served = { 'the page': host, ...remotes };
  const ports = Object.entries({ ...served, ...chains }).map(
    ([purpose, { port }]) => [purpose, port] as const,
  );
  await assertFree(Object.fromEntries(ports));
  for (const part of parts) await build(part);
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
  await rehearse(practiceFolder);
  const site = await deploySite('e2e-site', { store: storeOf(practiceFolder), env: environment });
  const running = await startChains(environment);
  const servers = await Promise.all([
    serveSite(site, { port: host.port }),
    ...Object.entries(remotes).map(([name, { port }]) => serve(releaseFolder(name), { port, cors: true })),
  ]);
  const browser = await startBrowser();
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await Promise.all(servers.map((server) => server.close()));
    await running.end();
  };
}
